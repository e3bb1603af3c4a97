import type { Column, Meta, PdfStep, Style } from './pdf-job.ts'
import { drawInThread } from './pdf-thread.ts'

/** A document that fills from the top down and takes a new page by itself. All lengths in points. */
export type Pdf = {
  /** A paragraph over the whole width; a line break in `text` breaks the line. */
  write(text: string, style?: Style): void
  heading(text: string): void
  /** Two or more blocks of lines beside each other, such as the addresses of both sides. */
  beside(...blocks: string[][]): void
  /** Names and values in two columns. */
  facts(rows: readonly (readonly [name: string, value: string])[]): void
  /** With its head repeated on every page it reaches; a row is never torn. Rows of `sums` are set strong below a line. */
  table(columns: readonly Column[], rows: readonly string[][], sums?: readonly string[][]): void
  gap(points: number): void
  /** The finished file, drawn in a thread of its own. Throws `busy` where too many documents wait, or this one takes too long. */
  end(): Promise<Buffer>
}

/**
 * Opens a document of the house in A4: letterhead on the first page, page numbers on all, fonts embedded, any letters (see
 * `pdf-text.ts`). The caller makes words of money and instants first. Write with the methods of {@link Pdf}, then `await end()`:
 *
 *     const pdf = openPdf({ title: 'Receipt R-7', house, at, footer: 'Receipt R-7' })
 *     pdf.heading('Receipt R-7')
 *     pdf.facts([['Paid', 'November 20, 2026'], ['By', person.name]])
 *     pdf.table([{ label: 'For', share: 0.7 }, { label: 'Amount', share: 0.3, align: 'right' }], lines, [['Total', '$99.00']])
 *     return pdf.end()
 *
 * What is written is only noted here; fonts are set and lines broken in the thread, so that no bid waits for a page.
 */
export function openPdf(meta: Meta): Pdf {
  const steps: PdfStep[] = []
  const write = (text: string, style: Style = {}) => void steps.push({ does: 'write', text, style })
  return {
    write,
    heading: (text) => write(text, { size: 20, strong: true }),
    beside: (...blocks) => void steps.push({ does: 'beside', blocks }),
    facts: (rows) => void steps.push({ does: 'facts', rows: rows.map(([name, value]) => [name, value]) }),
    table: (columns, rows, sums = []) =>
      void steps.push({ does: 'table', columns: [...columns], rows: [...rows], sums: [...sums] }),
    gap: (points) => void steps.push({ does: 'gap', points }),
    end: () => drawInThread({ meta, steps }),
  }
}
