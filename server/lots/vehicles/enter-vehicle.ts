import type { VehicleEntry } from '#contract/lots/vehicles.ts'
import { maskedVin, plainVin } from '#contract/lots/vin.ts'
import { alreadySaved, audit, isRecordedOtherwise } from '#server/platform/audit.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { noteChange } from '../corrections/correct.ts'
import { createVehicle, faultsOfEntry } from '../create-vehicle.ts'
import { titleOf } from '../title.ts'
import { presentStaffVehicle } from './present.ts'
import { hasStockNumber, lockVehicle, updateVehicle, vehicleById, type StaffVehicleRow } from './staff-store.ts'

/** Enters a vehicle under an id created by the client: sent again, it is the same vehicle; with other facts it is refused. */
export async function enterVehicle(
  app: App,
  actorId: string,
  id: string,
  entry: VehicleEntry,
): Promise<StaffVehicleRow | Refusal> {
  return enterOnce(() =>
    app.db.transaction().execute(async (trx) => {
      const line = { action: 'enter-vehicle', subjectId: id, after: entry } as const
      const before = await lockVehicle(trx, id)
      if (before !== null) return (await isRecordedOtherwise(trx, line)) ? alreadySaved('list') : before
      if (await hasStockNumber(trx, entry, id)) return numberTaken()
      await createVehicle(trx, { ...plainEntry(entry), damageMap: [], photos: [] }, app.now(), id)
      await audit(trx, { actorId, subjectKind: 'vehicle', ...line })
      return (await vehicleById(trx, id))!
    }),
  )
}

/** Changes a vehicle, unless someone else has since `version`. The audit holds the previous values. */
export async function changeVehicle(
  app: App,
  actorId: string,
  id: string,
  { version, entry: given, reason }: { version: number; entry: VehicleEntry; reason?: string | undefined },
): Promise<StaffVehicleRow | Refusal> {
  return enterOnce(() =>
    app.db.transaction().execute(async (trx) => {
      const row = await lockVehicle(trx, id)
      if (row === null) throw notFound('this vehicle')
      const entry = plainEntry(given)
      const { before, after } = difference(entryOf(row), entry)
      if (Object.keys(after).length === 0) return row
      if (row.version !== version) {
        return refuse(
          'changed-meanwhile',
          'Someone else changed this vehicle in the meantime. Reload it before you save.',
        )
      }
      const faults = faultsOfEntry(entry, app.now())
      if (faults.length > 0) throw invalidInput(faults)
      if (await hasStockNumber(trx, entry, id)) return numberTaken()
      const changes = Object.keys(after).map((field) => ({ field, before: before[field], after: after[field] }))
      const refused = await noteChange(trx, id, { actorId, reason }, changes)
      if (refused !== null) return refused
      await updateVehicle(trx, id, entry, titleOf(entry))
      await audit(trx, {
        actorId,
        action: 'change-vehicle',
        subjectKind: 'vehicle',
        subjectId: id,
        reason: reason ?? null,
        before,
        after,
      })
      return (await vehicleById(trx, id))!
    }),
  )
}

function plainEntry(entry: VehicleEntry): VehicleEntry {
  const { vin } = entry
  return { ...entry, vin: vin === null ? null : (maskedVin(vin) ?? plainVin(vin)) }
}

function numberTaken(): Refusal {
  return refuse('stock-number-taken', 'Another vehicle in this source has this stock number.')
}

/** The fields that a person can edit, with their present values. */
function entryOf(row: StaffVehicleRow): Record<string, unknown> {
  const {
    id: _id,
    version: _version,
    createdAt: _at,
    lots: _lots,
    state: _state,
    corrections: _done,
    ...fields
  } = presentStaffVehicle(row)
  return fields
}

function difference(now: Record<string, unknown>, next: VehicleEntry) {
  const changed = Object.entries(next).filter(([field, value]) => text(now[field]) !== text(value))
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, now[field]])),
    after: Object.fromEntries(changed),
  }
}

/** Equal values as equal text, regardless of field order. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
