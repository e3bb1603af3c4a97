import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { changePhoto as endpoint, drawDamage } from '#contract/lots/vehicle-photos.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { noteChange } from '../corrections/correct.ts'
import { showPhotos, turnPins } from './show-photos.ts'
import {
  findPhoto,
  lockVehicle,
  photosOf,
  removePhoto,
  setPins,
  setPosition,
  setSlot,
  setWaiting,
  type PhotoRow,
} from './store.ts'
import { findPictured, setDamage } from './vehicle-store.ts'

type Change = BodyOf<typeof endpoint>

/**
 * Sets what a photo shows, its rotation and its damage pins. A rotated photo is processed again; until then readers see the old one. Throws
 * `not-found`; refuses pins while the photo is still being processed.
 */
export async function changePhoto(app: App, id: string, actorId: string, change: Change): Promise<PhotoRow | Refusal> {
  return withPhoto(app, id, async (trx, row) => {
    if (change.pins !== undefined && (row.state === 'waiting' || row.shown_name === null)) {
      return refuse('not-ready-yet', 'This photo is still being processed. Try again in a moment.')
    }
    if (change.slot !== undefined) await setSlot(trx, id, change.slot)
    if (change.pins !== undefined) await setPins(trx, id, turnPins(change.pins, -row.shown_rotation))
    if (change.rotation !== undefined && change.rotation !== row.rotation) await setWaiting(trx, id, change.rotation)
    const { slot, rotation, pins } = row
    await audit(trx, {
      actorId,
      action: 'change-photo',
      subjectKind: 'photo',
      subjectId: id,
      before: { slot, rotation, pins },
      after: change,
    })
    return (await findPhoto(trx, id))!
  })
}

/** Retries a photo that could not be processed. */
export async function retryPhoto(app: App, id: string, actorId: string): Promise<PhotoRow | Refusal> {
  return withPhoto(app, id, async (trx, row) => {
    if (row.state !== 'failed') return refuse('not-failed', 'This photo hasn’t failed, so there’s nothing to retry.')
    await setWaiting(trx, id, row.rotation)
    const before = { failure: row.failure }
    await audit(trx, { actorId, action: 'retry-photo', subjectKind: 'photo', subjectId: id, before })
    return (await findPhoto(trx, id))!
  })
}

/**
 * Deletes a photo. Its files are removed once no page loaded earlier can still request them. Deleting one that bidders have seen is a
 * correction: refuses `reason-needed` without a reason.
 */
export async function deletePhoto(
  app: App,
  id: string,
  actorId: string,
  reason: string | undefined,
): Promise<Refusal | null> {
  const done = await withPhoto(app, id, async (trx, row) => {
    const change = { field: 'photo', before: row.slot, after: null }
    const isShown = row.shown_name !== null
    const refused = isShown ? await noteChange(trx, row.vehicle_id, { actorId, reason }, [change]) : null
    if (refused !== null) return refused
    await removePhoto(trx, id)
    const before = { slot: row.slot, vehicleId: row.vehicle_id }
    const subject = { subjectKind: 'photo', subjectId: id }
    await audit(trx, { actorId, action: 'delete-photo', ...subject, before, reason: reason ?? null })
    return row
  })
  return done instanceof Refusal ? done : null
}

async function withPhoto(
  app: App,
  id: string,
  action: (trx: App['db'], row: PhotoRow) => Promise<PhotoRow | Refusal>,
): Promise<PhotoRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const found = await findPhoto(trx, id)
    if (found === undefined) throw notFound('this photo')
    // Locks the vehicle's row to the end of the transaction; what was read before the lock may have changed.
    await lockVehicle(trx, found.vehicle_id)
    const row = await findPhoto(trx, id)
    if (row === undefined) throw notFound('this photo')
    const done = await action(trx, row)
    if (!(done instanceof Refusal)) await showPhotos(trx, row.vehicle_id)
    return done
  })
}

/** Puts all photos of a vehicle in an order. Refuses an order that misses any or names others: photos were added or deleted meanwhile. */
export async function orderPhotos(
  app: App,
  vehicleId: string,
  actorId: string,
  ids: string[],
): Promise<PhotoRow[] | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    // Locks the vehicle's row to the end of the transaction: one reordering at a time.
    if (!(await lockVehicle(trx, vehicleId))) throw notFound('this vehicle')
    const before = (await photosOf(trx, vehicleId)).map(({ id }) => id)
    if (before.toSorted().join() !== ids.toSorted().join()) {
      return refuse('photos-changed', 'Someone added or deleted photos in the meantime. Reload and try again.')
    }
    for (const [position, id] of ids.entries()) await setPosition(trx, id, position)
    await showPhotos(trx, vehicleId)
    const subject = { subjectKind: 'vehicle', subjectId: vehicleId }
    await audit(trx, { actorId, action: 'order-photos', ...subject, before: { ids: before }, after: { ids } })
    return photosOf(trx, vehicleId)
  })
}

/** Redraws the damage map. Refuses `reason-needed` if bidders have seen it and no reason is given. */
export async function drawDamageMap(
  app: App,
  vehicleId: string,
  actorId: string,
  { marks, reason }: BodyOf<typeof drawDamage>,
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    // Locks the vehicle's row to the end of the transaction, so that the audit's earlier value is accurate.
    if (!(await lockVehicle(trx, vehicleId))) throw notFound('this vehicle')
    const before = await findPictured(trx, vehicleId)
    const change = { field: 'damageMap', before: before?.damage_map ?? [], after: marks }
    const isSame = JSON.stringify(change.before) === JSON.stringify(marks)
    const refused = isSame ? null : await noteChange(trx, vehicleId, { actorId, reason }, [change])
    if (refused !== null) return refused
    await setDamage(trx, vehicleId, marks)
    const subject = { subjectKind: 'vehicle', subjectId: vehicleId }
    const was = { marks: before?.damage_map }
    await audit(trx, {
      actorId,
      action: 'draw-damage',
      ...subject,
      reason: reason ?? null,
      before: was,
      after: { marks },
    })
    return null
  })
}
