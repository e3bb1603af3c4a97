import { exportDays, type Settlement, settlement } from '#contract/payments/admin-payments.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { ExportButton } from '#web/ui/list/admin-list.tsx'
import { useUrlFilter } from '#web/ui/list/use-url-filter.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { useCompanyToday } from '#web/platform/company-today.ts'
import { addDays, readDay } from '#web/platform/zoned-days.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatDate } from '#web/platform/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { nameOfProvider } from '../provider-choice.tsx'

const DAYS_SHOWN = 30

/** Received and refunded amounts by day and method, and the closing balance of the ledger. */
export default function AdminSettlement() {
  const filter = useUrlFilter()
  const today = useCompanyToday()
  const to = filter.get('to') || today
  const from = filter.get('from') || addDays(readDay(to) ?? today, 1 - DAYS_SHOWN)
  const { data, error } = useRead(settlement, { query: { from, to } }, { placeholderData: (held) => held })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Settlement</h1>
        <ExportButton from={exportDays} query={{ from, to }} name={`settlement-${from}-${to}.csv`} />
      </div>
      <div className="mt-4 grid max-w-96 grid-cols-2 gap-3">
        <Field label="From">
          <Input type="date" value={from} max={to} onChange={(event) => filter.set({ from: event.target.value })} />
        </Field>
        <Field label="To">
          <Input type="date" value={to} min={from} onChange={(event) => filter.set({ to: event.target.value })} />
        </Field>
      </div>
      {error !== null ? (
        <div className="mt-6">
          <RequestFailed title="Couldn’t load the settlement" failure={error} />
        </div>
      ) : data === undefined ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <Report report={data} to={to} />
      )}
    </>
  )
}

function Report({ report, to }: { report: Settlement; to: string }) {
  return (
    <>
      <h2 className="mt-8 text-lg">By payment method</h2>
      <div className="mt-3">
        <Totals
          rows={totalsOf(report.days, (day) => day.provider)}
          sums={totalsOf(report.days, () => 'all')}
          caption="Totals by payment method"
        />
      </div>
      <h2 className="mt-10 text-lg">By day</h2>
      <div className="mt-3">
        {report.days.length === 0 ? (
          <EmptyState title="No money moved in this period" />
        ) : (
          <Totals rows={report.days} caption="Totals by day and payment method" hasDays />
        )}
      </div>
      <h2 className="mt-10 text-lg">The ledger at the end of {formatDate(to)}</h2>
      <div className="mt-3 max-w-[44rem]">
        <Balances balances={report.balances} />
      </div>
    </>
  )
}

type Day = Settlement['days'][number]

/** `sums`: the totals below, one of each currency; nothing to add up if each row is one already. */
function Totals({
  rows,
  sums = [],
  caption,
  hasDays = false,
}: {
  rows: readonly Day[]
  sums?: readonly Day[]
  caption: string
  hasDays?: boolean
}) {
  return (
    <Table caption={caption} dense>
      <Heads
        of={[
          ...(hasDays ? ['Day'] : []),
          'Method',
          { right: 'Transfers' },
          { right: 'Received' },
          { right: 'Refunded' },
          { right: 'Net' },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.day} ${row.provider} ${row.currency}`}>
            {hasDays ? <td className="whitespace-nowrap">{formatDate(row.day)}</td> : null}
            <td>{nameOfProvider(row.provider)}</td>
            <Amounts row={row} />
          </tr>
        ))}
      </tbody>
      {sums.length === rows.length ? null : (
        <tfoot>
          {sums.map((row) => (
            <tr key={row.currency} className="font-semibold">
              <td>Total</td>
              <Amounts row={row} />
            </tr>
          ))}
        </tfoot>
      )}
    </Table>
  )
}

function Amounts({ row: { transfers, received, returned, net, currency } }: { row: Day }) {
  return (
    <>
      <td className="text-right">{transfers.toLocaleString('en-US')}</td>
      {[received, returned, net].map((amount, index) => (
        <td key={index} className="text-right whitespace-nowrap">
          {formatExactMoney(amount, currency)}
        </td>
      ))}
    </>
  )
}

/** Days added up by what `of` says and by currency. */
function totalsOf(days: Settlement['days'], of: (day: Day) => string): Day[] {
  const totals = new Map<string, Day>()
  for (const day of days) {
    const key = `${of(day)} ${day.currency}`
    const sum = totals.get(key)
    totals.set(
      key,
      sum === undefined
        ? day
        : {
            ...sum,
            received: sum.received + day.received,
            returned: sum.returned + day.returned,
            net: sum.net + day.net,
            transfers: sum.transfers + day.transfers,
          },
    )
  }
  return [...totals.values()]
}

const ACCOUNTS: Record<string, string> = {
  'provider:stripe': 'At Stripe',
  'provider:transfer': 'In the bank account',
  'provider:sandbox': 'In the sandbox (no money)',
  'unmatched:bank': 'Unmatched transfers',
  'disputed:sandbox': 'Held in disputes in the sandbox (no money)',
  'disputed:stripe': 'Held by payers’ banks in disputes',
  'cost:disputes': 'Lost in disputes',
  'cost:dispute-fees': 'Dispute fees',
  'cost:rewards': 'Referral rewards',
  credit: 'Held for people: credit and refunds in progress',
  receivable: 'Owed by buyers',
  'income:membership': 'Membership fees earned',
  'income:auctions': 'Premium and fees earned',
  'income:commission': 'Commission and seller fees earned',
  seller: 'Owed to sellers with an account',
  'owed:sellers': 'Owed to other sellers',
  'owed:tax': 'Owed to tax authorities',
}

function Balances({ balances }: { balances: Settlement['balances'] }) {
  const sums = new Map<string, number>()
  for (const { currency, balance } of balances) sums.set(currency, (sums.get(currency) ?? 0) + balance)
  const isBalanced = [...sums.values()].every((sum) => sum === 0)
  return (
    <>
      <Table caption="Balances of the ledger" dense>
        <Heads of={['Account', { right: 'We have' }, { right: 'We owe or earned' }]} />
        <tbody>
          {balances.map(({ account, currency, balance }) => (
            <tr key={`${account} ${currency}`}>
              <td>{ACCOUNTS[account] ?? account}</td>
              <td className="text-right">{balance >= 0 ? formatExactMoney(balance, currency) : ''}</td>
              <td className="text-right">{balance < 0 ? formatExactMoney(-balance, currency) : ''}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-sm text-slate">
        {isBalanced
          ? 'Both sides are equal: the ledger balances.'
          : 'The sides differ. Contact the server’s operators.'}
      </p>
    </>
  )
}
