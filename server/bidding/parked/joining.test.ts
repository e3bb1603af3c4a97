import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../command.ts'
import { openLanes, type Lanes } from '../lane/lanes.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { joinIn, joinOpened } from './join-in.ts'
import { bidIdOf } from './parked-box.ts'
import { castWaiting, decide, openNow, park, takeBack, toldOf, type Waiting } from './waiting-room.test-model.ts'

// Two whole servers on one database, and a third pair of hands that dies where a process could die.
let houses: [TestHouse, TestHouse]
let rita: CastMember

beforeAll(async () => {
  const first = await openHouse()
  houses = [first, await openHouse({ databaseUrl: first.house.databaseUrl, masterKey: first.house.config.masterKey })]
  rita = await castPerson(first.house.pool, { name: 'Rita', role: 'reviewer' })
})

afterAll(async () => {
  await houses?.[1].close()
  await houses?.[0].close()
})

async function bidsOn({ lotId }: CastLot): Promise<number> {
  const found = await houses[0].house.pool.query(`select 1 from ledger where lot_id = $1 and type = 'bid-placed'`, [
    lotId,
  ])
  return found.rowCount ?? 0
}

async function parkedId({ id }: Waiting): Promise<string> {
  const found = await houses[0].house.pool.query<{ id: string }>('select id from parked_bid where account_id = $1', [
    id,
  ])
  return found.rows[0]!.id
}

async function ended(who: Waiting): Promise<boolean> {
  const left = await houses[0].house.pool.query('select 1 from parked_bid where account_id = $1', [who.id])
  return left.rowCount === 0
}

/** Verified without the outbox hearing of it: the tests below tell it themselves. */
async function verify({ id }: Waiting): Promise<void> {
  await houses[0].house.pool.query(`update account set verification_status = 'verified' where id = $1`, [id])
}

test('whoever dies after the bid was committed and before that was noted: tried again, it is the same one bid and one notice', async () => {
  const { house } = houses[0]
  const lanes = openLanes(house, house.databaseUrl, () => undefined)
  const veda = await castWaiting(house.pool)
  const lot = await castLot(house)
  await park(houses[0], veda, lot, 50_000)
  await verify(veda)
  const id = await parkedId(veda)
  const dying: Lanes = {
    ...lanes,
    async submit(act): Promise<Outcome> {
      await lanes.submit(act)
      throw new Error('killed')
    },
  }
  for (let round = 0; round < 3; round += 1) {
    const attempt = house.db.transaction().execute((trx) => joinIn(house, dying, trx, id))
    await expect(attempt).rejects.toThrow('killed')
    expect([await bidsOn(lot), await ended(veda)]).toEqual([1, false])
  }
  await house.db.transaction().execute((trx) => joinIn(house, lanes, trx, id))
  await house.db.transaction().execute((trx) => joinIn(house, lanes, trx, id))
  expect([await bidsOn(lot), await ended(veda)]).toEqual([1, true])
  await expect.poll(() => toldOf(house, veda.id), { timeout: 8000 }).toHaveLength(1)
  expect((await toldOf(house, veda.id))[0]?.says).toContain('you are leading')
  const seen = {
    bidId: bidIdOf(house.keys, id),
    lotId: lot.lotId,
    bidderId: veda.id,
    kind: 'maximum' as const,
    amount: 50_000,
    acknowledged: true,
  }
  expect(await brokenInvariants(house.pool, [lot.lotId], [seen])).toEqual([])
  await lanes.stop()
})

