import { Link, useSearchParams } from 'wouter'
import type { TalkRow } from '#contract/talks.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { Table } from '#web/ui/table.tsx'
import { TalkDeadline } from './talk-deadline.tsx'
import { deadlineOf, PHASE_WORDS } from './talk-words.ts'
import { useTalks } from './use-talks.ts'

const STATES = ['running', 'over'] as const

/** Lots that closed below their reserve: those that wait for an agreement, next deadline first, and those that are decided. */
export default function AdminTalks() {
  const [search, setSearch] = useSearchParams()
  const state = search.get('state') === 'over' ? 'over' : 'running'
  const { items, error } = useTalks(state)
  return (
    <>
      <h1 className="text-xl">Talks</h1>
      <p className="mt-1 text-sm text-slate">Lots that closed below their reserve.</p>
      <div className="mt-4">
        <TabRow
          name="State"
          current={state}
          onChoose={(next) => setSearch({ state: next })}
          tabs={STATES.map((id) => ({ id, label: id === 'running' ? 'Waiting' : 'Decided' }))}
        />
      </div>
      <div className="mt-6">
        {error !== null && items === undefined ? (
          <Notice tone="bad" title="The talks cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        ) : items === undefined ? (
          <Skeleton className="h-64" />
        ) : items.length === 0 ? (
          <EmptyState title={state === 'running' ? 'No lot waits for an agreement' : 'None was decided yet'} />
        ) : (
          <Talks items={items} />
        )}
      </div>
    </>
  )
}

function Talks({ items }: { items: readonly TalkRow[] }) {
  return (
    <Table caption="Talks" dense className="[&_td]:align-middle!">
      <thead>
        <tr>
          {['Lot', 'Vehicle', 'State', 'Until'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {['Paddle', 'High bid', 'Bidder offers', 'House asks', 'Sold at'].map((head) => (
            <th key={head} scope="col" className="text-right">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((talk) => (
          <Row key={talk.lotId} talk={talk} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ talk }: { talk: TalkRow }) {
  const deadline = deadlineOf(talk)
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, talk.currency))
  return (
    <tr>
      <td>
        <Plate number={talk.lotNumber} size="sm" />
      </td>
      <td className="min-w-40">
        <Link
          href={paths.adminPage(`talks/${talk.lotId}`)}
          className="font-semibold underline decoration-line underline-offset-4"
        >
          {talk.title}
        </Link>
      </td>
      <td className="whitespace-nowrap">{PHASE_WORDS[talk.phase]}</td>
      <td className="whitespace-nowrap">{deadline === null ? '–' : <TalkDeadline at={deadline} />}</td>
      <td className="text-right">{talk.paddle}</td>
      <td className="text-right">{money(talk.highBid)}</td>
      <td className="text-right">{money(talk.offer)}</td>
      <td className="text-right">{money(talk.counter)}</td>
      <td className="text-right">{money(talk.soldAt)}</td>
    </tr>
  )
}
