import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { recordVehicleEvent, VehicleEvent, VehicleHistory } from '#contract/lots/vehicle-events.ts'
import { VEHICLE_STATE_WORDS, type VehicleState } from '#contract/lots/vehicles.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { notFound } from '#server/platform/problem.ts'
import { historyRows, insertEvent, lockStateOfLot, lockStates, type HeldState } from './event-store.ts'

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    /** Hands the vehicle of a sold lot over to its buyer, once; the reason why it has to stay, or null. */
    handOvers: ((trx: Kysely<object>, lotId: string) => Promise<string | null>)[]
  }
}

/**
 * Records what happened to vehicles, each once: a vehicle whose state doesn't allow it is skipped with the reason, so pressing twice
 * records one event.
 */
export async function recordEvent(
  app: App,
  actorId: string,
  { vehicleIds, kind, note }: { vehicleIds: readonly string[]; kind: VehicleEvent; note: string },
): Promise<ReplyOf<typeof recordVehicleEvent>> {
  return app.db.transaction().execute(async (trx) => {
    const states = new Map((await lockStates(trx, vehicleIds)).map((row) => [row.id, row]))
    const skipped: { vehicleId: string; reason: string }[] = []
    let recorded = 0
    for (const vehicleId of new Set(vehicleIds)) {
      const held = states.get(vehicleId)
      const reason =
        held === undefined
          ? 'We couldn’t find this vehicle.'
          : (refusalOf(kind, held) ?? (kind === 'released' ? await whyKept(app, trx, held) : null))
      if (reason !== null) {
        skipped.push({ vehicleId, reason })
        continue
      }
      await insertEvent(trx, { id: newId(), vehicleId, kind, actorId, note })
      const subject = { subjectKind: 'vehicle', subjectId: vehicleId }
      const before = { state: held!.state }
      await audit(trx, { actorId, action: `vehicle-${kind}`, ...subject, before, after: { state: kind, note } })
      recorded += 1
    }
    return { recorded, skipped }
  })
}

/** Why a vehicle can't be released; null: it can, and if it was sold, its buyer has it now. */
async function whyKept(app: App, trx: Kysely<object>, { state, lot_id: lotId }: HeldState): Promise<string | null> {
  if (state !== 'sold' || lotId === null) return null
  for (const handOver of app.extensions.handOvers) {
    const reason = await handOver(trx, lotId)
    if (reason !== null) return reason
  }
  return null
}

/** Records that the vehicle of a sold lot left with its buyer. Safe to repeat. */
export async function noteCollected(
  trx: Kysely<object>,
  { lotId, actorId }: Topics['vehicle-collected'],
): Promise<void> {
  const held = await lockStateOfLot(trx, lotId)
  if (held?.state !== 'sold') return
  await insertEvent(trx, { id: newId(), vehicleId: held.id, kind: 'released', actorId, note: '' })
}

/** Records that a vehicle whose sale was undone after its release is back: staff undo such a sale only once they have it. Safe to repeat. */
export async function noteBack(
  trx: Kysely<object>,
  { lotId, actorId }: Pick<Topics['sale-voided'], 'lotId' | 'actorId'>,
): Promise<void> {
  const held = await lockStateOfLot(trx, lotId)
  if (held?.state !== 'released' || held.lot_id !== lotId || actorId === null) return
  await insertEvent(trx, { id: newId(), vehicleId: held.id, kind: 'arrived', actorId, note: '' })
}

/** The states in which each event can be recorded. A vehicle may arrive while it is in a run list already. */
const POSSIBLE: Record<VehicleEvent, readonly VehicleState[]> = {
  arrived: ['in-stock', 'in-auction', 'negotiating', 'passed', 'withdrawn', 'released'],
  ready: ['in-stock', 'arrived', 'in-auction', 'negotiating', 'passed', 'withdrawn'],
  released: ['in-stock', 'arrived', 'ready', 'sold', 'passed', 'withdrawn'],
}

function refusalOf(kind: VehicleEvent, { state, lot_number: lotNumber, last }: HeldState): string | null {
  if (kind === 'released' && (state === 'in-auction' || state === 'negotiating'))
    return `It is in lot ${lotNumber}. Remove or withdraw the lot first.`
  if (!POSSIBLE[kind].includes(state)) return `Its state is “${VEHICLE_STATE_WORDS[state]}”.`
  // Its lot hides what was recorded before it.
  return kind === last || (kind === 'arrived' && last === 'ready') ? 'This is already recorded.' : null
}

export async function readHistory(db: Kysely<object>, vehicleId: string): Promise<VehicleHistory> {
  const rows = await historyRows(db, vehicleId)
  if (rows.length === 0) throw notFound('this vehicle')
  const names = new Map<string, string>()
  for (const actorId of new Set(rows.flatMap(({ actor_id: id }) => id ?? []))) {
    names.set(actorId, (await personFacts(db, actorId))?.name ?? 'A former account')
  }
  return {
    items: rows.map(({ at, what, actor_id: actorId, note, lot }) => ({
      at,
      what,
      by: actorId === null ? null : (names.get(actorId) ?? null),
      note,
      lot,
    })),
  }
}
