import type { Kysely } from 'kysely'
import { FIELDS } from '#contract/lots/vehicle-fields.ts'
import { publishWithCommit } from '#server/platform/bus/bus.ts'
import { newId } from '#server/platform/id.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { readBidWithdrawalHours } from '#server/platform/settings.ts'
import { shownChangesWith } from '#server/platform/shared/shown.ts'
import { changeWords, isShown, type FieldChange } from './correction-words.ts'
import { insertCorrection, publishedLotsOf } from './store.ts'

/** Bus topic: pages that show the lot refetch it. Payload: the lot's id. */
export const LOT_FACTS = 'lot-facts'

/** Corrections of these let the high bidder withdraw: the material fields, and the marked damage. */
const MATERIAL: ReadonlySet<string> = new Set([
  ...FIELDS.filter(({ isMaterial }) => isMaterial).map(({ name }) => name),
  'damageMap',
])

/**
 * Call with every change of a vehicle, in its transaction and under its lock. Once the vehicle is in a published lot the change is a
 * correction: refuses `reason-needed` without a reason, else stores it, makes open pages refetch the lot, and has bidders notified.
 */
export async function noteChange<T>(
  trx: Kysely<T>,
  vehicleId: string,
  by: { actorId: string; reason: string | undefined },
  changes: FieldChange[],
): Promise<Refusal | null> {
  const shown = changes.filter(({ field }) => isShown(field))
  const lots = shown.length === 0 ? [] : await publishedLotsOf(trx, vehicleId)
  if (lots.length === 0) return null
  if (by.reason === undefined) {
    return refuse(
      'reason-needed',
      'Bidders have already seen these facts. Give a reason for the change; the lot shows it.',
    )
  }
  const open = lots.filter(({ closed_at: closedAt }) => closedAt === null)
  const isMaterial = shown.some(({ field }) => MATERIAL.has(field))
  const correctionId = newId()
  await insertCorrection(trx, {
    id: correctionId,
    vehicleId,
    actorId: by.actorId,
    reason: by.reason,
    changes: shown.map(changeWords),
    isMaterial,
    withdrawHours: isMaterial && open.length > 0 ? await readBidWithdrawalHours(trx) : null,
  })
  for (const { id: lotId } of lots) {
    await enqueue(trx, 'facts-corrected', { lotId, correctionId })
    await publishWithCommit(trx, LOT_FACTS, lotId)
  }
  await enqueue(trx, 'vehicles-changed', { vehicleIds: [vehicleId] })
  await shownChangesWith(trx)
  return null
}
