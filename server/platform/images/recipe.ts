import sharp, { type Sharp } from 'sharp'
import { PHOTO_WIDTHS, type PhotoFormat } from '#contract/lots/photos.ts'

/** A picture with more pixels is treated as an attack on memory. */
export const PIXELS_MAX = 100_000_000
/** The master's longer edge in pixels: enough for every width, and for rotating later. */
const MASTER_EDGE_MAX = 4096
const PLACEHOLDER_WIDTH = 16

/** `width`: the one it is served under; a narrower picture is stored once for all larger widths. */
type Rendition = { widths: number[]; format: PhotoFormat; content: Uint8Array }

/** `master` is null if the source already was one. Width and height: of the widest rendition, in pixels. */
export type Developed = {
  master: Uint8Array | null
  width: number
  height: number
  placeholder: string
  renditions: Rendition[]
}

export class TooManyPixels extends Error {}

/**
 * Makes the master of an original: upright, in sRGB, only its pixels, so neither location nor camera. Throws sharp's error for an
 * unreadable file, and {@link TooManyPixels}.
 */
export async function masterOf(content: Uint8Array): Promise<Buffer> {
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
  if (width * height > PIXELS_MAX) throw new TooManyPixels()
  return asMaster(sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient())
}

/** The same from raw pixels, four bytes each. */
export function masterOfPixels(data: Uint8Array, width: number, height: number): Promise<Buffer> {
  return asMaster(sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: PIXELS_MAX }))
}

function asMaster(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ width: MASTER_EDGE_MAX, height: MASTER_EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Every served file of a master, rotated clockwise by `rotation` degrees. */
export async function develop(master: Uint8Array, rotation: number): Promise<Omit<Developed, 'master'>> {
  const widest = PHOTO_WIDTHS.at(-1)!
  const turned = await sharp(master).rotate(rotation).raw().toBuffer({ resolveWithObject: true })
  const plain = (from: typeof turned) => {
    const { width, height, channels } = from.info
    return sharp(from.data, { raw: { width, height, channels } })
  }
  const full = await plain(turned).resize({ width: widest, withoutEnlargement: true }).raw().toBuffer({
    resolveWithObject: true,
  })
  const renditions: Rendition[] = []
  for (const { width, widths } of sharedWidths(full.info.width)) {
    for (const [format, encode] of ENCODERS) {
      renditions.push({ widths, format, content: await encode(plain(full).resize({ width })).toBuffer() })
    }
  }
  const tiny = await plain(full).resize({ width: PLACEHOLDER_WIDTH }).blur(0.6).webp({ quality: 40 }).toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`
  return { width: full.info.width, height: full.info.height, placeholder, renditions }
}

/** One entry per picture made: its width, and the widths it is served under. */
function sharedWidths(own: number): { width: number; widths: number[] }[] {
  const narrower = PHOTO_WIDTHS.filter((width) => width < own)
  const rest = PHOTO_WIDTHS.filter((width) => width >= own)
  const all = narrower.map((width) => ({ width: width as number, widths: [width as number] }))
  return rest.length === 0 ? all : [...all, { width: own, widths: [...rest] }]
}

/** AVIF at low effort: more takes ten times as long to save a twentieth of the bytes. */
const ENCODERS: [PhotoFormat, (picture: Sharp) => Sharp][] = [
  ['avif', (picture) => picture.avif({ quality: 55, effort: 2 })],
  ['webp', (picture) => picture.webp({ quality: 78, effort: 4 })],
  ['jpg', (picture) => picture.jpeg({ quality: 78, mozjpeg: true })],
]
