import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../command.ts'
import { openLanes, type Lanes } from '../lane/lanes.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { joinIn, joinOpened } from './join-in.ts'
import { bidIdOf } from './pending-box.ts'
import { castWaiting, decide, openNow, addPending, takeBack, noticesOf, type Waiting } from './waiting.test-support.ts'

// Two whole servers on one database, and a stand-in that crashes where a process could.
let servers: [TestServer, TestServer]
let rita: CastMember

beforeAll(async () => {
  const first = await openTestServer()
  servers = [first, await openTestServer({ databaseUrl: first.app.databaseUrl, masterKey: first.app.config.masterKey })]
  rita = await castPerson(first.app.pool, { name: 'Rita', role: 'reviewer' })
})

afterAll(async () => {
  await servers?.[1].close()
  await servers?.[0].close()
})

async function bidsOn({ lotId }: CastLot): Promise<number> {
  const found = await servers[0].app.pool.query(`select 1 from ledger where lot_id = $1 and type = 'bid-placed'`, [
    lotId,
  ])
  return found.rowCount ?? 0
}

async function pendingId({ id }: Waiting): Promise<string> {
  const found = await servers[0].app.pool.query<{ id: string }>('select id from pending_bid where account_id = $1', [
    id,
  ])
  return found.rows[0]!.id
}

async function ended(who: Waiting): Promise<boolean> {
  const left = await servers[0].app.pool.query('select 1 from pending_bid where account_id = $1', [who.id])
  return left.rowCount === 0
}

/** Verifies the person without an outbox message: the tests below send it themselves. */
async function verify({ id }: Waiting): Promise<void> {
  await servers[0].app.pool.query(`update account set verification_status = 'verified' where id = $1`, [id])
}

test('a process that dies after the bid was committed but before that was recorded: the retry gives one bid and one notice', async () => {
  const { app } = servers[0]
  const lanes = openLanes(app, app.databaseUrl, () => undefined)
  const veda = await castWaiting(app.pool)
  const lot = await castLot(app)
  await addPending(servers[0], veda, lot, 50_000)
  await verify(veda)
  const id = await pendingId(veda)
  const dying: Lanes = {
    ...lanes,
    async submit(action): Promise<Outcome> {
      await lanes.submit(action)
      throw new Error('killed')
    },
  }
  for (let round = 0; round < 3; round += 1) {
    const attempt = app.db.transaction().execute((trx) => joinIn(app, dying, trx, id))
    await expect(attempt).rejects.toThrow('killed')
    expect([await bidsOn(lot), await ended(veda)]).toEqual([1, false])
  }
  await app.db.transaction().execute((trx) => joinIn(app, lanes, trx, id))
  await app.db.transaction().execute((trx) => joinIn(app, lanes, trx, id))
  expect([await bidsOn(lot), await ended(veda)]).toEqual([1, true])
  await expect.poll(() => noticesOf(app, veda.id), { timeout: 8000 }).toHaveLength(1)
  expect((await noticesOf(app, veda.id))[0]?.says).toContain('You’re the high bidder')
  const seen = {
    bidId: bidIdOf(app.keys, id),
    lotId: lot.lotId,
    bidderId: veda.id,
    kind: 'maximum' as const,
    amount: 50_000,
    acknowledged: true,
  }
  expect(await brokenInvariants(app.pool, [lot.lotId], [seen])).toEqual([])
  await lanes.stop()
})

test('a process that dies while a bid waits for its lot, or while placing it: one bid, and one notice of each kind', async () => {
  const { app } = servers[0]
  const lanes = openLanes(app, app.databaseUrl, () => undefined)
  const veda = await castWaiting(app.pool)
  const lot = await castLot(app, { opensInMs: 3_600_000, closesInMs: 7_200_000 })
  await addPending(servers[0], veda, lot, 50_000)
  await verify(veda)
  const id = await pendingId(veda)
  const dying: Lanes = {
    ...lanes,
    async submit(action): Promise<Outcome> {
      await lanes.submit(action)
      throw new Error('killed')
    },
  }
  const join = (through: Lanes) => app.db.transaction().execute((trx) => joinIn(app, through, trx, id))
  const undone = app.db.transaction().execute(async (trx) => {
    await joinIn(app, lanes, trx, id)
    throw new Error('killed')
  })
  await expect(undone).rejects.toThrow('killed')
  for (let round = 0; round < 3; round += 1) await join(lanes)
  expect([await bidsOn(lot), await ended(veda)]).toEqual([0, false])
  await openNow(app.pool, lot)
  await Promise.allSettled([
    join(dying),
    join(dying),
    join(lanes),
    ...servers.map((each) => joinOpened(each.app, lanes)),
  ])
  await expect.poll(() => ended(veda), { timeout: 8000 }).toBe(true)
  expect(await bidsOn(lot)).toBe(1)
  await expect.poll(() => noticesOf(app, veda.id), { timeout: 8000 }).toHaveLength(2)
  expect((await noticesOf(app, veda.id)).map(({ says }) => says)).toEqual([
    expect.stringContaining('is placed as soon as the lot opens'),
    expect.stringContaining('You’re the high bidder'),
  ])
  await lanes.stop()
})

