import sharp, { type Sharp } from 'sharp'
import { DOCUMENT_PAGES_MAX } from '#contract/verification/verification.ts'
import { Problem, refuse, Refusal } from '../problem.ts'
import { createTurns } from '../turns.ts'
import { decode, type DecodeFault, type Raster } from './decode.ts'

/** A picture with more would take minutes and gigabytes to open. The largest phones make 50 million. */
const PIXELS_MAX = 50_000_000
/** Of the stored image: enough to read the small print of a card on a scanned sheet. */
const EDGE_MAX = 3200
const DRAW_S_MAX = 15
/** A large picture takes hundreds of megabytes while it is decoded. */
const inTurn = createTurns({ atOnce: 2, waitingMax: 20 })

type Kind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf'

/** The type of a file, determined by its first bytes and never by its name. */
export function kindOf(content: Buffer): Kind | null {
  const head = content.subarray(0, 12).toString('latin1')
  if (head.startsWith('%PDF-')) return 'pdf'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return head.slice(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cx]|mif1|msf1)/.test(head.slice(8, 12)) ? 'heic' : null
}

/**
 * The pictures to store for a file, as JPEG: re-encoded, upright, without metadata, at most 3200 px on an edge; for a PDF one per page. The
 * file itself is not stored. Refuses with a message that names the side; throws `busy` when too many wait.
 */
export async function readDocument(content: Buffer, side: string): Promise<Buffer[] | Refusal> {
  const kind = kindOf(content)
  if (kind === null) return notADocument(side, `The ${side} is not a JPEG, PNG, WebP, HEIC or PDF file.`)
  try {
    if (kind !== 'heic' && kind !== 'pdf') return [await inTurn(() => redraw(content, kind))]
    const limits = { pixelsMax: PIXELS_MAX, pagesMax: DOCUMENT_PAGES_MAX, edge: EDGE_MAX }
    const decoded = await decode({ kind, content, ...limits })
    if ('fault' in decoded) return refusalOf(decoded.fault, side, kind)
    const pictures: Buffer[] = []
    for (const page of decoded.pages) pictures.push(await inTurn(() => keep(fromRaster(page))))
    return pictures
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof TooManyPixels) return refusalOf('too-many-pixels', side, kind)
    // A picture that cannot be drawn is a fault of the file; any other error is a bug of ours and appears in the log.
    if (!(error instanceof Error) || 'code' in error) throw error
    return refusalOf('unreadable', side, kind)
  }
}

class TooManyPixels extends Error {}

const WORDS: Record<DecodeFault, (side: string) => string> = {
  unreadable: (side) => `The ${side} can’t be read: the file is damaged or incomplete.`,
  locked: (side) => `The ${side} is a PDF with a password. Send it without one, or send a photo.`,
  'too-many-pages': (side) =>
    `The ${side} is a PDF with more than ${DOCUMENT_PAGES_MAX} pages. Send the pages that show the document.`,
  'too-many-pixels': (side) =>
    `The ${side} has more than ${PIXELS_MAX / 1_000_000} million pixels. Take the photo with a lower resolution.`,
  'too-slow': (side) => `The ${side} takes too long to open. Send a JPEG photo of the document.`,
}

function refusalOf(fault: DecodeFault, side: string, kind: Kind): Refusal {
  if (fault === 'locked') return refuse('document-locked', WORDS.locked(side), { side })
  if (fault === 'too-many-pages') return refuse('too-many-pages', WORDS[fault](side), { side })
  if (fault === 'too-many-pixels') return refuse('too-many-pixels', WORDS[fault](side), { side })
  if (fault === 'unreadable' && kind === 'heic')
    return notADocument(side, `The ${side} can’t be read: the file is damaged or incomplete. Try it as a JPEG.`)
  return notADocument(side, WORDS[fault](side))
}

function notADocument(side: string, why: string): Refusal {
  return refuse('not-a-document', why, { side })
}

/** The size is checked by the file's header, before anything is decoded. Throws for files that can't be rendered. */
async function redraw(content: Buffer, kind: Kind): Promise<Buffer> {
  const { format, width, height } = await sharp(content, { limitInputPixels: false, sequentialRead: true }).metadata()
  if (format !== kind) throw new Error('the file’s content doesn’t match its type')
  if (width * height > PIXELS_MAX) throw new TooManyPixels()
  return keep(sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true }).autoOrient())
}

function fromRaster({ width, height, data }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: PIXELS_MAX })
}

function keep(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ width: EDGE_MAX, height: EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .timeout({ seconds: DRAW_S_MAX })
    .toBuffer()
}
