import sharp from 'sharp'
import type { LotDocument } from '#contract/lots/lot-documents.ts'
import { createTurns } from '../turns.ts'

/** A larger picture would take minutes and gigabytes to open. */
const PIXELS_MAX = 50_000_000
const DRAW_S_MAX = 15
/** A large picture takes hundreds of megabytes while it is decoded. */
const inTurn = createTurns({ atOnce: 2, waitingMax: 20 })

/**
 * Re-encodes a picture in its own format: upright, at its own resolution, without EXIF, GPS, comments, previews, or data appended to the
 * file. Null if it can't be decoded. Throws `busy` when too many wait.
 */
export async function stripPicture(content: Buffer, type: Exclude<LotDocument['type'], 'pdf'>): Promise<Buffer | null> {
  return inTurn(async () => {
    try {
      const drawn = sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
        .autoOrient()
        .timeout({ seconds: DRAW_S_MAX })
      if (type === 'jpeg') return await drawn.jpeg({ quality: 90, mozjpeg: true }).toBuffer()
      if (type === 'webp') return await drawn.webp({ quality: 90 }).toBuffer()
      return await drawn.png().toBuffer()
    } catch (error) {
      // A decoding error is the file's fault; an error with a code is the server's.
      if (!(error instanceof Error) || 'code' in error) throw error
      return null
    }
  })
}
