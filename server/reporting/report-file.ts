import type { FastifyReply } from 'fastify'
import { type Cell, hasWords, type ReportColumn } from '#contract/reporting/report-table.ts'
import { dateWords } from '#contract/platform/days.ts'
import type { App } from '#server/platform/app.ts'
import { type CsvCells, csvRecord } from '#server/platform/csv.ts'
import { moneyText, plainAmount } from '#server/platform/money-text.ts'
import { openPdf, type Pdf } from '#server/platform/pdf/pdf.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { sendFile } from '#server/platform/http/send-file.ts'

type Row = { currency: string }

/** A report's table as CSV, with a byte order mark. Amounts are plain numbers in the currency of the last column, shares are percentages. */
export function reportCsv<R extends Row>(columns: readonly ReportColumn<R>[], rows: readonly R[]): string {
  const head: CsvCells = [...columns.map(({ label, kind }) => (kind === 'share' ? `${label} (%)` : label)), 'Currency']
  const cells = rows.map((row): CsvCells => [
    ...columns.map(({ kind, of }) => plainCell(kind, of(row), row.currency)),
    row.currency,
  ])
  return `\ufeff${[head, ...cells].map(csvRecord).join('')}`
}

function plainCell(kind: ReportColumn<Row>['kind'], value: Cell, currency: string): Cell {
  if (typeof value !== 'number') return value
  if (kind === 'money') return plainAmount(value, currency)
  return kind === 'share' ? (value / 100).toFixed(2) : value
}

/** Writes a report's table into a PDF; rows of `sums` are bold below a line. */
export function writeTable<R extends Row>(
  pdf: Pdf,
  columns: readonly ReportColumn<R>[],
  rows: readonly R[],
  sums: readonly R[] = [],
): void {
  const cells = (row: R) => columns.map(({ kind, of }) => words(kind, of(row), row.currency))
  pdf.table(
    columns.map((column) => ({
      label: column.label,
      share: column.width / 100,
      align: hasWords(column) ? 'left' : 'right',
    })),
    rows.map(cells),
    sums.map(cells),
  )
}

function words(kind: ReportColumn<Row>['kind'], value: Cell, currency: string): string {
  if (value === null) return '–'
  if (typeof value === 'string') return kind === 'day' && value !== '' ? dateWords(value) : value
  if (kind === 'money') return moneyText(value, currency)
  return kind === 'share' ? `${Math.round(value / 100)}%` : value.toLocaleString('en-US')
}

/** Opens a report on the company's letterhead, dated now. */
export async function openReport(app: App, title: string): Promise<Pdf> {
  const { companyName, brand, contact } = await readCompanyTerms(app)
  const letterhead = { name: companyName, accent: brand.accent, ...contact }
  const pdf = openPdf({ title, company: letterhead, at: app.now(), footer: title, isWide: true })
  pdf.heading(title)
  pdf.gap(12)
  return pdf
}

/** Sends a finished document as a file to save under `name`. */
export function sendPdf(reply: FastifyReply, name: string, file: Buffer): Promise<null> {
  return sendFile(reply, `${name}.pdf`, 'application/pdf', file)
}
