import { useState } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { LeaderWarning } from '#contract/bidding/auction-console.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { ChoiceField, SearchField } from '#web/ui/list/list-filter.tsx'
import { useUrlFilter } from '#web/ui/list/use-url-filter.ts'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatAge } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Table } from '#web/ui/table.tsx'
import { ACTION_NAMES, type Action, actionsFor, TAKES_AWAY } from './admin-actions.ts'
import type { Subject } from './admin-lot-action.tsx'
import { LeaderReasons } from '../leader-warning.tsx'
import { RiskLink } from '#web/accounts/people/risk-link.tsx'
import { arrangeLots } from '../run-list/arrange-lots.ts'
import { isPaused } from '../bid/bid-box-state.ts'
import { ClosesIn } from '../bid/closes-in.tsx'
import { resultWords } from '../standing-words.ts'
import type { Standings } from '../standings.ts'
import type { ConsoleFacts } from './use-console.ts'
import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** What an auctioneer can do from a row; null for other staff. */
type OnRow = { act: (subject: Subject) => void; enterBid: (lotId: string) => void } | null

/** Rows that update and count down at the same time. */
const LOTS_A_PAGE = 60
const SHOWN = [
  ['left', t`Open and upcoming`],
  ['results', t`Ended`],
] as const

/** The lots of an auction, open ones first, by their end; each with the age of its last bid and its actions. */
export function ConsoleLots({
  lots,
  isReading,
  standings,
  desk,
  currency,
  onRow,
}: {
  lots: readonly LotSummary[]
  isReading: boolean
  standings: Standings
  desk: ConsoleFacts
  currency: string
  onRow: OnRow
}) {
  const filter = useUrlFilter()
  const q = filter.get('q')
  const show = SHOWN.find(([id]) => id === filter.get('show'))?.[0] ?? 'all'
  const [pages, setPages] = useState(1)
  const chosen = openFirst(arrangeLots(lots, standings, { q, sort: 'run', show }, null), standings)
  const shown = chosen.slice(0, pages * LOTS_A_PAGE)
  return (
    <>
      <search className="mb-4 grid max-w-[36rem] grid-cols-2 gap-3">
        <SearchField filter={filter} label={t`Find a lot`} />
        <ChoiceField filter={filter} label={t`Show`} name="show" options={SHOWN} />
      </search>
      <Table caption={t`Run list`} dense className="relative">
        <Head />
        <tbody>
          {shown.map((lot) => (
            <LotRow
              key={lot.id}
              lot={lot}
              standing={standings.get(lot.id)}
              lastBidAt={desk.lastBids.get(lot.id) ?? null}
              isOwn={desk.ownLots.has(lot.id)}
              warning={desk.warnings.get(lot.id)}
              currency={currency}
              onRow={onRow}
            />
          ))}
        </tbody>
      </Table>
      <p className="tabular mt-3 text-sm text-slate">
        {isReading
          ? t`${shown.length} of ${plural(chosen.length, { one: '# lot', other: '# lots' })}, loading more`
          : t`${shown.length} of ${plural(chosen.length, { one: '# lot', other: '# lots' })}`}
      </p>
      {shown.length < chosen.length ? (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => setPages(pages + 1)}>{t`Show more`}</Button>
      ) : null}
    </>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        {[t`Lot`, t`Vehicle`, t`State`, t`Closes in`].map((head) => (
          <th key={head} scope="col" className="whitespace-nowrap">
            {head}
          </th>
        ))}
        {[t`Price, reserve`, t`Leader`, t`Bids, last bid`].map((head) => (
          <th key={head} scope="col" className="text-right">
            {head}
          </th>
        ))}
        <th scope="col">
          <span className="sr-only">{t`Actions`}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Open lots by their end, then the others in run list order. A paused lot comes first: it waits for a person. */
function openFirst(lots: readonly LotSummary[], standings: Standings): LotSummary[] {
  const end = (lot: LotSummary) => {
    const standing = standings.get(lot.id)
    return standing?.status === 'open' ? (standing.closesAt ?? 0) : Infinity
  }
  const open = lots.filter((lot) => end(lot) < Infinity).toSorted((a, b) => end(a) - end(b))
  return [...open, ...lots.filter((lot) => end(lot) === Infinity)]
}

const RESERVE_WORDS = { none: t`none`, 'not-met': t`not met`, met: t`met` }

function stateWords(standing: Standing | undefined): string {
  if (standing === undefined) return '–'
  if (isPaused(standing)) return t`Paused`
  return resultWords(standing) ?? (standing.status === 'open' ? t`Open` : t`Upcoming`)
}

function LotRow({
  lot,
  standing,
  lastBidAt,
  isOwn,
  warning,
  currency,
  onRow,
}: {
  lot: LotSummary
  standing: Standing | undefined
  lastBidAt: number | null
  /** The reader sells it or bid on it. */
  isOwn: boolean
  /** About its leader. */
  warning: LeaderWarning | undefined
  currency: string
  onRow: OnRow
}) {
  const isOpen = standing?.status === 'open'
  return (
    <tr>
      <td>
        <Plate number={lot.lotNumber} size="sm" />
      </td>
      <td className="min-w-40">
        <LotTitle lot={lot} />
        {'\u2002'}
        {onRow === null ? null : (
          <Link
            href={paths.adminPhotos(lot.vehicleId)}
            className="inline-flex min-h-6 items-center text-link pointer-coarse:min-h-11"
          >
            <Trans>
              Photos<span className="sr-only"> of lot {lot.lotNumber}</span>
            </Trans>
          </Link>
        )}
        {standing === undefined || isOpen || standing.status === 'scheduled' ? null : (
          <RiskLink about="lot" id={lot.id} name={lot.lotNumber} />
        )}
      </td>
      <td className={isOpen ? 'font-semibold' : 'whitespace-nowrap'}>{stateWords(standing)}</td>
      <td className="whitespace-nowrap">
        {isOpen && standing.closesAt !== null ? <ClosesIn closesAt={standing.closesAt} bare /> : '–'}
      </td>
      <td className="text-right whitespace-nowrap">
        {standing?.price == null ? '–' : formatMoney(standing.price, currency)}{' '}
        {standing === undefined ? null : <span className="block">{RESERVE_WORDS[standing.reserve]}</span>}
      </td>
      <td className="text-right">
        {standing?.leader ?? '–'}
        <LeaderReasons warning={isOpen ? warning : undefined} />
      </td>
      <td className="text-right whitespace-nowrap">
        {standing?.bidCount ?? '–'} {isOpen && lastBidAt !== null ? <Age at={lastBidAt} /> : null}
      </td>
      <td>
        {standing === undefined || onRow === null ? null : isOwn ? (
          t`A colleague runs it`
        ) : (
          <Actions {...{ lot, standing, currency, onRow }} />
        )}
      </td>
    </tr>
  )
}

function Actions({ lot, standing, currency, onRow }: Omit<Subject, 'action'> & { onRow: NonNullable<OnRow> }) {
  const actions = actionsFor(standing)
  const button = (action: Action) => {
    const name = ACTION_NAMES[action]
    return (
      <Button
        key={action}
        variant={action === 'resume' ? 'default' : 'outline'}
        size="sm"
        onClick={() => onRow.act({ action, lot, standing, currency })}
      >
        <Trans>
          {name}
          <span className="sr-only"> lot {lot.lotNumber}</span>
        </Trans>
      </Button>
    )
  }
  return (
    <span className="flex items-center gap-1.5 *:shrink-0 sm:[&>span]:flex-nowrap [&_:is(a,button)]:px-2!">
      {actions.filter((action) => !TAKES_AWAY.has(action)).map(button)}
      {standing.status === 'open' || standing.status === 'scheduled' ? (
        <Button variant="outline" size="sm" onClick={() => onRow.enterBid(lot.id)}>
          <Trans>
            Enter bid<span className="sr-only"> on lot {lot.lotNumber}</span>
          </Trans>
        </Button>
      ) : null}
      {standing.status === 'reserve-not-met' ? (
        <Button variant="outline" size="sm" asChild>
          <Link href={paths.adminPage(`negotiations/${lot.id}`)}>
            <Trans>
              Negotiation<span className="sr-only"> about lot {lot.lotNumber}</span>
            </Trans>
          </Link>
        </Button>
      ) : null}
      {actions.some((action) => TAKES_AWAY.has(action)) ? (
        <Danger>{actions.filter((action) => TAKES_AWAY.has(action)).map(button)}</Danger>
      ) : null}
    </span>
  )
}

function Age({ at }: { at: number }) {
  const age = formatAge(useServerNow(null) - at)
  return <span className="block">{t`${age} ago`}</span>
}

/** Links to the lot page where this person may open it; staff who are not bidders would be sent to pay a fee. */
function LotTitle({ lot }: { lot: LotSummary }) {
  const { user } = useUser()
  if (accessDenial(user, 'complete') !== null) return lot.title
  return (
    <Link href={paths.lot(lot.lotNumber)} className="underline decoration-line underline-offset-4">
      {lot.title}
    </Link>
  )
}
