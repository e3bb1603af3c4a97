import type { ReactNode } from 'react'
import { hasWords, type ReportColumn } from '#contract/reporting/report-table.ts'
import { locale } from '#web/platform/language/language.ts'
import { translated } from '#web/platform/language/text.ts'
import { formatMoney, formatShare } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'
import { Heads, Table } from '#web/ui/table.tsx'

type Row = { currency: string }

/** A report's table by its description; `sums` are its last, bold rows. `link`: the target of a row's first cell. */
export function ReportTable<R extends Row>({
  caption,
  columns,
  rows,
  sums = [],
  labels = [],
  keyOf,
  first = (_, words) => words,
}: {
  caption: string
  columns: readonly ReportColumn<R>[]
  rows: readonly R[]
  sums?: readonly R[]
  /** The columns whose cells are words of ours. */
  labels?: readonly string[]
  keyOf: (row: R) => string
  /** The first cell, such as a link with these words. */
  first?: (row: R, words: string) => ReactNode
}) {
  const heads = columns.map((column) => {
    const head = translated(column.label)
    return hasWords(column) ? head : { right: head }
  })
  const wordsIn = (column: ReportColumn<R>, row: R) =>
    labels.includes(column.label) ? translated(cellWords(column, row)) : cellWords(column, row)
  return (
    <Table caption={caption} dense>
      <Heads of={heads} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="hover:bg-fog">
            {columns.map((column, index) => (
              <td key={column.label} className={classOf(column)}>
                {index === 0 ? first(row, wordsIn(column, row)) : wordsIn(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sums.length === 0 ? null : (
        <tfoot>
          {sums.map((row) => (
            <tr key={keyOf(row)} className="font-semibold">
              {columns.map((column, index) => (
                <td key={column.label} className={classOf(column)}>
                  {index === 0 ? translated(cellWords(column, row)) : cellWords(column, row)}
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
  return kind === 'share' ? formatShare(Math.round(value / 100) * 100) : value.toLocaleString(locale)
}
