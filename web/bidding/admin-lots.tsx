import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { Auction } from '#contract/auctions.ts'
import type { Standing } from '#contract/bidding.ts'
import { listLots, type LotTeaser } from '#contract/lots.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { ACT_NAMES, type Act, actsFor } from './admin-acts.ts'
import { LotAct, type Subject } from './admin-lot-act.tsx'
import { ClosesIn } from './countdown.tsx'
import { resultWords } from './standing-words.ts'
import { useStandings } from './use-standings.ts'

/** The run list of a sale with its live standings, and what an auctioneer can do to each lot. */
export default function AdminLots({ auctionId }: { auctionId: string }) {
  const { user } = useUser()
  const client = useQueryClient()
  const sale = useQuery<Auction>({ queryKey: ['/api/auctions', auctionId] })
  const lots = useQuery({ queryKey: ['/api/lots', 'run-list', auctionId], queryFn: () => readRunList(auctionId) })
  const { standings, feed } = useStandings(auctionId, barrier(user, 'informed') === null)
  const [subject, setSubject] = useState<Subject | null>(null)
  const failure = sale.error ?? lots.error
  const currency = sale.data?.currency ?? 'USD'

  function onClose(changed: Standing | null) {
    setSubject(null)
    if (changed !== null) void client.invalidateQueries({ queryKey: ['/api/standings', auctionId] })
  }

  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage('sales')} className="text-notice underline underline-offset-4">
          Sales
        </Link>
      </p>
      <h1 className="mt-1 text-xl">{sale.data?.title ?? 'Sale'}</h1>
      {sale.data === undefined ? null : (
        <p className="mt-1 text-sm text-slate">
          {sale.data.kind}, {sale.data.state}, {sale.data.lotCount} lots, opens {formatInstant(sale.data.opensAt)}.
          {feed.status === 'live' ? ' Live.' : ' Not live at this moment: prices may be behind.'}
        </p>
      )}
      <div className="mt-6">
        {failure !== null ? (
          <Notice tone="bad" title="The run list cannot be shown">
            {wordsOfFailure(failure)}
          </Notice>
        ) : lots.data === undefined ? (
          <Skeleton className="h-96" />
        ) : lots.data.length === 0 ? (
          <EmptyState title="This sale has no lots" />
        ) : (
          <RunList
            lots={lots.data}
            standings={standings}
            currency={currency}
            onAct={barrier(user, 'auctioneer') === null ? setSubject : null}
          />
        )}
      </div>
      {subject === null ? null : <LotAct subject={subject} onClose={onClose} />}
    </>
  )
}

type OnAct = ((subject: Subject) => void) | null

function RunList({
  lots,
  standings,
  currency,
  onAct,
}: {
  lots: readonly LotTeaser[]
  standings: ReadonlyMap<string, Standing>
  currency: string
  onAct: OnAct
}) {
  return (
    <Table caption="Run list" dense className="relative [&_td]:align-middle!">
      <thead>
        <tr>
          {['Lot', 'Vehicle', 'State', 'End'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {['Price', 'Leader', 'Bids'].map((head) => (
            <th key={head} scope="col" className="text-right">
              {head}
            </th>
          ))}
          <th scope="col">Reserve</th>
          <th scope="col">Acts</th>
        </tr>
      </thead>
      <tbody>
        {lots.map((lot) => (
          <LotRow key={lot.id} lot={lot} standing={standings.get(lot.id)} currency={currency} onAct={onAct} />
        ))}
      </tbody>
    </Table>
  )
}

const RESERVE_WORDS = { none: 'none', 'not-met': 'not met', met: 'met' }

function LotRow({
  lot,
  standing,
  currency,
  onAct,
}: {
  lot: LotTeaser
  standing: Standing | undefined
  currency: string
  onAct: OnAct
}) {
  const running = standing?.status === 'open' && standing.closesAt !== null
  return (
    <tr>
      <td>
        <Plate number={lot.lotNumber} size="sm" />
      </td>
      <td className="min-w-40">
        <LotTitle lot={lot} />
      </td>
      <td>{standing === undefined ? '–' : (resultWords(standing) ?? (running ? 'Open' : 'Not open yet'))}</td>
      <td className="whitespace-nowrap">
        {running && standing.closesAt !== null ? <ClosesIn closesAt={standing.closesAt} /> : '–'}
      </td>
      <td className="text-right">{standing?.price == null ? '–' : formatMoney(standing.price, currency)}</td>
      <td className="text-right">{standing?.leader ?? '–'}</td>
      <td className="text-right">{standing?.bidCount ?? '–'}</td>
      <td>{standing === undefined ? '–' : RESERVE_WORDS[standing.reserve]}</td>
      <td>
        <span className="flex items-center gap-2">
          {onAct === null ? null : (
            <Link
              href={paths.adminPhotographs(lot.vehicleId)}
              className="inline-flex min-h-9 items-center px-1 text-notice underline underline-offset-4 pointer-coarse:min-h-11"
            >
              Photographs<span className="sr-only"> of lot {lot.lotNumber}</span>
            </Link>
          )}
          {standing === undefined || onAct === null
            ? null
            : actsFor(standing).map((act: Act) => (
                <Button key={act} variant="outline" size="sm" onClick={() => onAct({ act, lot, standing, currency })}>
                  {ACT_NAMES[act]}
                  <span className="sr-only"> lot {lot.lotNumber}</span>
                </Button>
              ))}
        </span>
      </td>
    </tr>
  )
}

/** Leads to the lot's page where this person may open it; staff who are no bidders would be sent to pay a fee. */
function LotTitle({ lot }: { lot: LotTeaser }) {
  const { user } = useUser()
  if (barrier(user, 'complete') !== null) return lot.title
  return (
    <Link href={paths.lot(lot.lotNumber)} className="underline decoration-line underline-offset-4">
      {lot.title}
    </Link>
  )
}

/** Every lot of a sale, page after page. */
async function readRunList(auctionId: string): Promise<LotTeaser[]> {
  const lots: LotTeaser[] = []
  let cursor: string | null = null
  do {
    const page: { items: LotTeaser[]; next: string | null } = await call(listLots, {
      query: { auction: auctionId, limit: 100, ...(cursor === null ? {} : { cursor }) },
    })
    lots.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return lots.toSorted((a, b) => a.lotNumber - b.lotNumber)
}
