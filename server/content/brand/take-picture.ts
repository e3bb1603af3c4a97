import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { sendBrandPicture } from '#contract/content/brand.ts'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { kindOf } from '#server/platform/images/read-document.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { createTurns } from '#server/platform/turns.ts'
import { insertPicture } from './store.ts'

type Kind = QueryOf<typeof sendBrandPicture>['kind']

const PIXELS_MAX = 50_000_000
const SVG_BYTES_MAX = 500_000
const DRAW_S_MAX = 10
/** Twice the size at which pages show them. */
const LOGO = { width: 480, height: 128 }
const PORTRAIT = { width: 640, height: 640 }

const inTurn = createTurns({ atOnce: 1, waitingMax: 5 })

/**
 * Draws a picture again and stores the result under the hash of its content; returns its path. An SVG is drawn, too: no code, link or metadata of
 * any file is kept.
 */
export async function takeBrandPicture(
  app: App,
  { content, kind, actorId }: { content: Buffer; kind: Kind; actorId: string },
): Promise<string | Refusal> {
  const drawn = isDrawable(content) ? await inTurn(() => draw(content, kind)) : null
  if (drawn === null)
    return refuse('not-a-picture', 'We couldn’t open this file as a picture. Choose an SVG, PNG, JPEG or WebP file.')
  const name = `${createHash('sha256').update(drawn).digest('hex').slice(0, 32)}.${kind === 'logo' ? 'png' : 'webp'}`
  await app.db.transaction().execute(async (trx) => {
    if (!(await insertPicture(trx, { name, content: drawn, actorId }))) return
    const subject = { subjectKind: 'brand', subjectId: 'company' }
    await audit(trx, { actorId, action: 'add-brand-picture', ...subject, after: { kind, name, bytes: drawn.length } })
  })
  return `/brand/${name}`
}

function isDrawable(content: Buffer): boolean {
  const kind = kindOf(content)
  if (kind !== null) return kind !== 'pdf' && kind !== 'heic'
  if (content.length > SVG_BYTES_MAX) return false
  const text = content.toString('utf8')
  // Entities could expand without end, and nothing needs them.
  return /^\s*(<\?xml[^>]*>)?\s*(<!--[^]*?-->\s*)*<svg[\s>]/.test(text) && !/<!(DOCTYPE|ENTITY)/i.test(text)
}

/** Null: it can't be drawn. */
async function draw(content: Buffer, kind: Kind): Promise<Buffer | null> {
  try {
    const picture = sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'error', density: 300 })
      .timeout({ seconds: DRAW_S_MAX })
      .autoOrient()
    if (kind === 'logo')
      return await picture
        .resize({ ...LOGO, fit: 'inside' })
        .png({ palette: true })
        .toBuffer()
    return await picture
      .resize({ ...PORTRAIT, fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    // A picture that cannot be drawn is a fault of the file; any other error is a bug of ours and appears in the log.
    if (!(error instanceof Error) || 'code' in error) throw error
    return null
  }
}
