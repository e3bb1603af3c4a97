import type { MyBid } from '#contract/bidding.ts'
import { photoUrlOf } from '#contract/photos.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { committedOf } from '../commitments.ts'
import { presentStanding } from '../present.ts'
import { positionOf } from './position.ts'
import { ownMaximum } from './read-live.ts'
import { findMyLots, type MyLotRow } from './store.ts'

/** More lots than this nobody follows; the oldest ended ones are left out. */
const LOTS_MAX = 1000

export type MyBids = { items: MyBid[]; committed: number; limit: number | null }

/** Every lot a person bids on or watches, and what is committed in all, in minor units. A constant number of queries. */
export async function listMyBids(
  house: House,
  person: Person,
  position: MyBid['position'] | undefined,
): Promise<MyBids> {
  const [rows, committed] = await Promise.all([
    findMyLots(house.db, person.id, LOTS_MAX),
    committedOf(house.db, house.keys, person.id),
  ])
  const all = rows.map((row) => presentMyBid(house, row, person.id))
  const items = position === undefined ? all : all.filter((item) => item.position === position)
  return { items, committed, limit: person.biddingLimit }
}

function presentMyBid(house: House, row: MyLotRow, accountId: string): MyBid {
  const position = positionOf(row.status, row.leader_id === accountId, row.has_bid)
  return {
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    heroPhoto: row.hero === null ? null : photoUrlOf(row.hero),
    currency: row.currency,
    standing: presentStanding(row),
    position: position === 'none' ? 'watching' : position,
    maximum: ownMaximum(house, row, accountId),
  }
}
