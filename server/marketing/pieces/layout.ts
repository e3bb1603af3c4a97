import type { Mark } from '#server/platform/pdf/poster.ts'

/** What every piece says. `qr`: the rows of the code for the piece's own channel. */
export type PieceWords = {
  company: string
  name: string
  code: string
  /** Where to register, to type in: without a scheme, the code goes into its field. */
  address: string
  /** What joining costs, from the terms. */
  fee: string
  qr: string[]
}

export const INK = '#10151B'
export const SLATE = '#4A5560'
export const PAPER = '#FFFFFF'
export const PLATE = '#FFCF1A'

export const HEADLINE = 'Car auctions where you see every fee before you bid'

type Place = { x: number; y: number; width: number; height: number }

/** The company's name on its plate. */
export function plate(text: string, place: Place): Mark[] {
  const { x, y, width, height } = place
  const inner = { x: x + height * 0.3, y: y + height * 0.14, width: width - height * 0.6, height: height * 0.72 }
  return [
    { does: 'fill', ...place, color: PLATE, radius: height * 0.12 },
    { does: 'text', text, ...inner, size: height * 0.6, strong: true, center: true, color: INK },
  ]
}

/** A QR code on white with its quiet zone of four modules, which scanners need. */
export function code(rows: string[], x: number, y: number, size: number): Mark[] {
  const quiet = (size * 4) / (rows.length + 8)
  return [
    { does: 'fill', x, y, width: size, height: size, color: PAPER, radius: 0 },
    { does: 'modules', x: x + quiet, y: y + quiet, size: size - 2 * quiet, rows, color: INK },
  ]
}
