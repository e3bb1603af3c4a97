import { languageNow } from '../language/text.ts'
import type { Column, Meta, PdfStep, Style } from './pdf-job.ts'
import { drawInThread } from './pdf-thread.ts'

/** A document that fills from the top and starts new pages automatically. All lengths in points. */
export type Pdf = {
  /** A paragraph over the whole width; a line break in `text` breaks the line. */
  write(text: string, style?: Style): void
  heading(text: string): void
  /** Two or more blocks of lines next to each other, such as the addresses of both sides. */
  beside(...blocks: string[][]): void
  /** Names and values in two columns. */
  facts(rows: readonly (readonly [name: string, value: string])[]): void
  /** The header repeats on every page; a row is never split. Rows of `sums` are bold below a line. */
  table(columns: readonly Column[], rows: readonly string[][], sums?: readonly string[][]): void
  gap(points: number): void
  /** The finished file, drawn in a separate thread. Throws `busy` when too many documents wait or this one takes too long. */
  end(): Promise<Buffer>
}

/**
 * Opens a company document in Letter: letterhead on the first page, page numbers on all, fonts embedded, any script (see `pdf-text.ts`). The
 * caller formats money and instants first. Write with the methods of {@link Pdf}, then `await end()`:
 *
 *     const pdf = openPdf({ title: 'Receipt R-7', company: letterhead, at, footer: 'Receipt R-7' })
 *     pdf.heading('Receipt R-7')
 *     pdf.facts([['Paid', 'November 20, 2026'], ['By', person.name]])
 *     pdf.table([{ label: 'For', share: 0.7 }, { label: 'Amount', share: 0.3, align: 'right' }], lines, [['Total', '$99.00']])
 *     return pdf.end()
 *
 * The methods only record steps; the thread lays out the text, so that drawing a page never delays a bid.
 */
export function openPdf(meta: Meta): Pdf {
  const steps: PdfStep[] = []
  const language = languageNow()
  const write = (text: string, style: Style = {}) => void steps.push({ does: 'write', text, style })
  return {
    write,
    heading: (text) => write(text, { size: 20, strong: true }),
    beside: (...blocks) => void steps.push({ does: 'beside', blocks }),
    facts: (rows) => void steps.push({ does: 'facts', rows: rows.map(([name, value]) => [name, value]) }),
    table: (columns, rows, sums = []) =>
      void steps.push({ does: 'table', columns: [...columns], rows: [...rows], sums: [...sums] }),
    gap: (points) => void steps.push({ does: 'gap', points }),
    end: () => drawInThread({ meta, language, steps }),
  }
}
