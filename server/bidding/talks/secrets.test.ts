import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import type { TalkRow } from '#contract/talks.ts'
import { closedLot, houseStep, houseTalk, linesOf, myTalk, RESERVE, step } from './talks.test-model.ts'

let house: TestHouse
let ada: CastMember
let boris: CastMember
let aukje: CastMember

beforeAll(async () => {
  house = await openHouse()
  const { pool } = house.house
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => house?.close())

describe('who may see what', () => {
  test('only the high bidder and auctioneers read a talk; everybody else has none', async () => {
    const lot = await closedLot(house, ada, { maximum: 600_000 })
    const read = (path: string, token?: string) => house.call('GET', path, token === undefined ? {} : { token })
    const mine = `/api/lots/${lot.lotId}/talk`
    const theirs = `/api/admin/lots/${lot.lotId}/talk`
    expect((await read(mine, ada.token)).status).toBe(200)
    expect([(await read(mine, boris.token)).status, (await read(mine, aukje.token)).status]).toEqual([404, 404])
    expect((await read(mine)).status).toBe(401)
    expect((await step(house, boris, lot, 'offer', 500_000)).status).toBe(404)
    for (const role of ['reviewer', 'cashier']) {
      const staff = await castPerson(house.house.pool, { name: 'Kofi', role })
      for (const path of [theirs, '/api/admin/talks', `/api/admin/lots/${lot.lotId}/reserve`])
        expect((await read(path, staff.token)).status).toBe(403)
    }
    expect((await read(theirs, ada.token)).status).toBe(403)
    const olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
    expect((await read(theirs, olga.token)).status).toBe(200)
  })

  test('no amount of a talk is in the public ledger, in the feed’s lines or in clear in the database', async () => {
    const lot = await closedLot(house, ada, { maximum: 612_300 })
    await step(house, ada, lot, 'show-maximum')
    await houseStep(house, aukje, lot, { kind: 'counter', amount: 634_500 })
    const ledger = await house.call('GET', `/api/lots/${lot.lotId}/ledger`, { token: boris.token })
    const live = await house.call('GET', `/api/lots/${lot.lotId}/live`, { token: boris.token })
    const secrets = /612300|634500|700000/
    expect(JSON.stringify([ledger.body, live.body])).not.toMatch(secrets)
    const rows = await house.house.pool.query(
      `select to_jsonb(l)::text as kept from ledger l where lot_id = $1
       union all select (to_jsonb(s) - 'terms')::text from standing s where lot_id = $1
       union all select payload::text from outbox`,
      [lot.lotId],
    )
    expect(rows.rows.map((row: { kept: string }) => row.kept).join('\n')).not.toMatch(secrets)
    expect((ledger.body as { items: unknown[] }).items.length).toBeGreaterThan(4)
  })

  test('the house never sees a maximum that was not shown, nor the bidder the reserve', async () => {
    const lot = await closedLot(house, ada, { maximum: 623_400 })
    const list = await house.call('GET', '/api/admin/talks', { token: aukje.token })
    expect(JSON.stringify([list.body, await houseTalk(house, aukje, lot)])).not.toContain('623400')
    const own = JSON.stringify(await myTalk(house, ada, lot))
    expect(own).not.toContain(String(RESERVE))
    expect(own).toContain('623400')
  })

  test('both sides can check the seals of what they offered', async () => {
    const lot = await closedLot(house, ada, { maximum: 600_000 })
    await step(house, ada, lot, 'show-maximum')
    await houseStep(house, aukje, lot, { kind: 'counter', amount: 650_000 })
    const lines = await linesOf(house, lot)
    for (const talk of [await myTalk(house, ada, lot), await houseTalk(house, aukje, lot)]) {
      const sealed = talk.steps.filter(({ salt }) => salt !== null)
      expect(sealed.map(({ what }) => what)).toEqual(['offered', 'countered'])
      for (const { sequence, amount, salt } of sealed) {
        expect(createHash('sha256').update(`${salt}:${amount}`).digest('hex')).toBe(lines[sequence - 1]!['seal'])
      }
    }
  })

  test('the reserve is the auctioneer’s to see, and every look at it is on record', async () => {
    const lot = await closedLot(house, ada)
    const path = `/api/admin/lots/${lot.lotId}/reserve`
    expect((await house.call('GET', path, { token: aukje.token })).body).toEqual({ reserve: RESERVE })
    expect((await house.call('GET', path, { token: ada.token })).status).toBe(403)
    const looks = await house.house.pool.query(
      `select actor_id from audit where act = 'view-reserve' and subject_id = $1`,
      [lot.lotId],
    )
    expect(looks.rows).toEqual([{ actor_id: aukje.id }])
    const none = await house.call('GET', `/api/admin/lots/${randomUUID()}/reserve`, { token: aukje.token })
    expect(none.status).toBe(404)
  })

  test('the list has what runs by deadline, and what is over with its end', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
    const soon = await closedLot(house, chidi, { talks: { boundMs: 3_600_000, freeMs: 1000 } })
    const done = await closedLot(house, chidi)
    await houseStep(house, aukje, done, { kind: 'end', reason: 'The seller keeps it' })
    const list = async (state: string) =>
      (
        (await house.call('GET', `/api/admin/talks?state=${state}`, { token: aukje.token })).body as {
          items: TalkRow[]
        }
      ).items
    const running = await list('running')
    const next = running.find(({ lotId }) => lotId === soon.lotId)
    expect(next).toMatchObject({ phase: 'bound', paddle: chidi.paddle, soldAt: null })
    const dues = running.map(({ phase, boundUntil, lapsesAt }) => (phase === 'bound' ? boundUntil : lapsesAt))
    expect(dues).toEqual(dues.toSorted((a, b) => a - b))
    expect(running.some(({ lotId }) => lotId === done.lotId)).toBe(false)
    expect((await list('over'))[0]).toMatchObject({ lotId: done.lotId, phase: 'over' })
  })
})
