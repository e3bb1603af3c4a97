import { plural, t } from '#web/platform/language/text.ts'
import { memo } from 'react'
import { Link } from 'wouter'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { Eligibility } from '#contract/bidding/eligibility.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { HeroPhoto, LotCard } from '#web/lots/lot-card.tsx'
import { PlannedClose } from '#web/lots/plan/planned-close.tsx'
import { paths } from '#web/paths.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { CanIBidLabel, isBarred } from '../can-i-bid.tsx'
import { isPaused } from '../bid/bid-box-state.ts'
import { ClosesIn } from '../bid/closes-in.tsx'
import { HighBidder } from '../high-bidder.tsx'
import { priceWords, resultWords } from '../standing-words.ts'
import { type Eligibilities, useEligibility } from '../use-eligibility.ts'
import type { Standings } from '../standings.ts'
import type { Places } from '../turns/use-places.ts'

type RunListProps = {
  lots: readonly LotSummary[]
  /** Whether every lot is over; also works for viewers who see no standings. */
  isOver: boolean
  standings: Standings
  places: Places
  currency: string
  paddle: number | null
}

/** The lots of an auction in order: rows on wide screens, cards on phones. */
export function RunList(props: RunListProps) {
  const wide = useMediaQuery('(min-width: 48rem)')
  const { lots, standings } = props
  // Viewers who see no standings get the reason once for the whole auction.
  const running = lots.filter(({ id }) => standings.get(id)?.status === 'open').map(({ id }) => id)
  const eligibilities = useEligibility(running.slice(0, LABELS_MAX))
  return wide ? <Rows {...props} eligibilities={eligibilities} /> : <Cards {...props} eligibilities={eligibilities} />
}

/** As many as one request allows: the first lots of the list. */
const LABELS_MAX = 100

type ListProps = RunListProps & { eligibilities: Eligibilities }

function Cards(props: ListProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-6">
      {linesOf(props).map((line) => (
        <Card key={line.lot.id} {...line} />
      ))}
    </ul>
  )
}

/** What is shown of each lot: everything that may change while the list stays. */
function linesOf({ lots, isOver, standings, places, currency, paddle, eligibilities }: ListProps): LineProps[] {
  return lots.map((lot) => ({
    lot,
    isOver,
    currency,
    paddle,
    standing: standings.get(lot.id),
    time: places.get(lot.id)?.time,
    eligibility: eligibilities.get(lot.id),
  }))
}

type LineProps = {
  lot: LotSummary
  isOver: boolean
  standing: Standing | undefined
  /** When a lot of a live auction is likely to open. */
  time: string | undefined
  currency: string
  paddle: number | null
  eligibility: Eligibility | undefined
}

/** Re-renders only when its own standing changes: a message about one lot leaves the other rows alone. */
const Card = memo(function Card({ lot, isOver, standing, time, currency, paddle, eligibility }: LineProps) {
  return (
    <li id={`run-${lot.lotNumber}`} tabIndex={-1}>
      <LotCard lotSummary={lot}>
        {standing === undefined ? null : (
          <strong className="block text-base text-ink">{priceWords(standing, currency)}</strong>
        )}
        <TimeCell lot={lot} isOver={isOver} standing={standing} time={time} />
        <HighBidder standing={standing} paddle={paddle} />
        <Barred eligibility={eligibility} currency={currency} />
      </LotCard>
    </li>
  )
})

function Rows(props: ListProps) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {linesOf(props).map((line) => (
        <Row key={line.lot.id} {...line} />
      ))}
    </ol>
  )
}

const Row = memo(function Row({ lot, isOver, standing, time, currency, paddle, eligibility }: LineProps) {
  return (
    <li id={`run-${lot.lotNumber}`} tabIndex={-1}>
      <Link
        href={paths.lot(lot.lotNumber)}
        className="group grid grid-cols-[7.5rem_4.5rem_1fr_10rem_11rem] items-center gap-4 py-3 hover:bg-fog"
      >
        <HeroPhoto lotSummary={lot} className="aspect-3/2 w-full rounded-sm" />
        <Plate number={lot.lotNumber} />
        <span className="font-semibold group-hover:underline">
          {lot.title}
          <HighBidder standing={standing} paddle={paddle} />
          <Barred eligibility={eligibility} currency={currency} />
        </span>
        <PriceCell standing={standing} currency={currency} />
        <span className="pr-2 text-right text-sm text-slate">
          <TimeCell lot={lot} isOver={isOver} standing={standing} time={time} />
        </span>
      </Link>
    </li>
  )
})

function PriceCell({ standing, currency }: { standing: Standing | undefined; currency: string }) {
  if (standing === undefined) return <span />
  if (standing.price === null) {
    return <span className="tabular text-right text-sm text-slate">{priceWords(standing, currency)}</span>
  }
  return (
    <span className="tabular text-right">
      <strong className="text-base">
        <Odometer amount={standing.price} currency={currency} />
      </strong>
      <span className="block text-xs text-slate">{plural(standing.bidCount, { one: '# bid', other: '# bids' })}</span>
    </span>
  )
}

type TimeProps = Pick<LineProps, 'lot' | 'isOver' | 'standing' | 'time'>

function TimeCell({ lot, isOver, standing, time }: TimeProps) {
  if (standing === undefined) return <PlannedClose lot={lot} open={isOver ? false : null} />
  const result = resultWords(standing)
  if (result !== null) return <span className="font-semibold">{result}</span>
  if (isPaused(standing)) return <span className="font-semibold">{t`Paused`}</span>
  if (standing.closesAt !== null) return <ClosesIn closesAt={standing.closesAt} />
  if (lot.scheduledCloseAt !== null) return <PlannedClose lot={lot} open />
  return <>{time ?? t`Upcoming`}</>
}

/** What keeps the person from bidding on this lot; if nothing does, the list shows nothing. */
function Barred({ eligibility, currency }: { eligibility: Eligibility | undefined; currency: string }) {
  if (eligibility === undefined || !isBarred(eligibility)) return null
  return <CanIBidLabel eligibility={eligibility} currency={currency} />
}
