import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerOf } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { startServer } from '#test/harness/process.ts'
import { databaseNow, type CastLot } from '#test/inventory.ts'
import {
  closedLot,
  staffStep,
  ledgerFaults,
  reaches,
  said,
  statusOf,
  step,
  waitFor,
} from './negotiations.test-support.ts'

// Two whole servers on one database: what holds for two holds for any number of processes.
let servers: [TestServer, TestServer]
let ada: CastMember
let aukje: CastMember

beforeAll(async () => {
  const first = await openTestServer()
  servers = [first, await openTestServer({ databaseUrl: first.app.databaseUrl })]
  ada = await castPerson(first.app.pool, { name: 'Ada' })
  aukje = await castPerson(first.app.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const APPROVE = { kind: 'approve', reason: 'The seller agreed' } as const
const ENDS = new Set(['approved', 'agreed', 'lapsed'])

/** Whatever the outcome: one end, an intact ledger, and an invoice if and only if it was sold, at the price of the ledger. */
async function endedOnce(lot: CastLot): Promise<string> {
  const [one] = servers
  const ends = (await ledgerOf(one, lot)).filter(({ type }) => ENDS.has(type))
  expect(ends).toHaveLength(1)
  expect(await ledgerFaults(one, lot)).toEqual([])
  const sold = ends[0]!.type !== 'lapsed'
  const invoices = () =>
    one.app.pool.query<{ amount: number }>(
      `select (document -> 'lines' -> 0 ->> 'amount')::bigint as amount from invoice where lot_id = $1`,
      [lot.lotId],
    )
  await expect.poll(async () => (await invoices()).rowCount, { timeout: 8000 }).toBe(sold ? 1 : 0)
  const amounts = (await invoices()).rows.map(({ amount }) => Number(amount))
  expect(amounts).toEqual(sold ? [ends[0]!['price']] : [])
  return ends[0]!.type
}

test('both sides accept each other’s offer at once, on two servers: exactly one of them becomes the sale', async () => {
  for (let round = 0; round < 4; round += 1) {
    const lot = await closedLot(servers[0], ada, { negotiations: { boundMs: 100, freeMs: 3_600_000 } })
    await waitFor(servers[0], lot, 'freed')
    await step(servers[0], ada, lot, 'offer', 450_000)
    await staffStep(servers[1], aukje, lot, { kind: 'counter', amount: 520_000 })
    const answers = await Promise.all([
      step(servers[round % 2]!, ada, lot, 'accept', 520_000),
      staffStep(servers[(round + 1) % 2]!, aukje, lot, { kind: 'accept', amount: 450_000 }),
    ])
    expect(new Set(answers.map(said))).toEqual(new Set([200, 'not-undecided']))
    expect(await endedOnce(lot)).toBe('agreed')
  }
})

test('fifty presses of accept, with one id and with many, are one sale', async () => {
  const lot = await closedLot(servers[0], ada)
  await staffStep(servers[0], aukje, lot, { kind: 'counter', amount: 520_000 })
  const stepId = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      step(servers[index % 2]!, ada, lot, 'accept', 520_000, index < 25 ? stepId : randomUUID()),
    ),
  )
  const taken = answers.map(said).filter((one) => one === 200).length
  expect([1, 25]).toContain(taken)
  expect(await endedOnce(lot)).toBe('agreed')
})

test('a counteroffer that changes while it is accepted is bought at the accepted price, or not at all', async () => {
  for (let round = 0; round < 4; round += 1) {
    const lot = await closedLot(servers[0], ada)
    await staffStep(servers[0], aukje, lot, { kind: 'counter', amount: 520_000 })
    const [accepted, changed] = await Promise.all([
      step(servers[0], ada, lot, 'accept', 520_000),
      staffStep(servers[1], aukje, lot, { kind: 'counter', amount: 640_000 }),
    ])
    const [one, two] = [said(accepted), said(changed)]
    expect([one === 200 ? 'bought' : one, two === 200 ? 'changed' : two]).toEqual(
      one === 200 ? ['bought', 'not-undecided'] : ['offer-gone', 'changed'],
    )
    expect(await statusOf(servers[0], lot)).toBe(one === 200 ? 'sold' : 'reserve-not-met')
    expect(await ledgerFaults(servers[0], lot)).toEqual([])
  }
})

test('accepting around the deadline: nobody buys at or after it, and an unanswered negotiation lapses once', async () => {
  const seen: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const lot = await closedLot(servers[0], ada, { negotiations: { boundMs: 200, freeMs: 700 } })
    await staffStep(servers[0], aukje, lot, { kind: 'counter', amount: 520_000 })
    const lapsesAt = Number((await ledgerOf(servers[0], lot)).find(({ type }) => type === 'closed')!['lapsesAt'])
    const wait = lapsesAt - (await databaseNow(servers[0].app.pool)) - 12 + round * 4
    await setTimeout(Math.max(0, wait))
    const answers = await Promise.all([0, 1, 2, 3].map((n) => step(servers[n % 2]!, ada, lot, 'accept', 520_000)))
    expect(answers.map(said).filter((one) => one === 200).length).toBeLessThanOrEqual(1)
    await expect.poll(() => statusOf(servers[0], lot), { timeout: 5000 }).not.toBe('reserve-not-met')
    const end = (await ledgerOf(servers[0], lot)).find(({ type }) => ENDS.has(type))!
    expect(end.type === 'agreed').toBe(Number(end['at']) < lapsesAt)
    seen.push(await endedOnce(lot))
  }
  expect(seen).toHaveLength(5)
})

