import type { Kysely } from 'kysely'
import type { ImportUndo } from '#contract/lots/import.ts'
import { lockAuction } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { lockImport } from '#server/platform/import/import-store.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { closeGaps } from '../run-list/run-list-store.ts'
import { deleteMade, effectsOf, forgetEffects, type Effect } from './import-store.ts'
import { lockVehicles } from './vehicle-store.ts'
import { VEHICLE_IMPORT, type VehicleImportRow } from './vehicle-import.ts'

/** Why a vehicle that the import made or changed stays as it is, in the order in which reasons are looked for. */
const REASONS: { label: string; isSo: (effect: Effect) => boolean }[] = [
  { label: 'Already here before, keeps the file’s values', isSo: ({ effect }) => effect === 'changed' },
  { label: 'Already here before', isSo: ({ effect }) => effect === null },
  { label: 'Edited by hand since', isSo: (effect) => effect.is_edited },
  { label: 'Has photos or documents', isSo: (effect) => effect.has_files },
  { label: 'Its arrival or release is recorded', isSo: (effect) => effect.has_history },
  { label: 'In another lot', isSo: (effect) => effect.is_elsewhere },
]

/** What undoing an import would do, and what would stay and why. */
export async function previewUndo(db: Kysely<object>, row: VehicleImportRow): Promise<ImportUndo> {
  return planOf(row, await effectsOf(db, row.id)).undo
}

/**
 * Deletes the vehicles and draft lots that an import made, all of them or none: once one lot is published, people may have seen it. A
 * vehicle that someone worked on since then stays, without its lot.
 */
export async function undoImport(app: App, actorId: string, importId: string): Promise<VehicleImportRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockImport<VehicleImportRow>(trx, VEHICLE_IMPORT, importId)
    if (row === null) throw notFound('this import')
    // Locks the auctions' rows and then the vehicles', each by ascending id: none of the lots is published meanwhile.
    const auctionIds = new Set((await effectsOf(trx, importId)).flatMap(({ auction_id: id }) => id ?? []))
    for (const auctionId of [...auctionIds].toSorted()) await lockAuction(trx, auctionId)
    await lockVehicles(
      trx,
      (await effectsOf(trx, importId)).map(({ vehicle_id: id }) => id),
    )
    const { undo, lotIds, vehicleIds } = planOf(row, await effectsOf(trx, importId))
    if (undo.stop !== null) return refuse('import-not-undoable', undo.stop)
    await forgetEffects(trx, importId)
    await deleteMade(trx, { lotIds, vehicleIds })
    for (const auctionId of auctionIds) await closeGaps(trx, auctionId)
    const before = { fileName: row.file_name, lots: lotIds.length, vehicles: vehicleIds.length }
    const subject = { subjectKind: 'vehicle-import', subjectId: importId }
    await audit(trx, { actorId, action: 'undo-vehicle-import', ...subject, before, after: { kept: undo.kept } })
    return (await lockImport<VehicleImportRow>(trx, VEHICLE_IMPORT, importId))!
  })
}

function planOf(
  { state }: VehicleImportRow,
  effects: readonly Effect[],
): { undo: ImportUndo; lotIds: string[]; vehicleIds: string[] } {
  const stays = (effect: Effect) => REASONS.find(({ isSo }) => isSo(effect))?.label ?? null
  const vehicleIds = effects.filter((effect) => stays(effect) === null).map(({ vehicle_id: id }) => id)
  const lotIds = effects.flatMap(({ lot_id: id }) => id ?? [])
  const kept = REASONS.map(({ label: reason }) => ({
    reason,
    count: effects.filter((effect) => stays(effect) === reason).length,
  }))
  const published = effects.filter(({ is_published: isPublished }) => isPublished)
  const stop =
    state === 'running' || state === 'checking'
      ? 'This import is running. Wait until it’s done.'
      : published.length > 0
        ? published.length === 1
          ? 'One of its lots is published. Withdraw lots in the auction instead.'
          : `${published.length} of its lots are published. Withdraw lots in the auction instead.`
        : vehicleIds.length + lotIds.length === 0
          ? 'This import made nothing that can be removed.'
          : null
  const undo = { stop, lots: lotIds.length, vehicles: vehicleIds.length, kept: kept.filter(({ count }) => count > 0) }
  return { undo, lotIds, vehicleIds }
}
