import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { readLedger } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, type LotOptions } from '#test/inventory.ts'
import { replayContents } from '#test/harness/replay-files.ts'
import { faultsInChain, faultsInReplay, type Entry } from '#web/bidding/ledger/ledger-verifier.ts'

/** The browser's verification of lots that staff acted on: bids at the desk, pauses, withdrawals, negotiations and voided sales. */

let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember
let placed: BiddingStage['placed']

beforeAll(async () => {
  ;({ server, ada, boris, aukje, placed } = await openBiddingStage())
})
afterAll(() => server?.close())

async function send(who: CastMember, path: string, body: object): Promise<void> {
  const answer = await server.call('POST', path, { token: who.token, body })
  expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body])
}

async function readOf({ lotId }: CastLot) {
  const { body } = await server.call('GET', `/api/lots/${lotId}/ledger?limit=500`, { token: boris.token })
  return body as ReplyOf<typeof readLedger>
}

const lengthOf = async (lot: CastLot) => (await readOf(lot)).items.length
const act = (lot: CastLot, action: string, body: object = {}) =>
  send(aukje, `/api/admin/lots/${lot.lotId}/${action}`, body)
const bid = (lot: CastLot, amount: number) => placed(boris, lot, 'firm', amount)
const enter = async (lot: CastLot, mark: string, amount: number) =>
  act(lot, 'desk-bids', {
    bidId: randomUUID(),
    paddle: ada.paddle,
    mark,
    amount,
    ...(mark === 'absentee' ? {} : { seen: await lengthOf(lot) }),
  })

const reason = { reason: 'As agreed' }
const LIVE: LotOptions = { auctionKind: 'live', liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 }

/** Bids from the room, by phone, by an absentee's maximum and online. */
async function bids(lot: CastLot): Promise<void> {
  await enter(lot, 'floor', 10_000)
  await bid(lot, 20_000)
  await enter(lot, 'phone', 30_000)
  await bid(lot, 40_000)
  await enter(lot, 'absentee', 60_000)
  await bid(lot, 50_000)
}

/** The high bid stays below the reserve, and staff sell the lot after all. */
async function negotiate(lot: CastLot): Promise<void> {
  await bids(lot)
  await act(lot, 'pass', { seen: await lengthOf(lot) })
  await act(lot, 'negotiation/steps', { kind: 'counter', amount: 80_000 })
  await send(ada, `/api/lots/${lot.lotId}/negotiation/steps`, { stepId: randomUUID(), kind: 'accept', amount: 80_000 })
}

test.each<[string, LotOptions, (lot: CastLot) => Promise<void>]>([
  [
    'hammered',
    {},
    async (lot) => {
      await bids(lot)
      await act(lot, 'fair-warning')
      await act(lot, 'hammer', { seen: await lengthOf(lot) })
    },
  ],
  [
    'paused, resumed and withdrawn',
    {},
    async (lot) => {
      await bids(lot)
      await act(lot, 'pause', reason)
      await act(lot, 'resumption', reason)
      await act(lot, 'withdrawal', reason)
    },
  ],
  ['sold after a negotiation', { reserve: 90_000 }, negotiate],
  [
    'sold after a negotiation, and the sale voided',
    { reserve: 90_000 },
    async (lot) => {
      await negotiate(lot)
      await act(lot, 'sale-void', { ...reason, cause: 'mistake' })
    },
  ],
])('a lot %s verifies, and any changed line is found', async (_how, options, run) => {
  const lot = await castLot(server.app, { ...LIVE, ...options })
  await expect.poll(() => lengthOf(lot), { timeout: 5000 }).toBe(1)
  await run(lot)
  const { items, closed } = await readOf(lot)
  const entries: Entry[] = items.toReversed()
  const replayed = await replayContents(JSON.stringify({ items, next: null, closed }))
  expect(replayed).toMatchObject({ code: 0, stderr: '', results: [{ lot: lot.lotId, faults: [] }] })
  const { body } = await server.call('GET', `/api/standings?lots=${lot.lotId}`, { token: boris.token })
  const standing = (body as { items: Standing[] }).items[0]!
  expect(await faultsInChain(lot.lotId, entries)).toEqual([])
  expect(faultsInReplay(closed!.terms, entries, standing)).toEqual([])
  for (const [index, entry] of entries.entries()) {
    const line = { ...entry.line, at: entry.line.at + 1 }
    for (const changed of [
      { ...entry, line, text: JSON.stringify(line) },
      { ...entry, line },
    ])
      expect(await faultsInChain(lot.lotId, entries.with(index, changed))).toHaveLength(1)
  }
  const others = [
    { ...standing, price: standing.price! + 100 },
    { ...standing, leader: 9_999_999 },
  ]
  for (const other of others) expect(faultsInReplay(closed!.terms, entries, other)).toHaveLength(1)
  expect(faultsInReplay(closed!.terms, entries.slice(0, -1), standing)).not.toEqual([])
})
