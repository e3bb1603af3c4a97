import sharp from 'sharp'
import { VEHICLE_PHOTOS_MAX } from '#contract/lots/vehicle-photos.ts'
import type { ShotSlot } from '#contract/lots/photos.ts'
import { audit } from '#server/platform/audit.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { kindOf } from '#server/platform/images/read-document.ts'
import type { SourceKind } from '#server/platform/images/photo-worker.ts'
import type { SentPhoto } from './form.ts'
import { PIXELS_MAX } from '#server/platform/images/recipe.ts'
import { findByContent, insertPhoto, lockVehicle, photosOf, type PhotoRow } from './store.ts'

type Given = SentPhoto & { vehicleId: string; slot: ShotSlot; actorId: string }

/**
 * Stores a photo as it was sent, for later processing. The same file for the same vehicle is the same photo, however often it is sent. A
 * failure leaves no file and no row. Throws `not-found` if the vehicle does not exist.
 */
export async function takePhoto(app: App, files: FileStorage, given: Given): Promise<PhotoRow | Refusal> {
  const before = await findByContent(app.db, given.vehicleId, given.hash)
  if (before !== undefined) return before
  const kind = await readableKind(given.content)
  if (kind instanceof Refusal) return kind
  const sourceName = await files.put(given.content)
  let kept = false
  try {
    const taken = await app.db.transaction().execute((trx) => enter(trx, { ...given, sourceName, sourceKind: kind }))
    kept = !(taken instanceof Refusal) && taken.source_name === sourceName
    return taken
  } finally {
    if (!kept) await files.remove(sourceName)
  }
}

/** The type by its first bytes, unless its header says that it is too large to open. Everything else is checked in the background. */
async function readableKind(content: Buffer): Promise<SourceKind | Refusal> {
  const kind = kindOf(content)
  if (kind === null || kind === 'pdf') {
    return refuse('not-a-photo', 'This isn’t a JPEG, PNG, WebP or HEIC file. Choose another photo.')
  }
  if (kind === 'heic') return kind
  const head = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (head === null || head.format !== kind) {
    return refuse('not-a-photo', 'We couldn’t read this photo. It may be damaged or incomplete.')
  }
  if (head.width * head.height > PIXELS_MAX) {
    return refuse('too-many-pixels', `This photo has more than ${PIXELS_MAX / 1_000_000} million pixels.`)
  }
  return kind
}

async function enter(
  trx: App['db'],
  given: Given & { sourceName: string; sourceKind: SourceKind },
): Promise<PhotoRow | Refusal> {
  const { vehicleId, hash, slot, sourceName, sourceKind, actorId } = given
  // Locks the vehicle's row to the end of the transaction: if a file is sent twice concurrently, the second finds the first.
  if (!(await lockVehicle(trx, vehicleId))) throw notFound('this vehicle')
  const before = await findByContent(trx, vehicleId, hash)
  if (before !== undefined) return before
  if ((await photosOf(trx, vehicleId)).length >= VEHICLE_PHOTOS_MAX) {
    return refuse('too-many-photos', `A vehicle has at most ${VEHICLE_PHOTOS_MAX} photos.`)
  }
  const id = newId()
  await insertPhoto(trx, { id, vehicleId, slot, hash, sourceName, sourceKind })
  await audit(trx, {
    actorId,
    action: 'add-photo',
    subjectKind: 'vehicle',
    subjectId: vehicleId,
    after: { id, slot },
  })
  return (await findByContent(trx, vehicleId, hash))!
}
