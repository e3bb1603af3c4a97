import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { BidAnswer, LedgerLine } from '#contract/bidding/bidding.ts'
import { castPerson, type CastMember } from './cast.ts'
import { openTestServer, type AppOptions, type Reply, type TestServer } from './harness/test-server.ts'
import type { CastLot } from './inventory.ts'

type Lot = Pick<CastLot, 'lotId'>

/** A server with two bidders, an auctioneer and a reviewer, and what they do to lots. */
export type BiddingStage = {
  server: TestServer
  ada: CastMember
  boris: CastMember
  aukje: CastMember
  rita: CastMember
  /** Sends a bid, under a new id unless it repeats one. */
  bid(who: CastMember, lot: Lot, kind: string, amount?: number, bidId?: string): Promise<Reply>
  /** Sends a bid that is accepted. */
  placed(who: CastMember, lot: Lot, kind: string, amount: number): Promise<BidAnswer>
  /** What staff do to a lot: `withdrawal`, `voids`, `pause` and so on. */
  act(who: CastMember, lot: Lot, action: string, body?: object): Promise<Reply>
  /** The lines of the lot's ledger so far, oldest first. */
  ledger(lot: Lot): Promise<LedgerLine[]>
}

export async function openBiddingStage(options: AppOptions = {}): Promise<BiddingStage> {
  const server = await openTestServer(options)
  const { pool } = server.app
  const bid: BiddingStage['bid'] = (...how) => sendBid(server, ...how)
  return {
    server,
    ada: await castPerson(pool, { name: 'Ada' }),
    boris: await castPerson(pool, { name: 'Boris' }),
    aukje: await castPerson(pool, { name: 'Aukje', role: 'auctioneer' }),
    rita: await castPerson(pool, { name: 'Rita', role: 'reviewer' }),
    bid,
    async placed(who, lot, kind, amount) {
      const { status, body } = await bid(who, lot, kind, amount)
      expect([status, body]).toEqual([200, body])
      return body as BidAnswer
    },
    act: (who, { lotId }, action, body = {}) =>
      server.call('POST', `/api/admin/lots/${lotId}/${action}`, { token: who.token, body }),
    ledger: (lot) => ledgerOf(server, lot),
  }
}

export function sendBid(
  server: TestServer,
  who: CastMember,
  { lotId }: Lot,
  kind: string,
  amount?: number,
  bidId: string = randomUUID(),
): Promise<Reply> {
  return server.call('POST', `/api/lots/${lotId}/bids`, { token: who.token, body: { bidId, kind, amount } })
}

/** The lines of a lot's ledger as they are stored, oldest first. */
export async function ledgerOf({ app }: TestServer, { lotId }: Lot): Promise<LedgerLine[]> {
  const { rows } = await app.pool.query<{ text: string }>(
    'select text from ledger where lot_id = $1 order by sequence',
    [lotId],
  )
  return rows.map(({ text }) => JSON.parse(text) as LedgerLine)
}
