import PDFDocument from 'pdfkit'
import { inLanguage, t } from '../language/text.ts'
import { pdfText, type PdfText } from './pdf-text.ts'
import type { Column, Letterhead, PdfJob, PdfStep, Style } from './pdf-job.ts'

/** Points: 72 per inch. Letter with margins of three quarters of an inch. */
const MARGIN = 54
const FOOTER_HEIGHT = 28
const LINE_HEIGHT = 1.45
const ROW_PADDING = 3

const INK = '#10151B'
const SLATE = '#4A5560'
const HAIRLINE = '#D9DEE3'
const PLATE = '#FFCF1A'
/** The most that a logo takes of the letterhead. */
const LOGO = { width: 150, height: 40 }

/** Draws a document: the same job produces the same bytes. It uses the CPU for tens of milliseconds, so it runs in a thread. */
export async function drawPdf({ meta, language, steps }: PdfJob): Promise<Buffer> {
  const { title, company, at, isWide = false } = meta
  const doc = new PDFDocument({
    size: 'LETTER',
    layout: isWide ? 'landscape' : 'portrait',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: title,
      Author: company.name,
      Creator: company.name,
      Producer: company.name,
      CreationDate: new Date(at),
    },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const sheet = new Sheet(doc, pdfText(doc))
  sheet.letterhead(company)
  for (const step of steps) sheet.take(step)
  inLanguage(language, () => sheet.footers(meta.footer))
  doc.end()
  return finished
}

class Sheet {
  readonly #width: number
  readonly #bottom: number
  readonly #doc: PDFKit.PDFDocument
  readonly #text: PdfText
  #y = MARGIN

  constructor(doc: PDFKit.PDFDocument, text: PdfText) {
    this.#doc = doc
    this.#text = text
    this.#width = doc.page.width - 2 * MARGIN
    this.#bottom = doc.page.height - MARGIN - FOOTER_HEIGHT
  }

  take(step: PdfStep): void {
    switch (step.does) {
      case 'write':
        return this.#write(step.text, step.style)
      case 'beside':
        return this.#beside(step.blocks)
      case 'facts':
        return this.#facts(step.rows)
      case 'table':
        return this.#table(step.columns, step.rows, step.sums)
      case 'gap':
        this.#y += step.points
    }
  }

  letterhead({ name, accent, logo, address, email, phone }: Letterhead): void {
    const taken = logo === undefined ? this.#plate(name, accent ?? PLATE) : this.#logo(logo)
    const contact = [address, [email, phone].filter((part) => part !== '').join(', ')]
    for (const line of logo === undefined ? contact : [name, ...contact]) {
      this.#line(line, MARGIN + taken, this.#y, { size: 8, quiet: true, align: 'right' }, this.#width - taken)
      this.#y += 13
    }
    this.#y += 24
  }

  /** The name on its color; returns the width it takes. */
  #plate(name: string, color: string): number {
    const nameWidth = this.#text.width(name, 15, true)
    this.#doc.roundedRect(MARGIN, this.#y, nameWidth + 16, 26, 3).fill(color)
    this.#line(name, MARGIN + 8, this.#y + 5, { size: 15, strong: true }, nameWidth)
    return nameWidth + 32
  }

  #logo(logo: Uint8Array): number {
    this.#doc.image(Buffer.from(logo), MARGIN, this.#y, { fit: [LOGO.width, LOGO.height] })
    return LOGO.width + 16
  }

  #write(text: string, style: Style): void {
    const { size = 10, strong = false } = style
    for (const line of this.#text.lines(text, size, strong, this.#width)) {
      this.#need(size * LINE_HEIGHT)
      this.#line(line, MARGIN, this.#y, style, this.#width)
      this.#y += size * LINE_HEIGHT
    }
  }

  #beside(blocks: string[][]): void {
    const width = this.#width / blocks.length
    this.#row(blocks.map((lines, index) => ({ text: lines.join('\n'), x: width * index, width: width - 12 })))
  }

  #facts(rows: readonly (readonly [string, string])[]): void {
    for (const [name, value] of rows) {
      this.#row([
        { text: name, x: 0, width: 120, style: { quiet: true } },
        { text: value, x: 128, width: this.#width - 128 },
      ])
    }
  }

  #table(columns: readonly Column[], rows: readonly string[][], sums: readonly string[][]): void {
    const head = columns.map(({ label }) => label)
    const put = (texts: string[], style: Style) => this.#row(this.#cells(columns, texts, style), ROW_PADDING)
    const putHead = () => {
      put(head, { quiet: true, size: 8.5 })
      this.#rule()
    }
    putHead()
    for (const texts of rows) {
      if (!this.#fits(this.#cells(columns, texts, {}), ROW_PADDING)) {
        this.#newPage()
        putHead()
      }
      put(texts, {})
    }
    this.#rule()
    for (const texts of sums) put(texts, { strong: true })
  }

  footers(text: string): void {
    const { start, count } = this.#doc.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.#doc.switchToPage(page)
      this.#y = this.#bottom + 10
      this.#rule()
      const style: Style = { size: 8, quiet: true }
      this.#line(text, MARGIN, this.#y + 4, style, this.#width)
      this.#line(
        t`Page ${{ page: page + 1 }} of ${{ count }}`,
        MARGIN,
        this.#y + 4,
        { ...style, align: 'right' },
        this.#width,
      )
    }
  }

  #cells(columns: readonly Column[], texts: string[], style: Style): Cell[] {
    let x = 0
    return columns.map(({ share, align = 'left' }, index) => {
      const text = texts[index] ?? ''
      const width = this.#width * share - 8
      const size = align === 'right' ? this.#unbroken(text, style, width) : (style.size ?? 10)
      const cell = { text, x, width, style: { ...style, size, align } }
      x += this.#width * share
      return { ...cell, x: align === 'right' ? cell.x + 8 : cell.x }
    })
  }

  /** The size at which the longest word fits its column: a number is never broken. */
  #unbroken(text: string, { size = 10, strong = false }: Style, width: number): number {
    const longest = Math.max(...text.split(' ').map((word) => this.#text.width(word, size, strong)))
    return longest <= width ? size : Math.floor((size * width * 10) / longest) / 10
  }

  #row(cells: Cell[], padding = 0): void {
    if (!this.#fits(cells, padding)) this.#newPage()
    const height = this.#heightOf(cells)
    for (const { x, width, style = {}, lines } of this.#broken(cells)) {
      lines.forEach((line, index) =>
        this.#line(line, MARGIN + x, this.#y + padding + index * (style.size ?? 10) * LINE_HEIGHT, style, width),
      )
    }
    this.#y += height + 2 * padding
  }

  #broken(cells: Cell[]) {
    return cells.map((cell) => {
      const { size = 10, strong = false } = cell.style ?? {}
      return { ...cell, lines: this.#text.lines(cell.text, size, strong, cell.width) }
    })
  }

  #heightOf(cells: Cell[]): number {
    return Math.max(...this.#broken(cells).map(({ lines, style }) => lines.length * (style?.size ?? 10) * LINE_HEIGHT))
  }

  #fits(cells: Cell[], padding: number): boolean {
    return this.#y + this.#heightOf(cells) + 2 * padding <= this.#bottom
  }

  #need(height: number): void {
    if (this.#y + height > this.#bottom) this.#newPage()
  }

  #newPage(): void {
    this.#doc.addPage()
    this.#y = MARGIN
  }

  #rule(): void {
    this.#doc
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(0.75)
      .stroke(HAIRLINE)
  }

  #line(text: string, x: number, y: number, style: Style, width: number): void {
    const { size = 10, strong = false, quiet = false, align = 'left' } = style
    this.#doc.fillColor(quiet ? SLATE : INK)
    const from = align === 'left' ? x : x + width - this.#text.width(text, size, strong)
    this.#text.draw(text, from, y, size, strong)
  }
}

type Cell = { text: string; x: number; width: number; style?: Style }