test('two processes that place it at once make one bid', async () => {
  const { app } = servers[0]
  const veda = await castWaiting(app.pool)
  const lot = await castLot(app)
  await addPending(servers[0], veda, lot, 50_000)
  await verify(veda)
  const id = await pendingId(veda)
  const lanes = servers.map((each) => openLanes(each.app, app.databaseUrl, () => undefined))
  await Promise.all(
    [0, 1, 0, 1].map((which) =>
      servers[which]!.app.db.transaction().execute((trx) => joinIn(servers[which]!.app, lanes[which]!, trx, id)),
    ),
  )
  expect(await bidsOn(lot)).toBe(1)
  await expect.poll(() => noticesOf(app, veda.id), { timeout: 8000 }).toHaveLength(1)
  for (const each of lanes) await each.stop()
})

test('set, changed and withdrawn during the decision: what was answered before it holds, and everything after it is refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { app } = servers[0]
    const veda = await castWaiting(app.pool)
    const lot = await castLot(app)
    await addPending(servers[0], veda, lot, 20_000)
    const changes = [30_000, 40_000, null, 50_000]
    const [, ...answers] = await Promise.all([
      decide(servers[0], rita, veda, 'approve'),
      ...changes.map((amount, index) =>
        amount === null ? takeBack(servers[index % 2]!, veda, lot) : addPending(servers[index % 2]!, veda, lot, amount),
      ),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    await expect.poll(() => ended(veda), { timeout: 8000 }).toBe(true)
    await expect
      .poll(async () => (await noticesOf(app, veda.id)).length === (await bidsOn(lot)), { timeout: 8000 })
      .toBe(true)
    const later = await addPending(servers[1], veda, lot, 90_000)
    expect([later.status, later.body]).toMatchObject([409, { code: 'already-verified' }])
    const attempts = await app.pool.query('select 1 from attempt where bidder_id = $1', [veda.id])
    expect(attempts.rowCount).toBeLessThanOrEqual(1)
  }
})

test('closing and placing at once: either it took part or its bidder learns why not, never both and never neither', async () => {
  const { app } = servers[0]
  const lots = await Promise.all(Array.from({ length: 8 }, () => castLot(app, { closesInMs: 1500 })))
  const people = await Promise.all(lots.map(() => castWaiting(app.pool)))
  await Promise.all(lots.map((lot, index) => addPending(servers[index % 2]!, people[index]!, lot, 20_000)))
  await Promise.all(
    people.map(async (veda, index) => {
      await new Promise((resolve) => setTimeout(resolve, 1300 + index * 50))
      await decide(servers[index % 2]!, rita, veda, 'approve')
    }),
  )
  for (const [index, veda] of people.entries()) {
    await expect.poll(() => noticesOf(app, veda.id), { timeout: 10_000 }).toHaveLength(1)
    const [notice] = await noticesOf(app, veda.id)
    expect(notice!.says.includes('You’re the high bidder')).toBe((await bidsOn(lots[index]!)) === 1)
    expect(await ended(veda)).toBe(true)
  }
})

test('a pause that reaches the lot just before a waiting bid does: the bid keeps waiting, and is placed once when the lot resumes', async () => {
  const { app } = servers[0]
  const lanes = openLanes(app, app.databaseUrl, () => undefined)
  const veda = await castWaiting(app.pool)
  const lot = await castLot(app)
  await addPending(servers[0], veda, lot, 50_000)
  await verify(veda)
  const pausing: Lanes = {
    ...lanes,
    async submit(action): Promise<Outcome> {
      const { lotId } = lot
      await lanes.submit({ by: 'company', lotId, command: { type: 'pause', cause: 'A break' }, actorId: null })
      return lanes.submit(action)
    },
  }
  const id = await pendingId(veda)
  await app.db.transaction().execute((trx) => joinIn(app, pausing, trx, id))
  expect([await bidsOn(lot), await ended(veda)]).toEqual([0, false])
  const { lotId } = lot
  await lanes.submit({ by: 'company', lotId, command: { type: 'resume', cause: 'The break is over' }, actorId: null })
  await expect.poll(() => ended(veda), { timeout: 8000 }).toBe(true)
  expect(await bidsOn(lot)).toBe(1)
  await expect.poll(() => noticesOf(app, veda.id), { timeout: 8000 }).toHaveLength(2)
  expect((await noticesOf(app, veda.id)).map(({ says }) => says)).toEqual([
    expect.stringContaining('this lot is paused'),
    expect.stringContaining('You’re the high bidder'),
  ])
  await lanes.stop()
})
