import type { Kysely } from 'kysely'
import { publishWithCommit } from '#server/platform/bus/bus.ts'
import { newId } from '#server/platform/id.ts'
import { tellLater } from '#server/platform/outbox/outbox.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { readBidWithdrawalHours } from '#server/platform/settings.ts'
import { shownChangesWith } from '#server/platform/shared/shown.ts'
import { changeWords, isShown, type FieldChange } from './correction-words.ts'
import { insertCorrection, publishedLotsOf } from './store.ts'

/** Topic under which later rooms hear of a correction of a published lot, ended or not: {@link FactsCorrected}. */
export const FACTS_CORRECTED = 'facts-corrected'
export type FactsCorrected = { lotId: string; correctionId: string }

/** On the bus: pages that show the lot read it again. Payload: the lot's id. */
export const LOT_FACTS = 'lot-facts'

/**
 * Facts by which a bidder decides what a vehicle is worth: what it is, how far it went, its title, its damage, and whether it runs. Where
 * one of them was wrong, the high bidder may withdraw.
 */
const MATERIAL: ReadonlySet<string> = new Set([
  'year',
  'make',
  'model',
  'vin',
  'odometer',
  'titleBrand',
  'damagePrimary',
  'damageSecondary',
  'damageMap',
  'flaws',
  'runState',
])

/**
 * To be called with every change of a vehicle, in its transaction and under its lock. Once the vehicle is in a published lot the change is a
 * correction: refuses `reason-needed` without a reason, else keeps it, has open pages read the lot again and later rooms tell bidders.
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
    return refuse('reason-needed', 'Bidders have seen these facts. Say why they change; the lot shows it.')
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
    await tellLater(trx, FACTS_CORRECTED, { lotId, correctionId } satisfies FactsCorrected)
    await publishWithCommit(trx, LOT_FACTS, lotId)
  }
  await tellLater(trx, 'vehicles-changed', { vehicleIds: [vehicleId] })
  await shownChangesWith(trx)
  return null
}
