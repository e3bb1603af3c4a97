import type { Kysely } from 'kysely'
import type { EnteredLot } from '#contract/lot-entry.ts'
import type { Money } from '#engine'
import { findPeople } from '#server/accounts/find-people.ts'
import { lockSale } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { createLot, faultsOfAmounts } from '../create-lot.ts'
import { deleteLot, enteredLot, runListOf, setPositions, updateTerms, type EnteredLotRow } from './run-list-store.ts'

/** What an auctioneer says of a lot. Amounts in minor units; the seller by the address of an account. */
type TermsGiven = Pick<EnteredLot, 'openingBid' | 'reserve' | 'buyNow' | 'sellerEmail'>

/** Puts a vehicle at the end of a run list, under an id that the client made: sent again, it is the same lot. */
export async function enterLot(
  house: House,
  actorId: string,
  auctionId: string,
  { id, vehicleId, ...given }: TermsGiven & { id: string; vehicleId: string },
): Promise<EnteredLotRow> {
  return enterOnce(() =>
    house.db.transaction().execute(async (trx) => {
      await lockedSale(trx, auctionId)
      const before = await enteredLot(trx, id)
      if (before !== null) return before
      const terms = await termsOf(trx, given)
      await createLot(trx, { auctionId, vehicleId, ...terms }, id)
      const after = { auctionId, vehicleId, ...terms }
      await audit(trx, { actorId, act: 'enter-lot', subjectKind: 'lot', subjectId: id, after })
      return (await enteredLot(trx, id))!
    }),
  )
}

/** Changes the terms of a lot that nobody can bid on yet. */
export async function changeLot(
  house: House,
  actorId: string,
  id: string,
  given: TermsGiven,
): Promise<EnteredLotRow | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const row = await lockLot(trx, id)
    if (row.is_published) return published()
    const sale = await lockedSale(trx, row.auction_id)
    const terms = await termsOf(trx, given)
    const faults = faultsOfAmounts(terms, sale.terms.bidUnit)
    if (faults.length > 0) throw invalidInput(faults)
    await updateTerms(trx, id, terms)
    const { opening_bid: openingBid, reserve, buy_now: buyNow, seller_id: sellerId } = row
    const before = { openingBid, reserve, buyNow, sellerId }
    await audit(trx, { actorId, act: 'change-lot', subjectKind: 'lot', subjectId: id, before, after: terms })
    return (await enteredLot(trx, id))!
  })
}

/** Takes a lot out of its run list; the ones after it move up. */
export async function removeLot(house: House, actorId: string, id: string): Promise<Refusal | null> {
  return house.db.transaction().execute(async (trx) => {
    const row = await lockLot(trx, id)
    if (row.is_published) return published()
    await deleteLot(trx, id)
    const rest = (await runListOf(trx, row.auction_id)).filter(
      (lot) => !lot.is_published && lot.position > row.position,
    )
    await setPositions(
      trx,
      rest.map((lot) => ({ id: lot.id, position: lot.position - 1 })),
    )
    const before = { auctionId: row.auction_id, vehicleId: row.vehicle_id, position: row.position }
    await audit(trx, { actorId, act: 'remove-lot', subjectKind: 'lot', subjectId: id, before })
    return null
  })
}

/** Puts the lots that are not published into this order, on the positions they have together. */
export async function orderRunList(
  house: House,
  actorId: string,
  auctionId: string,
  lotIds: string[],
): Promise<EnteredLotRow[] | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    await lockedSale(trx, auctionId)
    const lots = (await runListOf(trx, auctionId)).filter((lot) => !lot.is_published)
    const isWhole = lots.length === lotIds.length && new Set(lotIds).size === lotIds.length
    if (!isWhole || !lots.every(({ id }) => lotIds.includes(id))) {
      return refuse('run-list-changed', 'The run list has changed meanwhile. Look at it again before you order it.')
    }
    const before = { lotIds: lots.map(({ id }) => id) }
    const positions = lots.map(({ position }) => position)
    await setPositions(
      trx,
      lotIds.map((id, index) => ({ id, position: positions[index] ?? index + 1 })),
    )
    const after = { lotIds }
    await audit(trx, { actorId, act: 'order-run-list', subjectKind: 'auction', subjectId: auctionId, before, after })
    return runListOf(trx, auctionId)
  })
}

/** The lot, with its sale's row locked: whoever changes a run list starts there. */
async function lockLot<T>(trx: Kysely<T>, id: string): Promise<EnteredLotRow> {
  const found = await enteredLot(trx, id)
  if (found === null) throw notFound('this lot')
  await lockedSale(trx, found.auction_id)
  // Read again: it may have been published or removed while the lock was waited for.
  const row = await enteredLot(trx, id)
  if (row === null) throw notFound('this lot')
  return row
}

async function lockedSale<T>(trx: Kysely<T>, auctionId: string) {
  // Locks the sale's row to the end of the transaction: its run list is changed by one after another.
  const sale = await lockSale(trx, auctionId)
  if (sale === undefined) throw notFound('this sale')
  return sale
}

type Terms = { openingBid: Money; reserve: Money | null; buyNow: Money | null; sellerId: string | null }

async function termsOf<T>(trx: Kysely<T>, { sellerEmail, ...amounts }: TermsGiven): Promise<Terms> {
  if (sellerEmail === null) return { ...amounts, sellerId: null }
  const address = sellerEmail.toLowerCase()
  const seller = (await findPeople(trx, address, 10)).find(({ email }) => email.toLowerCase() === address)
  if (seller === undefined) {
    throw invalidInput([{ field: 'sellerEmail', message: 'Nobody here has an account with this address.' }])
  }
  return { ...amounts, sellerId: seller.id }
}

function published(): Refusal {
  return refuse('lot-published', 'This lot is published. What it promises stays as it is.')
}
