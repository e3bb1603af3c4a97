import type { Kysely } from 'kysely'
import type { LotChanges } from '#contract/lots/lot-entry.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import type { Money } from '#engine'
import { lockAuction } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { faultsOfAmounts } from '../create-lot.ts'
import { requireOthers } from './make-run-list.ts'
import { changeFactsOf, factsBefore, runListOf, updateAmounts, type EnteredLotRow } from './run-list-store.ts'

/** At most this many faults are listed: a wrong amount is wrong for every lot. */
const FAULTS_MAX = 5

/**
 * Changes the amounts of several lots that no one can bid on yet, and facts of their vehicles, all of them or none. From then on no file
 * overwrites those vehicles.
 */
export async function changeLots(
  app: App,
  actorId: string,
  auctionId: string,
  { lotIds, changes }: { lotIds: readonly string[]; changes: LotChanges },
): Promise<EnteredLotRow[] | Refusal> {
  const { location, titleBrand, openingBid, reserve, guide } = changes
  const facts = {
    ...(location === undefined ? {} : { location }),
    ...(titleBrand === undefined ? {} : { titleBrand }),
  }
  if (Object.values(changes).every((value) => value === undefined)) {
    throw invalidInput([{ field: 'changes', message: 'Change at least one value.' }])
  }
  return app.db.transaction().execute(async (trx) => {
    // Locks the auction's row to the end of the transaction: none of its lots is published, or leaves, meanwhile.
    const auction = await lockAuction(trx, auctionId)
    if (auction === undefined) throw notFound('this auction')
    const chosen = (await runListOf(trx, auctionId)).filter(({ id }) => lotIds.includes(id))
    if (chosen.length < new Set(lotIds).size || chosen.some((lot) => lot.is_published)) {
      return refuse('run-list-changed', 'The run list changed in the meantime. Reload it and choose the lots again.')
    }
    requireOthers(
      actorId,
      chosen.map((lot) => lot.seller_id),
    )
    const lots = chosen.map((lot) => ({
      id: lot.id,
      number: lot.lot_number,
      openingBid: openingBid ?? lot.opening_bid,
      reserve: reserve === undefined ? lot.reserve : reserve,
      buyNow: lot.buy_now,
      guide: guide ?? lot.guide,
    }))
    const faults = lots.flatMap((lot) => named(lot.number, faultsOfAmounts(lot, auction.terms.bidUnit)))
    const before = await changeFacts(trx, chosen, facts, faults)
    if (faults.length > 0) throw invalidInput(faults.slice(0, FAULTS_MAX))
    await updateAmounts(trx, lots)
    await audit(trx, {
      actorId,
      action: 'change-lots',
      subjectKind: 'auction',
      subjectId: auctionId,
      before: { lots: chosen.map((lot) => ({ id: lot.id, ...termsOf(lot), ...before.get(lot.vehicle_id) })) },
      after: changes,
    })
    return runListOf(trx, auctionId)
  })
}

/** Changes facts of the lots' vehicles; a vehicle that bidders saw before needs a reason, which only its own page asks for. */
async function changeFacts(
  trx: Kysely<object>,
  lots: readonly EnteredLotRow[],
  facts: Pick<LotChanges, 'location' | 'titleBrand'>,
  faults: FieldFault[],
): Promise<Map<string, object>> {
  if (Object.keys(facts).length === 0) return new Map()
  const rows = await factsBefore(
    trx,
    lots.map((lot) => lot.vehicle_id),
  )
  const [field = ''] = Object.keys(facts)
  for (const lot of lots) {
    if (rows.find(({ id }) => id === lot.vehicle_id)?.was_published !== true) continue
    const message = 'Its vehicle was offered before. Change it on its page, with a reason.'
    faults.push(...named(lot.lot_number, [{ field, message }]))
  }
  if (faults.length === 0) {
    await changeFactsOf(
      trx,
      rows.map(({ id }) => id),
      facts,
    )
  }
  return new Map(rows.map(({ id, location, title_brand: titleBrand }) => [id, { location, titleBrand }]))
}

function termsOf(
  lot: EnteredLotRow,
): Pick<EnteredLotRow, 'reserve' | 'guide'> & { openingBid: Money; buyNow: Money | null } {
  return { openingBid: lot.opening_bid, reserve: lot.reserve, buyNow: lot.buy_now, guide: lot.guide }
}

function named(lotNumber: number, faults: readonly FieldFault[]): FieldFault[] {
  return faults.map(({ field, message }) => ({ field: `changes.${field}`, message: `Lot ${lotNumber}: ${message}` }))
}
