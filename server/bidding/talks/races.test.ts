import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { startServer } from '#test/harness/process.ts'
import { databaseNow, type CastLot } from '#test/inventory.ts'
import {
  closedLot,
  houseStep,
  ledgerFaults,
  linesOf,
  reaches,
  said,
  statusOf,
  step,
  waitFor,
} from './talks.test-model.ts'

// Two whole servers on one database: whatever holds here holds for any number of processes.
let houses: [TestHouse, TestHouse]
let ada: CastMember
let aukje: CastMember

beforeAll(async () => {
  const first = await openHouse()
  houses = [first, await openHouse({ databaseUrl: first.house.databaseUrl })]
  ada = await castPerson(first.house.pool, { name: 'Ada' })
  aukje = await castPerson(first.house.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(async () => {
  await houses[1].close()
  await houses[0].close()
})

const ENDS = new Set(['approved', 'agreed', 'lapsed'])

/** However it went: one end, an intact ledger, and an invoice exactly where it was sold, at the price of the ledger. */
async function endedOnce(lot: CastLot): Promise<string> {
  const [one] = houses
  const ends = (await linesOf(one, lot)).filter(({ type }) => ENDS.has(type))
  expect(ends).toHaveLength(1)
  expect(await ledgerFaults(one, lot)).toEqual([])
  const sold = ends[0]!.type !== 'lapsed'
  const invoices = () =>
    one.house.pool.query<{ amount: number }>(
      `select (paper -> 'lines' -> 0 ->> 'amount')::bigint as amount from invoice where lot_id = $1`,
      [lot.lotId],
    )
  await expect.poll(async () => (await invoices()).rowCount, { timeout: 8000 }).toBe(sold ? 1 : 0)
  const amounts = (await invoices()).rows.map(({ amount }) => Number(amount))
  expect(amounts).toEqual(sold ? [ends[0]!['price']] : [])
  return ends[0]!.type
}

test('both sides accept each other’s offer at once, on two servers: one of them is the sale', async () => {
  for (let round = 0; round < 4; round += 1) {
    const lot = await closedLot(houses[0], ada, { talks: { boundMs: 100, freeMs: 3_600_000 } })
    await waitFor(houses[0], lot, 'freed')
    await step(houses[0], ada, lot, 'offer', 450_000)
    await houseStep(houses[1], aukje, lot, { kind: 'counter', amount: 520_000 })
    const answers = await Promise.all([
      step(houses[round % 2]!, ada, lot, 'accept', 520_000),
      houseStep(houses[(round + 1) % 2]!, aukje, lot, { kind: 'accept', amount: 450_000 }),
    ])
    expect(new Set(answers.map(said))).toEqual(new Set([200, 'not-undecided']))
    expect(await endedOnce(lot)).toBe('agreed')
  }
})

test('fifty presses of accept, with one id and with many, are one sale', async () => {
  const lot = await closedLot(houses[0], ada)
  await houseStep(houses[0], aukje, lot, { kind: 'counter', amount: 520_000 })
  const stepId = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      step(houses[index % 2]!, ada, lot, 'accept', 520_000, index < 25 ? stepId : randomUUID()),
    ),
  )
  const taken = answers.map(said).filter((one) => one === 200).length
  expect([1, 25]).toContain(taken)
  expect(await endedOnce(lot)).toBe('agreed')
})

test('a counter-offer that is changed while it is accepted is bought at the price that was pressed, or not at all', async () => {
  for (let round = 0; round < 4; round += 1) {
    const lot = await closedLot(houses[0], ada)
    await houseStep(houses[0], aukje, lot, { kind: 'counter', amount: 520_000 })
    const [accepted, changed] = await Promise.all([
      step(houses[0], ada, lot, 'accept', 520_000),
      houseStep(houses[1], aukje, lot, { kind: 'counter', amount: 640_000 }),
    ])
    const [one, two] = [said(accepted), said(changed)]
    expect([one === 200 ? 'bought' : one, two === 200 ? 'changed' : two]).toEqual(
      one === 200 ? ['bought', 'not-undecided'] : ['offer-gone', 'changed'],
    )
    expect(await statusOf(houses[0], lot)).toBe(one === 200 ? 'sold' : 'reserve-not-met')
    expect(await ledgerFaults(houses[0], lot)).toEqual([])
  }
})

test('accepting around the deadline: at or after it nobody buys, and what is silent lapses once', async () => {
  const seen: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const lot = await closedLot(houses[0], ada, { talks: { boundMs: 200, freeMs: 700 } })
    await houseStep(houses[0], aukje, lot, { kind: 'counter', amount: 520_000 })
    const lapsesAt = Number((await linesOf(houses[0], lot)).find(({ type }) => type === 'closed')!['lapsesAt'])
    const wait = lapsesAt - (await databaseNow(houses[0].house.pool)) - 12 + round * 4
    await setTimeout(Math.max(0, wait))
    const answers = await Promise.all([0, 1, 2, 3].map((n) => step(houses[n % 2]!, ada, lot, 'accept', 520_000)))
    expect(answers.map(said).filter((one) => one === 200).length).toBeLessThanOrEqual(1)
    await expect.poll(() => statusOf(houses[0], lot), { timeout: 5000 }).not.toBe('reserve-not-met')
    const end = (await linesOf(houses[0], lot)).find(({ type }) => ENDS.has(type))!
    expect(end.type === 'agreed').toBe(Number(end['at']) < lapsesAt)
    seen.push(await endedOnce(lot))
  }
  expect(seen).toHaveLength(5)
})

test('a server killed while steps are on their way loses none that it answered, and the same ids tell the rest', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-talk-'))
  const { databaseUrl } = houses[0].house
  for (let round = 0; round < 2; round += 1) {
    const lot = await closedLot(houses[0], ada)
    await houseStep(houses[0], aukje, lot, { kind: 'counter', amount: 520_000 })
    const server = await startServer(databaseUrl, dataDir)
    const stepId = randomUUID()
    const pressed = fetch(`${server.url}/api/lots/${lot.lotId}/talk/steps`, {
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
    const status = await statusOf(houses[0], lot)
    expect(answered !== 200 || status === 'sold').toBe(true)
    // Asked again with the same id elsewhere: bought, and only once.
    expect(said(await step(houses[1], ada, lot, 'accept', 520_000, stepId))).toBe(200)
    await reaches(houses[0], lot, 'sold')
    expect(await endedOnce(lot)).toBe('agreed')
  }
  await rm(dataDir, { recursive: true, force: true })
})