test('whoever dies while it waits for its lot to open, or as it joins in then: it is the same one bid, and each notice is one', async () => {
  const { house } = houses[0]
  const lanes = openLanes(house, house.databaseUrl, () => undefined)
  const veda = await castWaiting(house.pool)
  const lot = await castLot(house, { opensInMs: 3_600_000, closesInMs: 7_200_000 })
  await park(houses[0], veda, lot, 50_000)
  await verify(veda)
  const id = await parkedId(veda)
  const dying: Lanes = {
    ...lanes,
    async submit(act): Promise<Outcome> {
      await lanes.submit(act)
      throw new Error('killed')
    },
  }
  const join = (through: Lanes) => house.db.transaction().execute((trx) => joinIn(house, through, trx, id))
  const undone = house.db.transaction().execute(async (trx) => {
    await joinIn(house, lanes, trx, id)
    throw new Error('killed')
  })
  await expect(undone).rejects.toThrow('killed')
  for (let round = 0; round < 3; round += 1) await join(lanes)
  expect([await bidsOn(lot), await ended(veda)]).toEqual([0, false])
  await openNow(house.pool, lot)
  await Promise.allSettled([
    join(dying),
    join(dying),
    join(lanes),
    ...houses.map((each) => joinOpened(each.house, lanes)),
  ])
  await expect.poll(() => ended(veda), { timeout: 8000 }).toBe(true)
  expect(await bidsOn(lot)).toBe(1)
  await expect.poll(() => toldOf(house, veda.id), { timeout: 8000 }).toHaveLength(2)
  expect((await toldOf(house, veda.id)).map(({ says }) => says)).toEqual([
    expect.stringContaining('waits and joins in'),
    expect.stringContaining('you are leading'),
  ])
  await lanes.stop()
})

test('two processes that let it join at once make one bid', async () => {
  const { house } = houses[0]
  const veda = await castWaiting(house.pool)
  const lot = await castLot(house)
  await park(houses[0], veda, lot, 50_000)
  await verify(veda)
  const id = await parkedId(veda)
  const lanes = houses.map((each) => openLanes(each.house, house.databaseUrl, () => undefined))
  await Promise.all(
    [0, 1, 0, 1].map((which) =>
      houses[which]!.house.db.transaction().execute((trx) => joinIn(houses[which]!.house, lanes[which]!, trx, id)),
    ),
  )
  expect(await bidsOn(lot)).toBe(1)
  await expect.poll(() => toldOf(house, veda.id), { timeout: 8000 }).toHaveLength(1)
  for (const each of lanes) await each.stop()
})

test('parked, changed and taken back while the decision falls: what was answered before it holds, and after it all is refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { house } = houses[0]
    const veda = await castWaiting(house.pool)
    const lot = await castLot(house)
    await park(houses[0], veda, lot, 20_000)
    const changes = [30_000, 40_000, null, 50_000]
    const [, ...answers] = await Promise.all([
      decide(houses[0], rita, veda, 'approve'),
      ...changes.map((amount, index) =>
        amount === null ? takeBack(houses[index % 2]!, veda, lot) : park(houses[index % 2]!, veda, lot, amount),
      ),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    await expect.poll(() => ended(veda), { timeout: 8000 }).toBe(true)
    await expect
      .poll(async () => (await toldOf(house, veda.id)).length === (await bidsOn(lot)), { timeout: 8000 })
      .toBe(true)
    const later = await park(houses[1], veda, lot, 90_000)
    expect([later.status, later.body]).toMatchObject([409, { code: 'already-verified' }])
    const attempts = await house.pool.query('select 1 from attempt where bidder_id = $1', [veda.id])
    expect(attempts.rowCount).toBeLessThanOrEqual(1)
  }
})

test('closing and joining at once: either it took part or it is told why not, never both and never neither', async () => {
  const { house } = houses[0]
  const lots = await Promise.all(Array.from({ length: 8 }, () => castLot(house, { closesInMs: 1500 })))
  const people = await Promise.all(lots.map(() => castWaiting(house.pool)))
  await Promise.all(lots.map((lot, index) => park(houses[index % 2]!, people[index]!, lot, 20_000)))
  await Promise.all(
    people.map(async (veda, index) => {
      await new Promise((resolve) => setTimeout(resolve, 1300 + index * 50))
      await decide(houses[index % 2]!, rita, veda, 'approve')
    }),
  )
  for (const [index, veda] of people.entries()) {
    await expect.poll(() => toldOf(house, veda.id), { timeout: 10_000 }).toHaveLength(1)
    const [told] = await toldOf(house, veda.id)
    expect(told!.says.includes('you are leading')).toBe((await bidsOn(lots[index]!)) === 1)
    expect(await ended(veda)).toBe(true)
  }
})
