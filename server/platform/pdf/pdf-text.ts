import path from 'node:path'
import { ROOT } from '../root.ts'

/** `regular` and `strong` are Archivo; `other` is DejaVu Sans, for the letters that Archivo lacks. */
type Face = 'regular' | 'strong' | 'other'

const FILES: Record<Face, string> = {
  regular: 'archivo-regular.ttf',
  strong: 'archivo-semibold.ttf',
  other: 'dejavu-sans.ttf',
}

/** Tabular figures, so that amounts align. Naming a feature also shapes a run as a whole, which Arabic needs. */
export const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern']
/** Replaces a character that none of our fonts has (Chinese, Japanese, Korean, emoji), so that the gap is visible. */
const MISSING = '\u25a1'
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

export type Font = { size: number; strong: boolean }

type Run = { face: Face; text: string }

/** Text in a PDF in any script: Latin in Archivo, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic in DejaVu Sans. */
export type PdfText = {
  /** Width of one line in points. */
  width(text: string, font: Font): number
  /** Draws one line from `x`, its top at `y`. */
  draw(text: string, x: number, y: number, font: Font): void
  /** Lines no wider than `width`, broken at spaces, or inside a word that is wider by itself. */
  lines(text: string, font: Font, width: number): string[]
}

/** Our fonts in a document, and a text's runs by font. */
export function openFonts(doc: PDFKit.PDFDocument): (text: string, font: Font) => Run[] {
  for (const [face, file] of Object.entries(FILES))
    doc.registerFont(face, path.join(ROOT, 'server/platform/pdf/fonts', file))
  const has = glyphTest(doc)
  return (text, { strong }) => splitByFace(text, strong ? 'strong' : 'regular', has)
}

export function pdfText(doc: PDFKit.PDFDocument): PdfText {
  const runsOf = openFonts(doc)
  const widthOf = ({ face, text }: Run, { size }: Font) =>
    doc.font(face).fontSize(size).widthOfString(text, { features: FEATURES })
  const width: PdfText['width'] = (text, font) => runsOf(text, font).reduce((sum, run) => sum + widthOf(run, font), 0)
  return {
    width,
    draw(text, x, y, font) {
      // All fonts share one baseline, whatever their heights.
      const ascent = fontOf(doc, 'regular').ascender * (font.size / 1000)
      let at = x
      for (const run of runsOf(text, font)) {
        const runWidth = widthOf(run, font)
        doc.text(run.text, at, y + ascent, { lineBreak: false, features: FEATURES, baseline: 'alphabetic' })
        at += runWidth
      }
    },
    lines: (text, font, max) => text.split('\n').flatMap((part) => wrap(part, (words) => width(words, font), max)),
  }
}

/** What pdfkit knows about the current font but its types omit. */
type Internals = { _font: OpenFont }

type Glyph = { path: { toSVG(): string } }

/** `ascender`: in thousandths of the size. Positions in units of the font. */
type OpenFont = {
  ascender: number
  font: {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(
      text: string,
      features: readonly string[],
    ): { glyphs: Glyph[]; positions: { xAdvance: number; xOffset: number; yOffset: number }[] }
  }
}

export function fontOf(doc: PDFKit.PDFDocument, face: Face): OpenFont {
  return (doc.font(face) as typeof doc & Internals)._font
}

function glyphTest(doc: PDFKit.PDFDocument): (face: Face, letter: string) => boolean {
  const known = new Map<string, boolean>()
  return (face, letter) => {
    const key = face + letter
    const found = known.get(key) ?? fontOf(doc, face).font.hasGlyphForCodePoint(letter.codePointAt(0)!)
    known.set(key, found)
    return found
  }
}

/** Marks, spaces and punctuation stay with the run before them. */
function splitByFace(text: string, main: Face, has: (face: Face, letter: string) => boolean): Run[] {
  const runs: Run[] = []
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1)
    const goesOn = /[\p{M}\s\p{Pd}\p{Po}]/u.test(letter) && last !== undefined && has(last.face, letter)
    const face = goesOn ? last.face : has(main, letter) ? main : 'other'
    const drawn = has(face, letter) ? letter : MISSING
    if (last?.face === face) last.text += drawn
    else {
      // A space at the end of a right-to-left run would appear on its other side.
      const space = last !== undefined && RIGHT_TO_LEFT.test(last.text) ? /\s*$/.exec(last.text)![0] : ''
      if (last !== undefined) last.text = last.text.slice(0, last.text.length - space.length)
      runs.push({ face, text: space + drawn })
    }
  }
  return runs
}

/** Lines no wider than `max` by the given measure, broken at spaces, or inside a word that is wider by itself. */
export function wrap(text: string, width: (text: string) => number, max: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (width(longer) <= max) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && width(line + letter) > max) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}
