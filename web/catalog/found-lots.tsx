import { Link } from 'wouter'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { FoundLot } from '#contract/catalog/catalog.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'
import { ClosesIn } from '#web/bidding/bid/countdown.tsx'
import { priceWords, resultWords } from '#web/bidding/standing-words.ts'
import type { Standings } from '#web/bidding/use-standings.ts'
import { CompareButton } from '#web/lots/compare-button.tsx'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { PlannedClose } from '#web/lots/plan/planned-close.tsx'
import { paths } from '#web/paths.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { WatchHeart } from './watch-heart.tsx'

type Props = {
  lots: readonly FoundLot[]
  standings: Standings
  paddle: number | null
  /** The search scope: current or upcoming lots (true), lots that are over (false), both (null). */
  open?: boolean | null
}

/** Visible without scrolling on a phone, where connections are slow. */
const FIRST = 2
const WIDE = '(min-width: 48rem)'
const ROW = 'group grid items-center gap-4 py-3'
/** With a heart at the end, for people who may watch lots. */
const COLUMNS = 'grid-cols-[9rem_minmax(0,1fr)_10rem]'
const COLUMNS_AND_HEART = 'grid-cols-[9rem_minmax(0,1fr)_10rem_2.75rem]'
const CARDS = 'grid grid-cols-2 gap-x-3 gap-y-6'

/** The results: rows on wide screens, cards on phones. */
export function FoundLots({ lots, standings, paddle, open = true }: Props) {
  const wide = useMediaQuery(WIDE)
  return (
    <ul aria-label="Lots found" className={wide ? 'divide-y divide-line border-y border-line' : CARDS}>
      {lots.map((lot, at) => {
        const line = { lot, standing: standings.get(lot.id), paddle, open, isFirst: at < FIRST }
        return <li key={lot.id}>{wide ? <Row {...line} /> : <Card {...line} />}</li>
      })}
    </ul>
  )
}

/** Lots as cards at every width. */
export function FoundCards({ lots, standings, paddle, open = true }: Props) {
  return (
    <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4">
      {lots.map((lot) => (
        <li key={lot.id}>
          <Card lot={lot} standing={standings.get(lot.id)} paddle={paddle} open={open} />
        </li>
      ))}
    </ul>
  )
}

type LotProps = {
  lot: FoundLot
  standing: Standing | undefined
  paddle: number | null
  open: boolean | null
  /** For lots that are visible first: the photo is fetched immediately. */
  isFirst?: boolean
}

function Row({ lot, standing, paddle, open, isFirst }: LotProps) {
  return (
    <div className={`${ROW} ${lot.watching === null ? COLUMNS : COLUMNS_AND_HEART}`}>
      <Link href={paths.lot(lot.lotNumber)} tabIndex={-1} aria-hidden="true">
        <HeroPhoto lotSummary={lot} className="aspect-3/2 w-full rounded-sm" sizes="9rem" eager={isFirst} />
      </Link>
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <Plate number={lot.lotNumber} size="sm" />
          <Link href={paths.lot(lot.lotNumber)} className="font-semibold hover:underline">
            {lot.title}
          </Link>
        </div>
        <Facts lot={lot} />
        <Yours standing={standing} paddle={paddle} />
        <div className="mt-1.5 empty:hidden">
          <CompareButton lotNumber={lot.lotNumber} size="sm" />
        </div>
      </div>
      <div className="tabular text-right">
        <Price lot={lot} standing={standing} />
        <span className="block text-xs text-slate">
          <Time lot={lot} standing={standing} open={open} />
        </span>
      </div>
      <WatchHeart lot={lot} />
    </div>
  )
}

function Card({ lot, standing, paddle, open, isFirst }: LotProps) {
  return (
    <div className="group relative">
      <Link href={paths.lot(lot.lotNumber)} className="block">
        <HeroPhoto lotSummary={lot} className="aspect-3/2 w-full rounded-md" sizes="50vw" eager={isFirst} />
        <span className="mt-2 flex flex-col items-start gap-1.5">
          <Plate number={lot.lotNumber} size="sm" />
          <span className="font-semibold group-hover:underline">{lot.title}</span>
        </span>
      </Link>
      <Facts lot={lot} short />
      <p className="tabular mt-1">
        <Price lot={lot} standing={standing} />
        <span className="block text-xs text-slate">
          <Time lot={lot} standing={standing} open={open} />
        </span>
      </p>
      <Yours standing={standing} paddle={paddle} />
      <div className="mt-2 empty:hidden">
        <CompareButton lotNumber={lot.lotNumber} size="sm" />
      </div>
      <WatchHeart lot={lot} className="absolute top-0 right-0" />
    </div>
  )
}

function Facts({ lot: { facts, auctionTitle }, short = false }: { lot: FoundLot; short?: boolean }) {
  if (facts === null) return <p className="mt-1 text-xs text-slate">{auctionTitle}</p>
  const { odometer, titleBrand, damage, isInspected, runState, location } = facts
  const distance = odometer === null ? null : `${odometer.value.toLocaleString('en-US')} ${odometer.unit}`
  const title = `Title: ${labelOf('titleBrand', titleBrand)}`
  const harm = damage === null ? null : labelOf('damage', damage)
  const inspection = isInspected ? null : 'Not inspected'
  const parts = short
    ? [distance, title, inspection]
    : [distance, title, harm, inspection, labelOf('runState', runState), location]
  return <p className="tabular mt-1 text-xs text-slate">{parts.filter((part) => part !== null).join(' · ')}</p>
}

function Price({ lot, standing }: { lot: FoundLot; standing: Standing | undefined }) {
  if (standing === undefined) return null
  return (
    <strong className={standing.price === null ? 'block text-sm font-normal text-slate' : 'block text-base'}>
      {standing.price === null ? (
        priceWords(standing, lot.currency)
      ) : (
        <Odometer amount={standing.price} currency={lot.currency} />
      )}
    </strong>
  )
}

function Time({ lot, standing, open }: Omit<LotProps, 'paddle'>) {
  if (standing === undefined && open !== true) return <PlannedClose lot={lot} open={open} />
  const result = standing === undefined ? null : resultWords(standing)
  if (result !== null) return <span className="font-semibold text-ink">{result}</span>
  const closesAt = standing?.closesAt ?? null
  if (closesAt !== null && standing?.status === 'open') return <ClosesIn closesAt={closesAt} />
  if (lot.scheduledCloseAt !== null) return <PlannedClose lot={lot} open />
  return <>Upcoming</>
}

/** The text for a leading position. */
function Yours({ standing, paddle }: { standing: Standing | undefined; paddle: number | null }) {
  if (standing === undefined || paddle === null || standing.leader !== paddle) return null
  return (
    <span className="block text-sm font-semibold text-leading">
      {standing.status === 'sold' ? 'Sold to you' : 'You’re the high bidder'}
    </span>
  )
}

/** A placeholder in the shape of the results. */
export function FoundLotsSkeleton() {
  const wide = useMediaQuery(WIDE)
  return (
    <div className={wide ? 'divide-y divide-line border-y border-line' : CARDS}>
      {Array.from({ length: 8 }, (_, index) =>
        wide ? (
          <div key={index} className={ROW}>
            <Skeleton className="aspect-3/2 w-full" />
            <Skeleton className="h-12 w-3/4" />
            <Skeleton className="h-10 w-full" />
          </div>
        ) : (
          <div key={index}>
            <Skeleton className="aspect-3/2 w-full" />
            <Skeleton className="mt-2 h-16 w-full" />
          </div>
        ),
      )}
    </div>
  )
}
