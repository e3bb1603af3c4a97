import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { FEATURES, fontOf, openFonts, pdfText, wrap, type Font, type PdfText } from './pdf-text.ts'
import { fitText, POSTER_LINE_HEIGHT, type Mark, type Poster } from './poster.ts'

const HAIRLINE = '#4A5560'
/** Measurements kept for later pictures: their sentences are mostly the same. */
const TEXTS_MAX = 5000

type TextMark = Extract<Mark, { does: 'text' }>
type Modules = Extract<Mark, { does: 'modules' }>

/** Draws a poster as PDF or SVG: the same poster produces the same bytes. Runs in the drawing thread. */
export function drawPoster(poster: Poster): Promise<Buffer> {
  return poster.as === 'pdf' ? drawPage(poster) : Promise.resolve(Buffer.from(drawSvg(poster)))
}

function drawPage({ title, author, at, width, height, marks }: Poster): Promise<Buffer> {
  const info = { Title: title, Author: author, Creator: author, Producer: author, CreationDate: new Date(at) }
  const properties = { pdfVersion: '1.7', lang: 'en', displayTitle: true, info } as const
  const doc = new PDFDocument({ ...properties, size: [width, height], margin: 0 })
  const file = buffer(doc)
  const text = pdfText(doc)
  const measure = measuring(text.width)
  for (const mark of marks) markPage(doc, { ...text, ...measure }, mark)
  doc.end()
  return file
}

function markPage(doc: PDFKit.PDFDocument, text: PdfText, mark: Mark): void {
  switch (mark.does) {
    case 'fill':
      doc.roundedRect(mark.x, mark.y, mark.width, mark.height, mark.radius ?? 0).fill(mark.color)
      return
    case 'modules':
      for (const { x, y, width, height } of bars(mark)) doc.rect(x, y, width, height)
      doc.fill(mark.color)
      return
    case 'picture':
      doc.image(Buffer.from(mark.png), mark.x, mark.y, {
        fit: [mark.width, mark.height],
        align: 'center',
        valign: 'center',
      })
      return
    case 'cut':
      doc
        .moveTo(...mark.from)
        .lineTo(...mark.to)
        .dash(3, { space: 3 })
        .lineWidth(0.75)
        .stroke(HAIRLINE)
        .undash()
      return
    case 'text':
      doc.save()
      doc.translate(mark.turn ? mark.x + mark.height : mark.x, mark.y)
      if (mark.turn) doc.rotate(90)
      doc.fillColor(mark.color)
      for (const { line, x, y, font } of placed(mark, text)) text.draw(line, x, y, font)
      doc.restore()
  }
}

/** Made with the first picture and kept: opening the fonts takes longest. */
let ready: Outlines | null = null

function drawSvg({ title, width, height, marks }: Poster): string {
  ready ??= textOutlines(new PDFDocument({ autoFirstPage: false }))
  const outlines = ready
  const parts = marks.map((mark) => markSvg(outlines, mark))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${escaped(title)}</title>${parts.join('')}</svg>`
}

function markSvg(outlines: Outlines, mark: Mark): string {
  switch (mark.does) {
    case 'fill':
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" rx="${mark.radius ?? 0}" fill="${mark.color}"/>`
    case 'modules': {
      const path = bars(mark).map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
      return `<path fill="${mark.color}" shape-rendering="crispEdges" d="${path.join('')}"/>`
    }
    case 'picture': {
      const png = Buffer.from(mark.png).toString('base64')
      return `<image x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" href="data:image/png;base64,${png}"/>`
    }
    case 'cut':
      return `<path stroke="${HAIRLINE}" stroke-dasharray="3" d="M${mark.from.join(' ')}L${mark.to.join(' ')}"/>`
    case 'text': {
      const move = `translate(${mark.turn ? mark.x + mark.height : mark.x} ${mark.y})${mark.turn ? 'rotate(90)' : ''}`
      const lines = placed(mark, outlines).map(({ line, x, y, font }) => outlines.path(line, x, y, font))
      return `<g transform="${move}" fill="${mark.color}">${lines.join('')}</g>`
    }
    default:
      return mark satisfies never
  }
}

/** The lines of a text in its box, from the box's top left corner; vertically centered. */
function placed(mark: TextMark, measure: Pick<PdfText, 'width' | 'lines'>) {
  const { strong = false, center = false, width, height } = mark
  const { font, lines } = fitText({ ...mark, strong }, measure.lines)
  const lineHeight = font.size * POSTER_LINE_HEIGHT
  const top = (height - lines.length * lineHeight) / 2
  return lines.map((line, index) => ({
    line,
    font,
    x: center ? (width - measure.width(line, font)) / 2 : 0,
    y: top + index * lineHeight,
  }))
}

/** A QR code as horizontal bars: neighbors in a row are one shape, so that no hairline shows between them. */
function bars({ x, y, size, rows }: Modules) {
  const unit = size / rows.length
  return rows.flatMap((row, index) =>
    [...row.matchAll(/1+/g)].map((run) => ({
      x: x + run.index * unit,
      y: y + index * unit,
      width: run[0].length * unit,
      height: unit,
    })),
  )
}

/** Width and line breaks from one measurement of each text: its width grows with its size, which is tried many times. */
function measuring(measured: PdfText['width']): Pick<PdfText, 'width' | 'lines'> {
  const ofSizeOne = new Map<string, number>()
  const width: PdfText['width'] = (text, { size, strong }) => {
    const key = `${strong ? 'strong' : 'regular'} ${text}`
    const known = ofSizeOne.get(key) ?? measured(text, { size: 1000, strong }) / 1000
    if (ofSizeOne.size < TEXTS_MAX) ofSizeOne.set(key, known)
    return known * size
  }
  return {
    width,
    lines: (text, font, max) => text.split('\n').flatMap((part) => wrap(part, (words) => width(words, font), max)),
  }
}

/** Text as SVG paths, in any script of our fonts. */
type Outlines = Pick<PdfText, 'width' | 'lines'> & {
  /** One line from `x`, its top at `y`. */
  path(text: string, x: number, y: number, font: Font): string
}

function textOutlines(doc: PDFKit.PDFDocument): Outlines {
  const runsOf = openFonts(doc)
  const glyphsOf = (text: string, style: Font) =>
    runsOf(text, style).flatMap(({ face, text: run }) => {
      const { font } = fontOf(doc, face)
      const { glyphs, positions } = font.layout(run, FEATURES)
      return glyphs.map(({ path }, index) => {
        const { xAdvance, xOffset, yOffset } = positions[index]!
        return { path, advance: xAdvance / font.unitsPerEm, xOffset, yOffset, unit: 1 / font.unitsPerEm }
      })
    })
  const { width, lines } = measuring((text, style) =>
    glyphsOf(text, style).reduce((sum, { advance }) => sum + advance * style.size, 0),
  )
  return {
    width,
    lines,
    path(text, x, y, style) {
      const { size } = style
      const baseline = y + fontOf(doc, 'regular').ascender * (size / 1000)
      let at = x
      return glyphsOf(text, style)
        .map(({ path, advance, xOffset, yOffset, unit }) => {
          const scale = unit * size
          const [left, top] = [at + xOffset * scale, baseline - yOffset * scale]
          at += advance * size
          const d = path.toSVG()
          return d === '' ? '' : `<path transform="translate(${left} ${top}) scale(${scale} ${-scale})" d="${d}"/>`
        })
        .join('')
    },
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
