import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { FoundLot } from '#contract/catalog/catalog.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'
import { FOUND_SIZES } from '#contract/seo/first-answers.ts'
import { ClosesIn } from '#web/bidding/bid/closes-in.tsx'
import { HighBidder } from '#web/bidding/high-bidder.tsx'
import { priceWords, resultWords } from '#web/bidding/standing-words.ts'
import type { Standings } from '#web/bidding/standings.ts'
import { CompareChoice } from '#web/lots/compare-choice.tsx'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { PlannedClose } from '#web/lots/plan/planned-close.tsx'
import { paths } from '#web/paths.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { View } from './view-choice.tsx'
import { WatchHeart } from './watch-heart.tsx'

type Facts = FoundLot['facts']
type Props = {
  lots: readonly FoundLot[]
  standings: Standings
  paddle: number | null
  /** The search scope: current or upcoming lots (true), lots that are over (false), both (null). */
  open: boolean | null
}

/** Visible without scrolling on a phone, where connections are slow. */
const FIRST = 2
const WIDE = '(min-width: 48rem)'
const ROW = 'group grid items-center gap-4 py-4'
/** With a heart at the end, for people who may watch lots. */
const COLUMNS = 'grid-cols-[13.75rem_minmax(0,1fr)_9rem]'
const COLUMNS_AND_HEART = 'grid-cols-[13.75rem_minmax(0,1fr)_9rem_2.75rem]'
const CARDS = 'grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 md:gap-x-5'
const FACTS = 'tabular mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm'
const ROWS = 'divide-y divide-line border-y border-line'

/** The results: rows or cards on wide screens, as chosen, and cards on phones. */
export function FoundLots({ lots, standings, paddle, open, view }: Props & { view: View }) {
  const wide = useMediaQuery(WIDE) && view === 'list'
  return (
    <ul aria-label={t`Lots found`} className={wide ? ROWS : CARDS}>
      {lots.map((lot, at) => {
        const line = { lot, standing: standings.get(lot.id), paddle, open, isFirst: at < FIRST }
        return <li key={lot.id}>{wide ? <Row {...line} /> : <Card {...line} />}</li>
      })}
    </ul>
  )
}

/** Current and upcoming lots as cards at every width. */
export function FoundCards({ lots, standings, paddle }: Omit<Props, 'open'>) {
  return (
    <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4">
      {lots.map((lot) => (
        <li key={lot.id}>
          <Card lot={lot} standing={standings.get(lot.id)} paddle={paddle} open />
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
        <HeroPhoto lotSummary={lot} className="aspect-3/2 w-full rounded-sm" sizes={FOUND_SIZES} eager={isFirst} />
      </Link>
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <Plate number={lot.lotNumber} size="sm" />
          <Link href={paths.lot(lot.lotNumber)} className="font-semibold hover:underline">
            {lot.title}
          </Link>
        </div>
        <p className="mt-0.5 text-xs text-slate">{lot.memberFacts?.location ?? lot.auctionTitle}</p>
        <FactColumns lot={lot} />
        <div className="flex flex-wrap items-center gap-x-4">
          <HighBidder standing={standing} paddle={paddle} />
          <CompareChoice lotNumber={lot.lotNumber} className="text-xs" />
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
        <HeroPhoto
          lotSummary={lot}
          className="aspect-3/2 w-full rounded-md"
          sizes="(min-width: 48rem) 20rem, 50vw"
          eager={isFirst}
        />
        <span className="mt-2 flex flex-col items-start gap-1.5">
          <Plate number={lot.lotNumber} size="sm" />
          <span className="font-semibold group-hover:underline">{lot.title}</span>
        </span>
      </Link>
      <FactLine lot={lot} />
      <p className="tabular mt-1">
        <Price lot={lot} standing={standing} />
        <span className="block min-h-[2lh] text-xs text-slate lg:min-h-0">
          <Time lot={lot} standing={standing} open={open} />
        </span>
      </p>
      <HighBidder standing={standing} paddle={paddle} />
      <CompareChoice lotNumber={lot.lotNumber} className="text-xs" />
      <WatchHeart lot={lot} className="absolute top-0 right-0" />
    </div>
  )
}

/** The facts that buyers compare, in columns that line up from row to row. */
function FactColumns({ lot: { facts, memberFacts } }: { lot: FoundLot }) {
  const columns = [
    [t`Odometer`, distanceOf(facts) ?? t`Not readable`],
    [t`Title`, translated(labelOf('titleBrand', facts.titleBrand))],
    ...(memberFacts === null ? [] : [[t`Damage`, harmOf(facts, memberFacts)]]),
    [t`Runs`, translated(labelOf('runState', facts.runState))],
  ]
  return (
    <dl className={`${FACTS} ${memberFacts === null ? 'xl:grid-cols-3' : 'xl:grid-cols-4'}`}>
      {columns.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-slate">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function harmOf({ isInspected }: Facts, { damage }: NonNullable<FoundLot['memberFacts']>): string {
  if (damage !== null) return translated(labelOf('damage', damage))
  return isInspected ? t`None found` : t`Not inspected`
}

function distanceOf({ odometer }: Facts): string | null {
  return odometer === null ? null : `${odometer.value.toLocaleString(locale)} ${odometer.unit}`
}

function FactLine({ lot: { facts } }: { lot: FoundLot }) {
  const title = t`${translated(labelOf('titleBrand', facts.titleBrand))} title`
  const parts = [distanceOf(facts), title, facts.isInspected ? null : t`Not inspected`]
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
  return <>{t`Upcoming`}</>
}

/** A placeholder in the shape of the results. */
export function FoundLotsSkeleton({ view }: { view: View }) {
  const wide = useMediaQuery(WIDE) && view === 'list'
  return (
    <div className={wide ? ROWS : CARDS}>
      {Array.from({ length: 8 }, (_, index) =>
        wide ? (
          <div key={index} className={`${ROW} ${COLUMNS}`}>
            <Skeleton className="aspect-3/2 w-full" />
            <Skeleton className="h-24 w-3/4" />
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
