import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { GALLERY_SIZES } from '#contract/photos.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { LockMark } from '#web/ui/marks.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Picture } from './picture.tsx'
import { PlannedClose } from './plan/planned-close.tsx'

/** What somebody who may not bid yet sees of a lot, why, and the next step up the ladder. `ledger`: for a lot that has closed. */
export function LotTeaserPage({ teaser, ledger }: { teaser: LotTeaser; ledger?: ReactNode }) {
  useDocumentTitle(`Lot ${teaser.lotNumber}, ${teaser.title}`)
  const isOver = teaser.closedAt !== null
  return (
    <div className="mx-auto grid max-w-[84rem] gap-x-10 gap-y-4 pb-12 lg:grid-cols-12 lg:px-6 lg:pt-6">
      <div className="lg:col-span-7">
        {teaser.heroPhoto === null ? (
          <p className="flex aspect-3/2 items-center justify-center bg-fog text-slate">No photographs of this lot</p>
        ) : (
          <Picture
            photo={{ url: teaser.heroPhoto }}
            eager
            sizes={GALLERY_SIZES}
            alt={teaser.title}
            className="aspect-3/2 w-full object-cover lg:rounded-md"
          />
        )}
      </div>
      <div className="flex flex-col gap-5 px-4 lg:col-span-5 lg:px-0">
        <header className="flex items-start gap-3">
          <Plate number={teaser.lotNumber} size="lg" />
          <h1 className="text-lg sm:text-xl">{teaser.title}</h1>
        </header>
        <p className="tabular">
          {teaser.scheduledCloseAt === null && !isOver ? (
            'Part of a live sale: its lots come up one after another.'
          ) : (
            <PlannedClose lot={teaser} open={null} />
          )}
        </p>
        <ClosedToYou isOver={isOver} />
        {isOver ? ledger : null}
        <Link href={paths.auction(teaser.auctionId)} className="text-notice underline underline-offset-4">
          See the whole sale
        </Link>
      </div>
    </div>
  )
}

/** The bid box of somebody it is closed to. `isOver`: nobody can bid any more. */
export function ClosedToYou({ isOver = false }: { isOver?: boolean }) {
  const { user } = useUser()
  const stop = barrier(user, 'complete')
  const visitor = user === null
  return (
    <section aria-labelledby="closed-to-you" className="rounded-md border border-line p-5">
      <h2 id="closed-to-you" className="flex items-center gap-2 text-base">
        <LockMark />
        {isOver ? 'Bidding on this lot has ended' : visitor ? 'Register to see prices and bid' : 'You can’t bid yet'}
      </h2>
      <p className="mt-2 text-slate">
        {visitor
          ? `Verified members see ${isOver ? 'the result' : 'prices'}, the bid history, the condition and all photos. To become one, register, pay the fee and verify your identity.`
          : (stop?.message ?? 'Your account may see this lot. Load the page again.')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link href={visitor ? paths.register : (stop?.goTo ?? paths.support)}>
            {visitor ? 'Register to bid' : nextStep(stop?.code)}
          </Link>
        </Button>
        {visitor ? (
          <Button asChild variant="outline" size="lg">
            <Link href={paths.logIn}>Log in</Link>
          </Button>
        ) : null}
      </div>
    </section>
  )
}

const STEPS: Record<string, string> = {
  'membership-required': 'Pay the membership fee',
  'document-required': 'Send an identity document',
  'verification-pending': 'See how far the check is',
}

function nextStep(code: string | undefined): string {
  return STEPS[code ?? ''] ?? 'Contact support'
}
