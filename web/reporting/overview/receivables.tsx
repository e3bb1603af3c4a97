import type { Receivable } from '#contract/reporting/overview.ts'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'

const AGES: Record<Receivable['age'], { label: string; state: string }> = {
  'not-due': { label: t`Not due yet`, state: 'open' },
  week: { label: t`Up to 7 days late`, state: 'overdue' },
  month: { label: t`8 to 30 days late`, state: 'overdue' },
  older: { label: t`More than 30 days late`, state: 'overdue' },
}

/** What buyers owe, by how late it is. */
export function Receivables({ rows }: { rows: readonly Receivable[] }) {
  return (
    <section aria-labelledby="receivables-title" className="mt-10 max-w-[44rem]">
      <h2 id="receivables-title" className="text-lg">{t`Receivables`}</h2>
      {rows.length === 0 ? (
        <p className="mt-2 text-slate">{t`No unpaid invoices`}</p>
      ) : (
        <Table caption={t`Receivables by age`} dense className="mt-3">
          <Heads of={[t`Age`, { right: t`Invoices` }, { right: t`Owed` }]} />
          <tbody>
            {rows.map(({ age, currency, invoices, owed }) => (
              <tr key={`${currency} ${age}`}>
                <td>
                  <RowLink href={`${paths.adminPage('invoices')}?state=${AGES[age].state}`}>{AGES[age].label}</RowLink>
                </td>
                <td className="text-right">{invoices.toLocaleString(locale)}</td>
                <td className="text-right">{formatExactMoney(owed, currency)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
