import { createHash } from 'node:crypto'
import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { ROOT } from '#server/platform/root.ts'
import { escaped } from './escaped.ts'
import { closingWords } from './closing-words.ts'
import type { PublicLot } from './store.ts'

const WIDTH = 1200
const HEIGHT = 630
const BAND = 170
const EDGE = 48
const INK = '#10151b'
/** As in `web/ui/tokens.css`. */
const USUAL_ACCENT = '#ffcf1a'
const FONT = path.join(ROOT, 'server/platform/pdf/fonts/archivo-semibold.ttf')

/** Changes with everything the card shows, and with how it is drawn: the picture at an address never changes. */
const DRAWING = 1

/** The path of a lot's card. `accent`: the company's color; null: the usual one. */
export function cardPath(lot: PublicLot, accent: string | null): string {
  const shown = [DRAWING, lot.lot_number, lot.title, lot.hero, closingWords(lot), accent]
  const version = createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12)
  return `/cards/lot-${lot.lot_number}-${version}.jpg`
}

/** The preview picture of a shared lot link: hero photo, plate, title and end; a JPEG of 1200 by 630. */
export async function drawCard(lot: PublicLot, accent: string | null, hero: Buffer | null): Promise<Buffer> {
  const ground = { create: { width: WIDTH, height: HEIGHT, channels: 3 as const, background: INK } }
  const photo =
    hero === null
      ? null
      : await sharp(hero)
          .resize(WIDTH, HEIGHT - BAND, { fit: 'cover' })
          .toBuffer()
  const number = await words(String(lot.lot_number), 64, INK, 400)
  const plateWidth = number.width + 56
  const left = EDGE + plateWidth + 32
  const title = await words(lot.title, 46, '#ffffff', WIDTH - left - EDGE)
  const end = await words(closingWords(lot), 32, '#a9b3bd', WIDTH - left - EDGE)
  const top = HEIGHT - BAND
  const middle = top + BAND / 2
  const layers: OverlayOptions[] = [
    ...(photo === null ? [] : [{ input: photo, left: 0, top: 0 }]),
    { input: plate(plateWidth, 104, accent ?? USUAL_ACCENT), left: EDGE, top: Math.round(middle - 52) },
    { input: number.picture, left: EDGE + 28, top: Math.round(middle - number.height / 2) },
    { input: title.picture, left, top: Math.round(middle - 12 - title.height) },
    { input: end.picture, left, top: Math.round(middle + 16) },
  ]
  return sharp(ground).composite(layers).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

function plate(width: number, height: number, color: string): Buffer {
  const inner = `x="5" y="5" width="${width - 10}" height="${height - 10}" rx="7"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" rx="11" fill="${color}"/>` +
      `<rect ${inner} fill="none" stroke="${INK}" stroke-width="4"/></svg>`,
  )
}

/** One line of text, shrunk until it fits; `size` is the font size in pixels. */
async function words(text: string, size: number, color: string, widthMax: number) {
  const markup = `<span foreground="${color}">${escaped(text)}</span>`
  const font = { text: markup, font: `Archivo SemiBold ${size}`, fontfile: FONT, rgba: true, dpi: 72 }
  const { data, info } = await sharp({ text: font }).png().toBuffer({ resolveWithObject: true })
  if (info.width <= widthMax) return { picture: data, width: info.width, height: info.height }
  const fitted = await sharp(data).resize({ width: widthMax }).png().toBuffer({ resolveWithObject: true })
  return { picture: fitted.data, width: fitted.info.width, height: fitted.info.height }
}
