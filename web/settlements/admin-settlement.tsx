import { exportSettlement, type Settlement } from '#contract/invoices/admin-invoices.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { ExportButton } from '#web/ui/list/list-controls.tsx'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { InvoiceState } from '#web/invoices/invoice-state.tsx'
import { useSettlement } from '#web/invoices/admin/admin-invoice-actions.ts'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { SettlementSellers } from './settlement-sellers.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** The proceeds of one auction: for the sellers, the company and the tax office; paid and owed. */
export default function AdminSettlement({ auctionId }: { auctionId: string }) {
  const { data, error } = useSettlement(auctionId)
  return (
    <>
      <BackLink href={paths.adminPage('invoices')}>{t`All invoices`}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">{data === undefined ? t`Settlement with sellers` : t`Settlement: ${data.title}`}</h1>
        {data === undefined || data.rows.length === 0 ? null : (
          <ExportButton from={exportSettlement} params={{ auctionId }} name="settlement.csv" />
        )}
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-6 h-96" />
        ) : (
          <RequestFailed title={t`Couldn’t load the settlement`} failure={error} />
        )
      ) : (
        <>
          <SettlementSellers auctionId={auctionId} />
          <Brought settlement={data} />
        </>
      )}
    </>
  )
}

const SUMS = [
  ['hammer', t`Hammer price, for sellers`],
  ['premium', t`Premium`],
  ['fees', t`Fees`],
  ['tax', t`Tax`],
  ['total', t`Total`],
  ['paid', t`Paid`],
  ['owed', t`Owed`],
] as const

function Brought({ settlement }: { settlement: Settlement }) {
  const { rows, sums, currency, startsAt } = settlement
  const money = (amount: number) => formatExactMoney(amount, currency)
  if (rows.length === 0) return <EmptyState title={t`No invoices for this auction`} />
  return (
    <>
      <h2 className="mt-10 text-lg">{t`Buyers`}</h2>
      <p className="mt-1 mb-4 text-slate">{t`${formatInstant(startsAt)}, ${plural(rows.length, { one: '# lot sold', other: '# lots sold' })}. Net of credit notes. Late fees and storage aren’t included.`}</p>
      <Table caption={t`Settlement by lot`} dense>
        <Heads of={[t`Lot`, t`Invoice`, t`State`, ...SUMS.map(([, label]) => ({ right: label }))]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.invoiceId}>
              <td className="wrap-anywhere">
                {row.lotNumber} {row.title}
              </td>
              <td className="whitespace-nowrap">
                <RowLink href={paths.adminPage(`invoices/${row.invoiceId}`)}>{row.number}</RowLink>
              </td>
              <td className="whitespace-nowrap">
                <InvoiceState state={row.state} />
              </td>
              {SUMS.map(([name]) => (
                <td key={name} className="text-right">
                  {money(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <td colSpan={3}>{t`All lots`}</td>
            {SUMS.map(([name]) => (
              <td key={name} className="text-right">
                {money(sums[name])}
              </td>
            ))}
          </tr>
        </tfoot>
      </Table>
    </>
  )
}
