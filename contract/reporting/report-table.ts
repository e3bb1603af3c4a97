/** One description of a report's table for the page, the CSV file and the PDF. */

export type Cell = string | number | null

/** `day`: a date such as 2026-11-25. `money`: minor units of the row's currency. `share`: basis points. `width`: of the PDF's page, in hundredths; a table's add up to 100. */
export type ReportColumn<Row> = {
  label: string
  kind: 'text' | 'day' | 'count' | 'money' | 'share'
  width: number
  of: (row: Row) => Cell
}

/** Whether a column's cells are words: figures are aligned at the right. */
export function hasWords({ kind }: Pick<ReportColumn<never>, 'kind'>): boolean {
  return kind === 'text' || kind === 'day'
}

/** Basis points of a part in a whole; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((10_000 * part) / whole)
}
