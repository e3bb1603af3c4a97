import type { BodyOf } from '#contract/endpoint.ts'
import type { changePhotograph as endpoint, drawDamage } from '#contract/photographs.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { noteChange } from '../corrections/correct.ts'
import { showPhotographs, turnPins } from './show-photographs.ts'
import {
  findPhotograph,
  lockVehicle,
  photographsOf,
  removePhotograph,
  setPins,
  setPosition,
  setSlot,
  setWaiting,
  type PhotographRow,
} from './store.ts'
import { findPictured, setDamage } from './vehicle-store.ts'

type Change = BodyOf<typeof endpoint>

/**
 * Says what a photograph shows, turns it, marks damage on it. Turned, it is made ready anew; until then readers see it as it was.
 * Throws `not-found`; refuses pins on what is not shown as it will be.
 */
export async function changePhotograph(
  house: House,
  id: string,
  actorId: string,
  change: Change,
): Promise<PhotographRow | Refusal> {
  return withPhotograph(house, id, async (trx, row) => {
    if (change.pins !== undefined && (row.state === 'waiting' || row.shown_name === null)) {
      return refuse('not-ready-yet', 'This photograph is still being made ready. Mark it in a moment.')
    }
    if (change.slot !== undefined) await setSlot(trx, id, change.slot)
    if (change.pins !== undefined) await setPins(trx, id, turnPins(change.pins, -row.shown_rotation))
    if (change.rotation !== undefined && change.rotation !== row.rotation) await setWaiting(trx, id, change.rotation)
    const { slot, rotation, pins } = row
    await audit(trx, {
      actorId,
      act: 'change-photograph',
      subjectKind: 'photograph',
      subjectId: id,
      before: { slot, rotation, pins },
      after: change,
    })
    return (await findPhotograph(trx, id))!
  })
}

/** Lets a photograph that could not be made ready be tried again. */
export async function retryPhotograph(house: House, id: string, actorId: string): Promise<PhotographRow | Refusal> {
  return withPhotograph(house, id, async (trx, row) => {
    if (row.state !== 'failed') return refuse('not-failed', 'This photograph has not failed.')
    await setWaiting(trx, id, row.rotation)
    const before = { failure: row.failure }
    await audit(trx, { actorId, act: 'retry-photograph', subjectKind: 'photograph', subjectId: id, before })
    return (await findPhotograph(trx, id))!
  })
}

/**
 * Deletes a photograph. Its files go when no page that was read before can still ask for them. One that bidders have seen goes as a
 * correction: refuses `reason-needed` without a reason.
 */
export async function deletePhotograph(
  house: House,
  id: string,
  actorId: string,
  reason: string | undefined,
): Promise<Refusal | null> {
  const done = await withPhotograph(house, id, async (trx, row) => {
    const change = { field: 'photo', before: row.slot, after: null }
    const isShown = row.shown_name !== null
    const refused = isShown ? await noteChange(trx, row.vehicle_id, { actorId, reason }, [change]) : null
    if (refused !== null) return refused
    await removePhotograph(trx, id)
    const before = { slot: row.slot, vehicleId: row.vehicle_id }
    const subject = { subjectKind: 'photograph', subjectId: id }
    await audit(trx, { actorId, act: 'delete-photograph', ...subject, before, reason: reason ?? null })
    return row
  })
  return done instanceof Refusal ? done : null
}

async function withPhotograph(
  house: House,
  id: string,
  act: (trx: House['db'], row: PhotographRow) => Promise<PhotographRow | Refusal>,
): Promise<PhotographRow | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const found = await findPhotograph(trx, id)
    if (found === undefined) throw notFound('this photograph')
    // Locks the vehicle's row to the end of the transaction; what was read before may have been changed since.
    await lockVehicle(trx, found.vehicle_id)
    const row = await findPhotograph(trx, id)
    if (row === undefined) throw notFound('this photograph')
    const done = await act(trx, row)
    if (!(done instanceof Refusal)) await showPhotographs(trx, row.vehicle_id)
    return done
  })
}

/** Puts all photographs of a vehicle in an order. Refuses one that misses any, or names others: somebody added or deleted meanwhile. */
export async function orderPhotographs(
  house: House,
  vehicleId: string,
  actorId: string,
  ids: string[],
): Promise<PhotographRow[] | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    // Locks the vehicle's row to the end of the transaction: orders come one after another.
    if (!(await lockVehicle(trx, vehicleId))) throw notFound('this vehicle')
    const before = (await photographsOf(trx, vehicleId)).map(({ id }) => id)
    if (before.toSorted().join() !== ids.toSorted().join()) {
      return refuse('photographs-changed', 'Somebody has added or deleted photographs meanwhile. Look again.')
    }
    for (const [position, id] of ids.entries()) await setPosition(trx, id, position)
    await showPhotographs(trx, vehicleId)
    const subject = { subjectKind: 'vehicle', subjectId: vehicleId }
    await audit(trx, { actorId, act: 'order-photographs', ...subject, before: { ids: before }, after: { ids } })
    return photographsOf(trx, vehicleId)
  })
}

/** Draws the damage map again. Refuses `reason-needed` where bidders have seen it and none is given. */
export async function drawDamageMap(
  house: House,
  vehicleId: string,
  actorId: string,
  { marks, reason }: BodyOf<typeof drawDamage>,
): Promise<Refusal | null> {
  return house.db.transaction().execute(async (trx) => {
    // Locks the vehicle's row to the end of the transaction, so that what the audit says was before was.
    if (!(await lockVehicle(trx, vehicleId))) throw notFound('this vehicle')
    const before = await findPictured(trx, vehicleId)
    const change = { field: 'damageMap', before: before?.damage_map ?? [], after: marks }
    const isSame = JSON.stringify(change.before) === JSON.stringify(marks)
    const refused = isSame ? null : await noteChange(trx, vehicleId, { actorId, reason }, [change])
    if (refused !== null) return refused
    await setDamage(trx, vehicleId, marks)
    const subject = { subjectKind: 'vehicle', subjectId: vehicleId }
    const was = { marks: before?.damage_map }
    await audit(trx, { actorId, act: 'draw-damage', ...subject, reason: reason ?? null, before: was, after: { marks } })
    return null
  })
}
