import { t } from '#server/platform/language/text.ts'
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
  /** The company's color and its logo, a PNG. */
  accent: string
  logo: Uint8Array | undefined
  qr: string[]
}

export const INK = '#10151B'
export const SLATE = '#4A5560'
export const PAPER = '#FFFFFF'
/** As in `web/ui/tokens.css`. */
export const USUAL_ACCENT = '#FFCF1A'

export function headline(): string {
  return t`Car auctions where you see every fee before you bid`
}

/** On two lines. */
export function invitation({ name, code: referralCode }: PieceWords): string {
  return `${t`Invited by ${{ name }}`}\n${t`Code ${{ code: referralCode }}`}`
}

type Place = { x: number; y: number; width: number; height: number }

/** The company's name on its color, or its logo on white. */
export function plate({ company: text, accent, logo }: PieceWords, place: Place): Mark[] {
  const { x, y, width, height } = place
  if (logo !== undefined) {
    const pad = height * 0.12
    const inside = { x: x + pad, y: y + pad, width: width - 2 * pad, height: height - 2 * pad }
    return [
      { does: 'fill', ...place, color: PAPER, radius: height * 0.12 },
      { does: 'picture', ...inside, png: logo },
    ]
  }
  const inner = { x: x + height * 0.3, y: y + height * 0.14, width: width - height * 0.6, height: height * 0.72 }
  return [
    { does: 'fill', ...place, color: accent, radius: height * 0.12 },
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
