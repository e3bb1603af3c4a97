import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { send, type Answer } from './requests.ts'

/**
 * One bid id has one effect and one answer, however often and by whomever it is sent, also after a restart. Source: the rulebook,
 * "Refusals".
 */

const masterKey = randomBytes(32)
let database: Awaited<ReturnType<typeof freshDatabase>>
let server: TestServer
let ada: CastMember
let boris: CastMember

beforeAll(async () => {
  database = await freshDatabase()
  server = await openTestServer({ databaseUrl: database.url, masterKey })
  ada = await castPerson(server.app.pool, { name: 'Ada', biddingLimit: 5_000_000 })
  boris = await castPerson(server.app.pool, { name: 'Boris' })
})

afterAll(async () => {
  await server.close()
  await database.drop()
})

async function restart(): Promise<void> {
  await server.close()
  server = await openTestServer({ databaseUrl: database.url, masterKey })
}

type Bid = { kind: string; amount?: number | null; bidId: string }

function place({ token }: CastMember, { lotId }: CastLot, { kind, amount, bidId }: Bid): Promise<Answer> {
  const [method, end, body] =
    kind === 'lower' ? ['PUT', 'maximum', { bidId, amount }] : ['POST', 'bids', { bidId, kind, amount }]
  return send(`${server.url}/api/lots/${lotId}/${end}`, { method, token, body: JSON.stringify(body) })
}

/** The bytes of an answer. A refusal's request id names the request, not the answer. */
function bytesOf({ status, text }: Answer): string {
  return `${status} ${text.replace(/"requestId":"[^"]+"/, '')}`
}

async function effects(): Promise<unknown[]> {
  const { pool } = server.app
  const ledger = await pool.query(`select lot_id, sequence, text from ledger where type <> 'opened' order by 1, 2`)
  const attempts = await pool.query('select bid_id, answer from attempt order by 1')
  const sealed = await pool.query('select lot_id, number, text from sealed_ledger order by 1, 2')
  return [...ledger.rows, ...sealed.rows, ...attempts.rows]
}

describe('a bid sent again with the same id gets the same bytes again and has no second effect:', () => {
  /** Boris has a maximum of 20,000.00 on the lot, except in the cases without bids. */
  const CASES: Record<
    string,
    { who: () => CastMember; kind: string; amount?: number | null; expected: number | string; buyNow?: number }
  > = {
    'a bid that led': { who: () => ada, kind: 'firm', amount: 2_500_000, expected: 200 },
    'a bid that a maximum answered': { who: () => ada, kind: 'firm', amount: 1_000_000, expected: 200 },
    'a maximum that led': { who: () => ada, kind: 'maximum', amount: 2_600_000, expected: 200 },
    'a silent raise': { who: () => boris, kind: 'maximum', amount: 3_000_000, expected: 200 },
    'a lowered maximum': { who: () => boris, kind: 'lower', amount: 1_900_000, expected: 200 },
    'a withdrawn maximum': { who: () => boris, kind: 'lower', amount: null, expected: 200 },
    'a purchase at once': { who: () => ada, kind: 'buy-now', expected: 200, buyNow: 4_000_000 },
    'a bid below the next': { who: () => ada, kind: 'firm', amount: 100, expected: 'below-next-bid' },
    'a bid beside the unit': { who: () => ada, kind: 'maximum', amount: 2_500_001, expected: 'not-a-bid-unit' },
    'a bid over the limit': { who: () => ada, kind: 'maximum', amount: 5_000_100, expected: 'over-bidding-limit' },
    'a maximum that isn’t higher': {
      who: () => boris,
      kind: 'maximum',
      amount: 2_000_000,
      expected: 'maximum-not-raised',
    },
    'nothing to lower': { who: () => ada, kind: 'lower', amount: null, expected: 'no-live-maximum' },
    'buying what is not offered': { who: () => ada, kind: 'buy-now', expected: 'buy-now-gone' },
  }

  test.each(Object.entries(CASES))('%s', async (_, { who, kind, amount, expected, buyNow }) => {
    const lot = await castLot(server.app, { buyNow: buyNow ?? null, buyNowUntil: 'price-reached' })
    await place(boris, lot, { kind: 'maximum', amount: 2_000_000, bidId: randomUUID() })
    const bid = { kind, bidId: randomUUID(), ...(amount === undefined ? {} : { amount }) }
    // Concurrently: the first is the bid, the others wait for its answer.
    const together = await Promise.all(Array.from({ length: 5 }, () => place(who(), lot, bid)))
    const first = together[0]!
    expect(first.status === 409 ? (first.json as { code: string }).code : first.status).toBe(expected)
    const before = await effects()
    await place(boris, lot, { kind: 'firm', amount: 4_500_000, bidId: randomUUID() })
    const moved = await effects()
    expect(moved.length).toBeGreaterThan(before.length)
    const capitals = await place(who(), lot, { ...bid, bidId: bid.bidId.toUpperCase() })
    await restart()
    const later = await place(who(), lot, bid)
    for (const again of [...together, capitals, later]) expect(bytesOf(again)).toBe(bytesOf(first))
    expect(await effects()).toEqual(moved)
  })
})

