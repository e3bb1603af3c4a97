import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { changeLot as changeEndpoint } from '#contract/lots/lot-entry.ts'
import { faultsOfCommission } from '#contract/sellers/commission.ts'
import { personOfEmail } from '#server/accounts/find-people.ts'
import { faultsOfOwnCosts } from '#server/auctions/create-auction.ts'
import { lockAuction } from '#server/auctions/run-list.ts'
import { alreadySaved, audit, isRecordedOtherwise } from '#server/platform/audit.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import type { App } from '#server/platform/app.ts'
import { forbidden, invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { sellerForLot } from '#server/sellers/find-sellers.ts'
import { createLot, faultsOfAmounts, type LotInput } from '../create-lot.ts'
import {
  closeGaps,
  deleteLot,
  enteredLot,
  runListOf,
  setPositions,
  updateTerms,
  type EnteredLotRow,
} from './run-list-store.ts'

/** An auctioneer's input for a lot. Amounts in minor units; the account that may not bid on it by its email. */
type TermsGiven = BodyOf<typeof changeEndpoint>

/** Puts a vehicle at the end of a run list, under an id created by the client: sent again, it is the same lot; with other terms it is refused. */
export async function enterLot(
  app: App,
  actorId: string,
  auctionId: string,
  { id, vehicleId, ...given }: TermsGiven & { id: string; vehicleId: string },
): Promise<EnteredLotRow | Refusal> {
  return enterOnce(() =>
    app.db.transaction().execute(async (trx) => {
      await lockedAuction(trx, auctionId)
      const before = await enteredLot(trx, id)
      const terms = await termsOf(trx, given)
      requireOthers(actorId, [terms.sellerId])
      const line = { action: 'enter-lot', subjectId: id, after: { auctionId, vehicleId, ...terms } } as const
      if (before !== null) return (await isRecordedOtherwise(trx, line)) ? alreadySaved('page') : before
      await createLot(trx, { auctionId, vehicleId, ...terms }, id)
      await audit(trx, { actorId, subjectKind: 'lot', ...line })
      return (await enteredLot(trx, id))!
    }),
  )
}

/** Changes the terms of a lot that no one can bid on yet. */
export async function changeLot(
  app: App,
  actorId: string,
  id: string,
  given: TermsGiven,
): Promise<EnteredLotRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockLot(trx, id)
    if (row.is_published) return published()
    const auction = await lockedAuction(trx, row.auction_id)
    const { commission, costs, guide } = row
    const terms = await termsOf(trx, { consignorId: row.consignor_id, commission, costs, guide, ...given })
    requireOthers(actorId, [row.seller_id, terms.sellerId])
    const faults = [...faultsOfAmounts(terms, auction.terms.bidUnit), ...faultsOfOwnCosts(terms.costs)]
    if (faults.length > 0) throw invalidInput(faults)
    await updateTerms(trx, id, terms)
    const { opening_bid: openingBid, reserve, buy_now: buyNow, seller_id: sellerId } = row
    const before = { openingBid, reserve, buyNow, sellerId, consignorId: row.consignor_id, commission, costs, guide }
    await audit(trx, { actorId, action: 'change-lot', subjectKind: 'lot', subjectId: id, before, after: terms })
    return (await enteredLot(trx, id))!
  })
}

/** Takes a lot out of its run list; the ones after it move up. */
export async function removeLot(app: App, actorId: string, id: string): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockLot(trx, id)
    if (row.is_published) return published()
    await deleteLot(trx, id)
    await closeGaps(trx, row.auction_id)
    const before = { auctionId: row.auction_id, vehicleId: row.vehicle_id, position: row.position }
    await audit(trx, { actorId, action: 'remove-lot', subjectKind: 'lot', subjectId: id, before })
    return null
  })
}

/** Puts the unpublished lots into this order, within the positions they already occupy. */
export async function orderRunList(
  app: App,
  actorId: string,
  auctionId: string,
  lotIds: string[],
): Promise<EnteredLotRow[] | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    await lockedAuction(trx, auctionId)
    const lots = (await runListOf(trx, auctionId)).filter((lot) => !lot.is_published)
    const isWhole = lots.length === lotIds.length && new Set(lotIds).size === lotIds.length
    if (!isWhole || !lots.every(({ id }) => lotIds.includes(id))) {
      return refuse('run-list-changed', 'The run list changed in the meantime. Reload it before you reorder it.')
    }
    const before = { lotIds: lots.map(({ id }) => id) }
    const positions = lots.map(({ position }) => position)
    await setPositions(
      trx,
      lotIds.map((id, index) => ({ id, position: positions[index] ?? index + 1 })),
    )
    const after = { lotIds }
    await audit(trx, { actorId, action: 'order-run-list', subjectKind: 'auction', subjectId: auctionId, before, after })
    return runListOf(trx, auctionId)
  })
}

/** The lot, with its auction's row locked: every change of a run list starts with this lock. */
async function lockLot<T>(trx: Kysely<T>, id: string): Promise<EnteredLotRow> {
  const found = await enteredLot(trx, id)
  if (found === null) throw notFound('this lot')
  await lockedAuction(trx, found.auction_id)
  // Read again: it may have been published or removed while waiting for the lock.
  const row = await enteredLot(trx, id)
  if (row === null) throw notFound('this lot')
  return row
}

async function lockedAuction<T>(trx: Kysely<T>, auctionId: string) {
  // Locks the auction's row to the end of the transaction: one transaction at a time changes its run list.
  const auction = await lockAuction(trx, auctionId)
  if (auction === undefined) throw notFound('this auction')
  return auction
}

/** Four-eyes rule, as for refunds: no one sets the commission, the reserve or the other terms of their own vehicle. */
export function requireOthers(actorId: string, sellerIds: readonly (string | null)[]): void {
  if (sellerIds.includes(actorId))
    throw forbidden('You can’t set the terms on which your own vehicle is sold. Ask a colleague.')
}

type Terms = Required<Omit<LotInput, 'auctionId' | 'vehicleId'>>

/** The terms as they are stored, with the seller's row locked. A seller's linked account is the one that may not bid on the lot. */
async function termsOf<T>(
  trx: Kysely<T>,
  { sellerEmail, consignorId = null, commission = null, costs = null, guide = null, ...given }: TermsGiven,
): Promise<Terms> {
  const amounts = { ...given, costs, guide }
  const faults = commission === null ? [] : faultsOfCommission(commission)
  if (faults.length > 0) {
    throw invalidInput(faults.map(({ field, message }) => ({ field: `commission.${field}`, message })))
  }
  const named = sellerEmail === null ? null : await personOfEmail(trx, sellerEmail)
  if (sellerEmail !== null && named === null) {
    throw invalidInput([{ field: 'sellerEmail', message: 'No account has this email. Check it.' }])
  }
  if (consignorId === null) return { ...amounts, sellerId: named?.id ?? null, consignorId, commission: null }
  const seller = await sellerForLot(trx, consignorId)
  if (seller === null)
    throw invalidInput([{ field: 'consignorId', message: 'This seller isn’t there. Choose another.' }])
  if (seller.accountId !== null && named !== null && named.id !== seller.accountId) {
    const message = 'The seller has a different account. Leave this empty, or change the account on the seller’s page.'
    throw invalidInput([{ field: 'sellerEmail', message }])
  }
  return { ...amounts, sellerId: seller.accountId ?? named?.id ?? null, consignorId, commission }
}

function published(): Refusal {
  return refuse('lot-published', 'This lot is published, so its terms can’t change.')
}
