import sharp from 'sharp'
import { PHOTOGRAPHS_MAX } from '#contract/photographs.ts'
import type { ShotSlot } from '#contract/photos.ts'
import { audit } from '#server/platform/audit.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { kindOf } from '#server/verification/read-document.ts'
import type { SourceKind } from './darkroom.ts'
import type { SentPhotograph } from './form.ts'
import { PIXELS_MAX } from './recipe.ts'
import { findByContent, insertPhotograph, lockVehicle, photographsOf, type PhotographRow } from './store.ts'

type Given = SentPhotograph & { vehicleId: string; slot: ShotSlot; actorId: string }

/**
 * Keeps a photograph as it was sent, to be made ready later. The same file for the same vehicle is the same photograph, however often
 * it is sent. Whatever fails, no file and no row is left behind. Throws `not-found` for a vehicle that is not there.
 */
export async function takePhotograph(house: House, files: FileStorage, given: Given): Promise<PhotographRow | Refusal> {
  const before = await findByContent(house.db, given.vehicleId, given.hash)
  if (before !== undefined) return before
  const kind = await readableKind(given.content)
  if (kind instanceof Refusal) return kind
  const sourceName = await files.put(given.content)
  let kept = false
  try {
    const taken = await house.db.transaction().execute((trx) => enter(trx, { ...given, sourceName, sourceKind: kind }))
    kept = !(taken instanceof Refusal) && taken.source_name === sourceName
    return taken
  } finally {
    if (!kept) await files.remove(sourceName)
  }
}

/** What the first bytes say it is, unless its head says that it is too large to open. The rest is found out in the background. */
async function readableKind(content: Buffer): Promise<SourceKind | Refusal> {
  const kind = kindOf(content)
  if (kind === null || kind === 'pdf') {
    return refuse('not-a-photograph', 'This is not a JPEG, PNG, WebP or HEIC file.')
  }
  if (kind === 'heic') return kind
  const head = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (head === null || head.format !== kind) {
    return refuse('not-a-photograph', 'This file cannot be read as a photograph: it is damaged or not complete.')
  }
  if (head.width * head.height > PIXELS_MAX) {
    return refuse('too-many-pixels', `This photograph has more than ${PIXELS_MAX / 1_000_000} million pixels.`)
  }
  return kind
}

async function enter(
  trx: House['db'],
  given: Given & { sourceName: string; sourceKind: SourceKind },
): Promise<PhotographRow | Refusal> {
  const { vehicleId, hash, slot, sourceName, sourceKind, actorId } = given
  // Locks the vehicle's row to the end of the transaction: of the same file sent twice at once the second finds the first.
  if (!(await lockVehicle(trx, vehicleId))) throw notFound('this vehicle')
  const before = await findByContent(trx, vehicleId, hash)
  if (before !== undefined) return before
  if ((await photographsOf(trx, vehicleId)).length >= PHOTOGRAPHS_MAX) {
    return refuse('too-many-photographs', `A vehicle has at most ${PHOTOGRAPHS_MAX} photographs.`)
  }
  const id = newId()
  await insertPhotograph(trx, { id, vehicleId, slot, hash, sourceName, sourceKind })
  await audit(trx, {
    actorId,
    act: 'add-photograph',
    subjectKind: 'vehicle',
    subjectId: vehicleId,
    after: { id, slot },
  })
  return (await findByContent(trx, vehicleId, hash))!
}