test.each([
  ['approve one high bid', APPROVE, APPROVE],
  ['approve the high bid and ask for more', APPROVE, { kind: 'counter', amount: 520_000 }],
  ['approve the high bid and end the negotiation', APPROVE, { kind: 'end', reason: 'The seller keeps it' }],
] as const)(
  'two of staff who %s at once, on two servers, each step is on record with its audit line',
  async (_what, one, two) => {
    for (let round = 0; round < 4; round += 1) {
      const lot = await closedLot(servers[0], ada)
      const answers = (
        await Promise.all([staffStep(servers[0], aukje, lot, one), staffStep(servers[1], aukje, lot, two)])
      ).map(said)
      expect(answers).toContain(200)
      expect(answers.filter((answer) => answer !== 200 && answer !== 'not-undecided')).toEqual([])
      const steps = (await ledgerOf(servers[0], lot)).slice(-2).map(({ type }) => type)
      const done = answers.filter((answer) => answer === 200).length
      const audited = await servers[0].app.pool.query('select 1 from audit where subject_id = $1', [lot.lotId])
      expect(audited.rowCount, steps.join()).toBe(done)
      expect(await ledgerFaults(servers[0], lot)).toEqual([])
    }
  },
)

test('an approval around the deadline sells the lot before it, or is refused, and the negotiation lapses', async () => {
  for (let round = 0; round < 5; round += 1) {
    const lot = await closedLot(servers[0], ada, { negotiations: { boundMs: 200, freeMs: 0 } })
    const closed = (await ledgerOf(servers[0], lot)).find(({ type }) => type === 'closed')!
    const wait = Number(closed['boundUntil'] ?? closed['lapsesAt']) - (await databaseNow(servers[0].app.pool))
    await setTimeout(Math.max(0, wait - 12 + round * 4))
    const approve = (n: number) => staffStep(servers[n]!, aukje, lot, APPROVE)
    const answers = (await Promise.all([approve(0), approve(1)])).map(said)
    await expect.poll(() => statusOf(servers[0], lot), { timeout: 5000 }).not.toBe('reserve-not-met')
    const end = await endedOnce(lot)
    expect(answers.filter((answer) => answer === 200)).toHaveLength(end === 'approved' ? 1 : 0)
  }
})

test('a server killed while steps are in flight loses none that it answered, and resending the same ids answers the rest', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-negotiation-'))
  const { databaseUrl } = servers[0].app
  for (let round = 0; round < 2; round += 1) {
    const lot = await closedLot(servers[0], ada)
    await staffStep(servers[0], aukje, lot, { kind: 'counter', amount: 520_000 })
    const server = await startServer(databaseUrl, dataDir)
    const stepId = randomUUID()
    const pressed = fetch(`${server.url}/api/lots/${lot.lotId}/negotiation/steps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ stepId, kind: 'accept', amount: 520_000 }),
    }).then(
      (answer) => answer.status,
      () => null,
    )
    await setTimeout(round * 3)
    await server.kill('SIGKILL')
    const answered = await pressed
    const status = await statusOf(servers[0], lot)
    expect(answered !== 200 || status === 'sold').toBe(true)
    // The same id sent again to the other server: bought, and only once.
    expect(said(await step(servers[1], ada, lot, 'accept', 520_000, stepId))).toBe(200)
    await reaches(servers[0], lot, 'sold')
    expect(await endedOnce(lot)).toBe('agreed')
  }
  await rm(dataDir, { recursive: true, force: true })
})