describe('a used id is refused for anything else and has no effect:', () => {
  test('another amount, kind, lot or person, in any letter case, even after a restart', async () => {
    const [lot, other] = [await castLot(server.app), await castLot(server.app)]
    const bidId = randomUUID()
    await place(ada, lot, { kind: 'firm', amount: 1_000_000, bidId })
    const refusedId = randomUUID()
    await place(ada, lot, { kind: 'firm', amount: 100, bidId: refusedId })
    const before = await effects()
    const misuses = () => [
      place(ada, lot, { kind: 'firm', amount: 1_100_000, bidId }),
      place(ada, lot, { kind: 'maximum', amount: 1_000_000, bidId }),
      place(ada, lot, { kind: 'lower', amount: 1_000_000, bidId }),
      place(ada, lot, { kind: 'buy-now', bidId }),
      place(ada, other, { kind: 'firm', amount: 1_000_000, bidId }),
      place(boris, lot, { kind: 'firm', amount: 1_000_000, bidId }),
      place(boris, lot, { kind: 'firm', amount: 1_200_000, bidId: bidId.toUpperCase() }),
      place(ada, lot, { kind: 'firm', amount: 1_300_000, bidId: refusedId }),
    ]
    const answers = await Promise.all(misuses())
    await restart()
    for (const { status, json } of [...answers, ...(await Promise.all(misuses()))])
      expect({ status, json }).toMatchObject({ status: 409, json: { code: 'bid-id-reused' } })
    expect(await effects()).toEqual(before)
  })

  test('of simultaneous bids with one id for many lots exactly one counts', async () => {
    const lots = await Promise.all(Array.from({ length: 8 }, () => castLot(server.app)))
    const bidId = randomUUID()
    const answers = await Promise.all(lots.map((lot) => place(ada, lot, { kind: 'firm', amount: 10_000, bidId })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, json } of answers.filter((each) => each.status !== 200))
      expect({ status, json }).toMatchObject({ status: 409, json: { code: 'bid-id-reused' } })
    const recorded = await server.app.pool.query('select 1 from ledger where bid_id = $1', [bidId])
    expect(recorded.rows).toHaveLength(1)
  })
})

test('a payment started again with its key is the same payment, even simultaneously and after a restart', async () => {
  const { id, token } = await castPerson(server.app.pool, { name: 'Dana', hasPaid: false, verification: 'pending' })
  const idempotencyKey: string = randomUUID()
  const start = (key = idempotencyKey) => {
    const body = JSON.stringify({ idempotencyKey: key, provider: 'sandbox', purpose: 'membership' })
    return send(`${server.url}/api/payments`, { method: 'POST', token, body })
  }
  const answers = await Promise.all([start(), start(), start(idempotencyKey.toUpperCase()), start()])
  await restart()
  answers.push(await start())
  for (const answer of answers) expect(bytesOf(answer)).toBe(bytesOf(answers[0]!))
  expect(answers[0]!.status).toBe(201)
  const kept = await server.app.pool.query('select 1 from payment where account_id = $1', [id])
  expect(kept.rows).toHaveLength(1)
})
