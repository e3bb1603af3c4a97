import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { CAN_BID } from '#contract/bidding/can-bid.ts'
import type { Eligibility } from '#contract/bidding/eligibility.ts'
import { castPerson, type CastMember, type CastOptions } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, DAY_MS } from '#test/inventory.ts'

/** One person for each access level, and the bidders stopped for another reason. */
const PEOPLE = {
  visitor: null,
  member: { hasPaid: false, verification: 'pending' },
  paid: { verification: 'pending', document: null },
  waiting: { verification: 'pending', document: 'submitted' },
  complete: {},
  suspended: { status: 'suspended' },
  seller: {},
  limited: { biddingLimit: 5000 },
  limitedLeader: { biddingLimit: 25_000 },
  auctioneer: { role: 'auctioneer', hasPaid: false, verification: 'pending' },
  reviewer: { role: 'reviewer' },
  unconfirmed: { emailConfirmed: false },
  homeless: { hasAddress: false },
} satisfies Record<string, Omit<CastOptions, 'name'> | null>
type Who = keyof typeof PEOPLE

const STATES = [
  'fresh',
  'in yen',
  'contested',
  'led',
  'later',
  'block',
  'due',
  'paused',
  'sold',
  'passed',
  'undecided',
  'withdrawn',
  'none',
] as const
type State = (typeof STATES)[number]

/** The response to a bid for each label. A record, so a new label without a response does not compile. */
const ANSWERS: Record<Eligibility['can'], [status: number, code: string | null]> = {
  bid: [200, null],
  'leave-maximum': [200, null],
  'log-in': [401, 'login-required'],
  'pay-fee': [402, 'membership-required'],
  'send-document': [403, 'document-required'],
  'await-check': [403, 'verification-pending'],
  suspended: [403, 'account-not-active'],
  'confirm-email': [409, 'not-eligible'],
  'add-address': [409, 'not-eligible'],
  staff: [409, 'not-eligible'],
  'no-such-lot': [409, 'lot-not-found'],
  'own-lot': [409, 'not-eligible'],
  'not-open': [409, 'lot-not-open'],
  paused: [409, 'lot-paused'],
  closed: [409, 'lot-closed'],
  withdrawn: [409, 'lot-withdrawn'],
  'over-limit': [409, 'over-bidding-limit'],
  'needs-limit': [409, 'over-bidding-limit'],
}

let server: TestServer
let boris: CastMember
let aukje: CastMember

beforeAll(async () => {
  server = await openTestServer()
  boris = await castPerson(server.app.pool, { name: 'Boris' })
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => server?.close())

async function bid(token: string | undefined, lotId: string, kind: string, amount: number) {
  const body = { bidId: randomUUID(), kind, amount }
  const answer = await server.call('POST', `/api/lots/${lotId}/bids`, token === undefined ? { body } : { token, body })
  return { ...answer, body: answer.body as { code?: string; details?: Record<string, number> } }
}

async function labelOf(token: string | undefined, lotId: string): Promise<Eligibility> {
  const answer = await server.call('GET', `/api/eligibility?lots=${lotId}`, token === undefined ? {} : { token })
  expect(answer.status).toBe(200)
  return (answer.body as { items: Eligibility[] }).items[0]!
}

/** A lot in that state whose seller is `sellerId`; `leader` leads it in states that have a leader. */
async function lotIn(state: State, sellerId: string | null, leader: CastMember): Promise<string> {
  const cast = (options: object = {}) => castLot(server.app, { isFree: true, sellerId, ...options })
  switch (state) {
    case 'fresh':
      return (await cast()).lotId
    case 'in yen':
      return (await cast({ currency: 'JPY' })).lotId
    case 'contested':
      return bidOn(await cast(), boris, 20_000)
    case 'led':
      return bidOn(await cast(), leader, 20_000)
    case 'later':
      return (await cast({ opensInMs: 3_600_000, closesInMs: 7_200_000 })).lotId
    case 'block': {
      const lot = await cast({ auctionKind: 'live', startsInMs: DAY_MS })
      return bidOn(lot, leader, 15_000)
    }
    case 'due':
      return (await cast({ closesInMs: -1 })).lotId
    case 'sold':
      return ended(await bidOn(await cast(), leader, 20_000), 'sold')
    case 'undecided':
      return ended(await bidOn(await cast({ reserve: 900_000 }), leader, 20_000), 'reserve-not-met')
    case 'passed':
      return ended((await cast()).lotId, 'passed')
    case 'withdrawn': {
      const { lotId } = await cast()
      const body = { reason: 'The seller withdrew' }
      await server.call('POST', `/api/admin/lots/${lotId}/withdrawal`, { token: aukje.token, body })
      return lotId
    }
    case 'paused': {
      const { lotId } = await cast()
      const body = { reason: 'The seller asked for a moment' }
      await server.call('POST', `/api/admin/lots/${lotId}/pause`, { token: aukje.token, body })
      return lotId
    }
    case 'none':
      return randomUUID()
    default:
      return state satisfies never
  }
}

async function bidOn({ lotId }: CastLot, { token }: CastMember, amount: number): Promise<string> {
  expect((await bid(token, lotId, 'maximum', amount)).status).toBe(200)
  return lotId
}

async function ended(lotId: string, status: string): Promise<string> {
  await server.app.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lotId],
  )
  const now = () => server.app.pool.query<{ status: string }>('select status from standing where lot_id = $1', [lotId])
  await expect.poll(async () => (await now()).rows[0]?.status, { timeout: 5000 }).toBe(status)
  return lotId
}

