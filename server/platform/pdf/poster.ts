import type { Font, PdfText } from './pdf-text.ts'

/**
 * One part of a page or picture, in points or pixels from its top left corner. `text` is wrapped and made smaller until it fits its box;
 * with `turn` the box is read from top to bottom: `width` is then its extent downward. `modules`: the dark squares of a QR code, one
 * string of 0 and 1 for each row. `cut`: a dashed line to cut along. `picture`: a PNG, as large as fits its box.
 */
export type Mark =
  | { does: 'fill'; x: number; y: number; width: number; height: number; color: string; radius?: number }
  | {
      does: 'text'
      text: string
      x: number
      y: number
      width: number
      height: number
      /** The largest size. */
      size: number
      color: string
      strong?: boolean
      center?: boolean
      turn?: boolean
    }
  | { does: 'modules'; x: number; y: number; size: number; rows: string[]; color: string }
  | { does: 'picture'; x: number; y: number; width: number; height: number; png: Uint8Array }
  | { does: 'cut'; from: readonly [x: number, y: number]; to: readonly [x: number, y: number] }

/** A page or picture with everything in its place. Only plain values, because it crosses to the drawing thread. */
export type Poster = {
  /** `pdf`: one page; `svg`: text as outlines, so that it looks the same without our fonts. */
  as: 'pdf' | 'svg'
  title: string
  author: string
  /** Written into the file's properties, in ms: the same facts produce the same bytes. */
  at: number
  width: number
  height: number
  marks: Mark[]
}

export const POSTER_LINE_HEIGHT = 1.2
const SIZE_STEP = 0.94
/** Below this no one can read it: what doesn't fit then is cut off with an ellipsis. */
const SIZE_MIN = 6

type Box = { text: string; width: number; height: number; size: number; strong: boolean }

/** The largest font in which the text fits its box, and its lines. `lines` breaks the text in a font. */
export function fitText(
  { text, width, height, strong, ...largest }: Box,
  lines: PdfText['lines'],
): { font: Font; lines: string[] } {
  for (let { size } = largest; ; size *= SIZE_STEP) {
    const font = { size, strong }
    const broken = lines(text, font, width)
    const linesMax = Math.floor(height / (size * POSTER_LINE_HEIGHT))
    if (broken.length <= linesMax) return { font, lines: broken }
    if (size * SIZE_STEP >= SIZE_MIN) continue
    const kept = broken.slice(0, Math.max(1, linesMax))
    return { font, lines: [...kept.slice(0, -1), `${kept.at(-1)!.slice(0, -1)}…`] }
  }
}
