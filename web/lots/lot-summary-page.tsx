import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { GALLERY_SIZES } from '#contract/lots/photos.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { LockMark } from '#web/ui/marks.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Picture } from './picture.tsx'
import { PlannedClose } from './plan/planned-close.tsx'

/** What a person who may not bid yet sees of a lot: the reason and the next access level. `ledger`: for a lot that has closed. */
export function LotSummaryPage({ lotSummary, ledger }: { lotSummary: LotSummary; ledger?: ReactNode }) {
  useDocumentTitle(`Lot ${lotSummary.lotNumber}, ${lotSummary.title}`)
  const isOver = lotSummary.closedAt !== null
  return (
    <div className="mx-auto grid max-w-[84rem] gap-x-10 gap-y-4 pb-12 lg:grid-cols-12 lg:px-6 lg:pt-6">
      <div className="lg:col-span-7">
        {lotSummary.heroPhoto === null ? (
          <p className="flex aspect-3/2 items-center justify-center bg-fog text-slate">No photos of this lot</p>
        ) : (
          <Picture
            photo={{ url: lotSummary.heroPhoto }}
            eager
            sizes={GALLERY_SIZES}
            alt={lotSummary.title}
            className="aspect-3/2 w-full object-cover lg:rounded-md"
          />
        )}
      </div>
      <div className="flex flex-col gap-5 px-4 lg:col-span-5 lg:px-0">
        <header className="flex items-start gap-3">
          <Plate number={lotSummary.lotNumber} size="lg" />
          <h1 className="text-lg sm:text-xl">{lotSummary.title}</h1>
        </header>
        <p className="tabular">
          {lotSummary.scheduledCloseAt === null && !isOver ? (
            'Part of a live auction'
          ) : (
            <PlannedClose lot={lotSummary} open={null} />
          )}
        </p>
        <ClosedToYou isOver={isOver} />
        {isOver ? ledger : null}
        <Link href={paths.auction(lotSummary.auctionId)} className="text-notice underline underline-offset-4">
          View auction
        </Link>
      </div>
    </div>
  )
}

/** The bid box for people who have no access to it. `isOver`: no one can bid any more. */
export function ClosedToYou({ isOver = false }: { isOver?: boolean }) {
  const { user } = useUser()
  const stop = accessDenial(user, 'complete')
  const visitor = user === null
  return (
    <section aria-labelledby="closed-to-you" className="rounded-md border border-line p-5">
      <h2 id="closed-to-you" className="flex items-center gap-2 text-base">
        <LockMark />
        {isOver ? 'Bidding on this lot has ended' : visitor ? 'Register to see prices and bid' : 'You can’t bid yet'}
      </h2>
      <p className="mt-2 text-slate">
        {visitor
          ? `Verified members see ${isOver ? 'the result' : 'prices'}, the bid history, the condition and all photos. To become one, register, pay the membership fee and verify your identity.`
          : (stop?.message ?? 'You have access to this lot. Reload the page.')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link href={visitor ? paths.register : (stop?.goTo ?? paths.support)}>
            {visitor ? 'Register to bid' : nextStep(stop?.code)}
          </Link>
        </Button>
        {visitor ? (
          <Button asChild variant="outline" size="lg">
            <Link href={paths.logIn}>Sign in</Link>
          </Button>
        ) : null}
      </div>
    </section>
  )
}

const STEPS: Record<string, string> = {
  'membership-required': 'Pay the membership fee',
  'document-required': 'Send an identity document',
  'verification-pending': 'Check verification status',
}

function nextStep(code: string | undefined): string {
  return STEPS[code ?? ''] ?? 'Contact support'
}
