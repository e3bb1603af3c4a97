import type { ReactNode } from 'react'
import { hasWords, type ReportColumn } from '#contract/reporting/report-table.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'
import { Heads, Table } from '#web/ui/table.tsx'

type Row = { currency: string }

/** A report's table by its description; `sums` are its last, bold rows. `link`: the target of a row's first cell. */
export function ReportTable<R extends Row>({
  caption,
  columns,
  rows,
  sums = [],
  keyOf,
  first = (_, words) => words,
}: {
  caption: string
  columns: readonly ReportColumn<R>[]
  rows: readonly R[]
  sums?: readonly R[]
  keyOf: (row: R) => string
  /** The first cell, such as a link with these words. */
  first?: (row: R, words: string) => ReactNode
}) {
  return (
    <Table caption={caption} dense>
      <Heads of={columns.map((column) => (hasWords(column) ? column.label : { right: column.label }))} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="hover:bg-fog">
            {columns.map((column, index) => (
              <td key={column.label} className={classOf(column)}>
                {index === 0 ? first(row, cellWords(column, row)) : cellWords(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sums.length === 0 ? null : (
        <tfoot>
          {sums.map((row) => (
            <tr key={keyOf(row)} className="font-semibold">
              {columns.map((column) => (
                <td key={column.label} className={classOf(column)}>
                  {cellWords(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      )}
    </Table>
  )
}

function classOf(column: Pick<ReportColumn<never>, 'kind'>): string {
  if (!hasWords(column)) return 'text-right whitespace-nowrap'
  return column.kind === 'day' ? 'whitespace-nowrap' : ''
}

function cellWords<R extends Row>({ kind, of }: ReportColumn<R>, row: R): string {
  const value = of(row)
  if (value === null) return '–'
  if (typeof value === 'string') return kind === 'day' && value !== '' ? formatDate(value) : value
  if (kind === 'money') return formatMoney(value, row.currency)
  return kind === 'share' ? `${Math.round(value / 100)}%` : value.toLocaleString('en-US')
}
