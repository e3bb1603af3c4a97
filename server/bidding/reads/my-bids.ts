import type { ReplyOf, QueryOf } from '#contract/platform/endpoint.ts'
import type { MyBid, myBids } from '#contract/bidding/my-bids.ts'
import { photoUrlOf } from '#contract/lots/photos.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { invalidInput } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { isLimited, limitsOf, readCommitments, readCosts } from '../commitments.ts'
import { canBid, type Asking } from '../eligibility/can-bid.ts'
import { presentStanding } from '../present.ts'
import { countMyLots, findMyLots, type Mark, type MyLotRow } from './my-lots-store.ts'
import { ownMaximum } from './read-live.ts'

const PAGE_SIZE = 50

/** A page of the lots a person bids on or watches, and their total commitments in the company's currency, in minor units. A constant number of queries. */
export async function listMyBids(
  app: App,
  person: Person,
  { position, cursor, limit = PAGE_SIZE }: QueryOf<typeof myBids>,
): Promise<ReplyOf<typeof myBids>> {
  // Refused before anything is read: a reading that nobody waits for would end the process if the database failed.
  const after = markOf(cursor)
  const [{ currency }, rows, counts, commitments] = await Promise.all([
    readCompanyTerms(app),
    findMyLots(app.db, person.id, { position: position ?? null, after, limit: limit + 1 }),
    countMyLots(app.db, person.id),
    readCommitments(app.db, app.keys, person.id),
  ])
  const shown = rows.slice(0, limit)
  const costs = await readCosts(app.db, isLimited(person) ? shown.map((row) => row.lot_id) : [])
  const funds = { limits: limitsOf(person, currency), commitments, costs }
  const last = shown.at(-1)
  const countOf = (one: MyBid['position']) => counts.get(one) ?? 0
  return {
    items: shown.map((row) => presentMyBid(app, row, person, funds)),
    next: rows.length > limit && last !== undefined ? `${last.is_over}_${last.turn}_${last.lot_id}` : null,
    counts: {
      leading: countOf('leading'),
      outbid: countOf('outbid'),
      won: countOf('won'),
      lost: countOf('lost'),
      watching: countOf('watching'),
    },
    currency,
    committed: commitments.sums(currency).committed,
    limit: person.biddingLimit,
  }
}

function presentMyBid(app: App, row: MyLotRow, person: Person, funds: Asking['funds']): MyBid {
  return {
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    heroPhoto: row.hero === null ? null : photoUrlOf(row.hero),
    currency: row.currency,
    standing: presentStanding(row),
    position: row.position_of_mine,
    maximum: ownMaximum(app, row, person.id),
    eligibility: canBid(row.lot_id, row, { person, keys: app.keys, funds, now: row.now }),
  }
}

function markOf(cursor: string | undefined): Mark | null {
  if (cursor === undefined) return null
  const [, isOver, turn, lotId] = /^([01])_(-?\d{1,16})_([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (isOver === undefined || turn === undefined || lotId === undefined) {
    throw invalidInput([
      { field: 'cursor', message: 'This page of the list doesn’t exist. Start again from the first page.' },
    ])
  }
  return { isOver: Number(isOver), turn: Number(turn), lotId }
}
