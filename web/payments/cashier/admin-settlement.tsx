import { exportDays, type Settlement, settlement } from '#contract/payments/admin-payments.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { ExportButton } from '#web/ui/list/list-controls.tsx'
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
import { t } from '#web/platform/language/text.ts'
import { locale } from '#web/platform/language/language.ts'

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
        <h1 className="text-xl">{t`Settlement`}</h1>
        <ExportButton from={exportDays} query={{ from, to }} name={`settlement-${from}-${to}.csv`} />
      </div>
      <div className="mt-4 grid max-w-96 grid-cols-2 gap-3">
        <Field label={t`From`}>
          <Input type="date" value={from} max={to} onChange={(event) => filter.set({ from: event.target.value })} />
        </Field>
        <Field label={t`To`}>
          <Input type="date" value={to} min={from} onChange={(event) => filter.set({ to: event.target.value })} />
        </Field>
      </div>
      {error !== null ? (
        <div className="mt-6">
          <RequestFailed title={t`Couldn’t load the settlement`} failure={error} />
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
      <h2 className="mt-8 text-lg">{t`By payment method`}</h2>
      <div className="mt-3">
        <Totals
          rows={totalsOf(report.days, (day) => day.provider)}
          sums={totalsOf(report.days, () => 'all')}
          caption={t`Totals by payment method`}
        />
      </div>
      <h2 className="mt-10 text-lg">{t`By day`}</h2>
      <div className="mt-3">
        {report.days.length === 0 ? (
          <EmptyState title={t`No money moved in this period`} />
        ) : (
          <Totals rows={report.days} caption={t`Totals by day and payment method`} hasDays />
        )}
      </div>
      <h2 className="mt-10 text-lg">{t`The ledger at the end of ${formatDate(to)}`}</h2>
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
          ...(hasDays ? [t`Day`] : []),
          t`Method`,
          { right: t`Payments and refunds` },
          { right: t`Received` },
          { right: t`Refunded` },
          { right: t`Net` },
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
              <td>{t`Total`}</td>
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
      <td className="text-right">{transfers.toLocaleString(locale)}</td>
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
  'provider:stripe': t`At Stripe`,
  'provider:transfer': t`In the bank account`,
  'provider:sandbox': t`In the sandbox (no money)`,
  'unmatched:bank': t`Unmatched transfers`,
  'disputed:sandbox': t`Held in disputes in the sandbox (no money)`,
  'disputed:stripe': t`Held by payers’ banks in disputes`,
  'cost:disputes': t`Lost in disputes`,
  'cost:dispute-fees': t`Dispute fees`,
  'cost:rewards': t`Referral rewards`,
  credit: t`Held for people: credit and refunds in progress`,
  receivable: t`Owed by buyers`,
  'income:membership': t`Membership fees earned`,
  'income:auctions': t`Premium and fees earned`,
  'income:commission': t`Commission and seller fees earned`,
  seller: t`Owed to sellers with an account`,
  'owed:sellers': t`Owed to other sellers`,
  'owed:tax': t`Owed to tax authorities`,
}

function Balances({ balances }: { balances: Settlement['balances'] }) {
  const sums = new Map<string, number>()
  for (const { currency, balance } of balances) sums.set(currency, (sums.get(currency) ?? 0) + balance)
  const isBalanced = [...sums.values()].every((sum) => sum === 0)
  return (
    <>
      <Table caption={t`Balances of the ledger`} dense>
        <Heads of={[t`Account`, { right: t`We have` }, { right: t`We owe or earned` }]} />
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
          ? t`Both sides are equal: the ledger balances.`
          : t`The sides differ. Contact the server’s operators.`}
      </p>
    </>
  )
}
