import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LotTeaser } from '#contract/lots.ts'
import type { ParkedBid } from '#contract/parked.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { closingWords } from '#web/lots/closing-words.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Plate } from '#web/ui/plate.tsx'
import { ParkForm } from './park-form.tsx'

type Line = Pick<LotTeaser, 'lotNumber' | 'title' | 'heroPhoto' | 'opensAt' | 'scheduledCloseAt'>

/** Maximums that wait, each to be changed or taken back. `linked`: the pages of their lots are open to who looks. */
export function ParkedList({ bids, linked = false }: { bids: readonly ParkedBid[]; linked?: boolean }) {
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {bids.map((bid) => (
        <li key={bid.lotId}>
          <ParkedLine lot={bid} linked={linked}>
            <OwnParkForm bid={bid} />
          </ParkedLine>
        </li>
      ))}
    </ul>
  )
}

/** A maximum that was changed elsewhere is filled in anew. */
export function OwnParkForm({ bid }: { bid: ParkedBid }) {
  const { lotId, lotNumber, currency, maximum } = bid
  return <ParkForm key={maximum} lotId={lotId} lotNumber={lotNumber} currency={currency} parked={maximum} />
}

/** What anybody may see of a lot, and what can be done with it. `linked`: its own page is open to who looks. */
export function ParkedLine({ lot, linked = false, children }: { lot: Line; linked?: boolean; children: ReactNode }) {
  return (
    <article className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 py-4 sm:grid-cols-[8rem_1fr]">
      <HeroPhoto teaser={lot} className="aspect-3/2 w-full rounded-sm" sizes="8rem" />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="flex items-start gap-2 font-semibold">
          <Plate number={lot.lotNumber} size="sm" />
          {linked ? (
            <Link href={paths.lot(lot.lotNumber)} className="hover:underline">
              {lot.title}
            </Link>
          ) : (
            lot.title
          )}
        </p>
        <Times lot={lot} />
        {children}
      </div>
    </article>
  )
}

function Times({ lot: { opensAt, scheduledCloseAt } }: { lot: Line }) {
  const now = useServerNow(opensAt)
  return (
    <p className="tabular text-sm text-slate">
      {opensAt !== null && opensAt > now ? `Opens ${formatInstant(opensAt)}. ` : ''}
      {closingWords(scheduledCloseAt, now)}
    </p>
  )
}