const seen = new Set<Eligibility['can']>()

describe.each(Object.keys(PEOPLE) as Who[])('%s', (who) => {
  test.each(STATES)('and a lot that is %s: the label and the bid agree', async (state) => {
    const options = PEOPLE[who]
    const person = options === null ? null : await castPerson(server.app.pool, { name: who, ...options })
    const leader = who === 'complete' || who === 'limitedLeader' ? person! : boris
    const lotId = await lotIn(state, who === 'seller' ? person!.id : null, leader)
    const label = await labelOf(person?.token, lotId)
    seen.add(label.can)
    const row = await server.app.pool.query<{ next: number }>(
      `select coalesce(price + case when price < 100000 then 2500 else 5000 end, 10000) as next from standing where lot_id = $1`,
      [lotId],
    )
    const next = Number(row.rows[0]?.next ?? 10_000)
    expect(await liveLabelOf(person?.token, lotId, label)).toEqual(label)

    const isLeading = leader === person
    const firm = await bid(person?.token, lotId, 'firm', next)
    const [status, code] = ANSWERS[label.can]
    // Before a live lot comes up a firm bid is too early; the label refers to a maximum.
    const least = isLeading ? Math.max(next, 15_100) : next
    const judged = firm.body.code === 'lot-not-open' ? await bid(person?.token, lotId, 'maximum', least) : firm
    expect([judged.status, judged.body.code ?? null]).toEqual([status, code])
    const own = isLeading && state === 'led' ? 20_000 : 0
    const { limit = 0, committed = 0 } = judged.body.details ?? {}
    const over =
      committed - (isLeading && state === 'block' ? 15_000 : own) + Math.max(judged === firm ? next : least, own)
    expect(label.overBy).toBe(label.can === 'over-limit' ? over - limit : null)
  })
})

/** The live view's label, for those who may open it; for all others, `before`. */
async function liveLabelOf(token: string | undefined, lotId: string, before: Eligibility): Promise<unknown> {
  const live = await server.call('GET', `/api/lots/${lotId}/live`, token === undefined ? {} : { token })
  return live.status === 200 ? (live.body as LiveLot).you.eligibility : before
}

test('every label occurs', () => {
  expect([...seen].toSorted()).toEqual([...CAN_BID].toSorted())
})

test('being over the limit is checked for the minimum bid plus existing commitments', async () => {
  const ada = await castPerson(server.app.pool, { name: 'Ada', biddingLimit: 25_000 })
  const [led, wanted] = [await castLot(server.app, { isFree: true }), await castLot(server.app, { isFree: true })]
  await bidOn(led, ada, 20_000)
  expect(await labelOf(ada.token, wanted.lotId)).toMatchObject({ can: 'over-limit', overBy: 5000 })
  await bidOn(led, boris, 30_000)
  expect(await labelOf(ada.token, wanted.lotId)).toMatchObject({ can: 'bid', overBy: null })
})

test('many lots are answered at once, in order; someone who may not see prices learns nothing about a lot', async () => {
  const lots = await Promise.all([castLot(server.app, { isFree: true }), castLot(server.app, { isFree: true })])
  const closed = await lotIn('passed', null, boris)
  const ids = [lots[1].lotId, closed, lots[0].lotId, randomUUID()]
  const asked = (token?: string) =>
    server.call('GET', `/api/eligibility?lots=${ids.join()}`, token === undefined ? {} : { token })
  const complete = (await asked(boris.token)).body as { items: Eligibility[] }
  expect(complete.items.map(({ lotId, can }) => [lotId, can])).toEqual([
    [ids[0], 'bid'],
    [closed, 'closed'],
    [ids[2], 'bid'],
    [ids[3], 'no-such-lot'],
  ])
  const visitor = (await asked()).body as { items: Eligibility[] }
  expect(new Set(visitor.items.map(({ can }) => can))).toEqual(new Set(['log-in']))
  expect((await server.call('GET', '/api/eligibility?lots=7')).status).toBe(400)
})
