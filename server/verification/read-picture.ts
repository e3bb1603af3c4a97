import sharp from 'sharp'
import { Problem, refuse, type Refusal } from '#server/platform/problem.ts'
import { createTurns } from '#server/platform/turns.ts'

/** A picture with more would take minutes and gigabytes to open. */
const PIXELS_MAX = 50_000_000
const EDGE_MAX = 2400
/** A large picture takes hundreds of megabytes while it is decoded. */
const inTurn = createTurns({ atOnce: 2, waitingMax: 20 })

/** What a document may be, told from its first bytes and never from its name. */
type Kind = 'picture' | 'pdf' | null

function kindOf(content: Buffer): Kind {
  const head = content.subarray(0, 12).toString('latin1')
  if (head.startsWith('%PDF-')) return 'pdf'
  const heif = head.slice(4, 8) === 'ftyp' && /^(heic|heix|mif1|msf1|heim|hevc)/.test(head.slice(8, 12))
  const webp = head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'
  return heif || webp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n') ? 'picture' : null
}

/**
 * The document as it is kept: a picture is drawn anew, upright, without metadata and at most 2400 px on an edge; a PDF stays as it is.
 * Refuses `not-a-document`, naming the side.
 */
export async function readDocument(content: Buffer, side: string): Promise<Buffer | Refusal> {
  const kind = kindOf(content)
  if (kind === 'pdf') return content
  if (kind === null) return notADocument(side, 'is not a JPEG, PNG, WebP, HEIC or PDF file')
  try {
    return await inTurn(() => redraw(content))
  } catch (error) {
    if (error instanceof Problem) throw error
    return notADocument(side, 'cannot be read as a picture, or has too many pixels. Try a JPEG photograph')
  }
}

function notADocument(side: string, why: string): Refusal {
  return refuse('not-a-document', `The ${side} ${why}.`, { side })
}

/** Throws for what cannot be decoded or has too many pixels. */
function redraw(content: Buffer): Promise<Buffer> {
  return sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: EDGE_MAX, height: EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
