import type { Receivable } from '#contract/reporting/overview.ts'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { Heads, Table } from '#web/ui/table.tsx'

const AGES: Record<Receivable['age'], { label: string; state: string }> = {
  'not-due': { label: 'Not due yet', state: 'open' },
  week: { label: 'Up to 7 days late', state: 'overdue' },
  month: { label: '8 to 30 days late', state: 'overdue' },
  older: { label: 'More than 30 days late', state: 'overdue' },
}

/** What buyers owe, by how late it is. */
export function Receivables({ rows }: { rows: readonly Receivable[] }) {
  return (
    <section aria-labelledby="receivables-title" className="mt-10 max-w-[44rem]">
      <h2 id="receivables-title" className="text-lg">
        Receivables
      </h2>
      {rows.length === 0 ? (
        <p className="mt-2 text-slate">No unpaid invoices</p>
      ) : (
        <Table caption="Receivables by age" dense className="mt-3">
          <Heads of={['Age', { right: 'Invoices' }, { right: 'Owed' }]} />
          <tbody>
            {rows.map(({ age, currency, invoices, owed }) => (
              <tr key={`${currency} ${age}`}>
                <td>
                  <RowLink href={`${paths.adminPage('invoices')}?state=${AGES[age].state}`}>{AGES[age].label}</RowLink>
                </td>
                <td className="text-right">{invoices.toLocaleString('en-US')}</td>
                <td className="text-right">{formatExactMoney(owed, currency)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
