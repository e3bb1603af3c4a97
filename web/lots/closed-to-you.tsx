import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { LockMark } from '#web/ui/marks.tsx'

/** The bid box for people who have no access to it. `isOver`: no one can bid any more. */
export function ClosedToYou({ isOver = false }: { isOver?: boolean }) {
  const { user } = useUser()
  const stop = accessDenial(user, 'complete')
  const visitor = user === null
  return (
    <section aria-labelledby="closed-to-you" className="rounded-md border border-line p-5">
      <h2 id="closed-to-you" className="flex items-center gap-2 text-base">
        <LockMark />
        {isOver
          ? t`Bidding on this lot has ended`
          : visitor
            ? t`Register to see prices and bid`
            : cannotBid(stop?.code)}
      </h2>
      <p className="mt-2 text-slate">
        {visitor
          ? t`Verified members see ${isOver ? t`the result` : t`prices`}, the bid history, the full report and documents. To become one, register, pay the membership fee and verify your identity.`
          : (stop?.message ?? t`You have access to this lot. Reload the page.`)}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link href={visitor ? paths.register : (stop?.goTo ?? paths.support)}>
            {visitor ? t`Register to bid` : nextStep(stop?.code)}
          </Link>
        </Button>
        {visitor ? (
          <Button asChild variant="outline" size="lg">
            <Link href={paths.logIn}>{t`Sign in`}</Link>
          </Button>
        ) : null}
      </div>
    </section>
  )
}

const STEPS: Record<string, string> = {
  'membership-required': t`Pay the membership fee`,
  'document-required': t`Send an identity document`,
  'verification-pending': t`Check verification status`,
}

/** An account that was complete before has no step left that opens the bidding. */
function cannotBid(code: string | undefined): string {
  return code === 'account-not-active' ? t`You can’t bid right now` : t`You can’t bid yet`
}

function nextStep(code: string | undefined): string {
  return STEPS[code ?? ''] ?? t`Contact support`
}
