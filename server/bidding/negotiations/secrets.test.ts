import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { ledgerOf, openBiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import type { NegotiationRow } from '#contract/bidding/negotiations.ts'
import { closedLot, staffStep, staffNegotiation, myNegotiation, RESERVE, step } from './negotiations.test-support.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember

beforeAll(async () => {
  ;({ server, ada, boris, aukje } = await openBiddingStage())
})

afterAll(() => server?.close())

describe('who may see what', () => {
  test('only the high bidder and auctioneers can read a negotiation', async () => {
    const lot = await closedLot(server, ada, { maximum: 600_000 })
    const read = (path: string, token?: string) => server.call('GET', path, token === undefined ? {} : { token })
    const mine = `/api/lots/${lot.lotId}/negotiation`
    const theirs = `/api/admin/lots/${lot.lotId}/negotiation`
    expect((await read(mine, ada.token)).status).toBe(200)
    expect([(await read(mine, boris.token)).status, (await read(mine, aukje.token)).status]).toEqual([404, 404])
    expect((await read(mine)).status).toBe(401)
    expect((await step(server, boris, lot, 'offer', 500_000)).status).toBe(404)
    for (const role of ['reviewer', 'cashier']) {
      const staff = await castPerson(server.app.pool, { name: 'Kofi', role })
      for (const path of [theirs, '/api/admin/negotiations', `/api/admin/lots/${lot.lotId}/reserve`])
        expect((await read(path, staff.token)).status).toBe(403)
    }
    expect((await read(theirs, ada.token)).status).toBe(403)
    const olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    expect((await read(theirs, olga.token)).status).toBe(200)
  })

  test('staff read that the high bidder is no verified member anymore, and nobody else does', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif' })
    const lot = await closedLot(server, elif)
    expect((await staffNegotiation(server, aukje, lot)).warning).toBeNull()
    await server.app.pool.query(`update account set verification_status = 'pending' where id = $1`, [elif.id])
    expect((await staffNegotiation(server, aukje, lot)).warning).toMatchObject({
      paddle: elif.paddle,
      isComplete: false,
      isOverLimit: false,
    })
    const ledger = await server.call('GET', `/api/lots/${lot.lotId}/ledger`, { token: boris.token })
    expect(JSON.stringify([ledger.body, await myNegotiation(server, elif, lot)])).not.toContain('isComplete')
  })

  test('a bid that no longer binds takes nobody over their limit', async () => {
    const femi = await castPerson(server.app.pool, { name: 'Femi', biddingLimit: 10_000_000 })
    const lot = await closedLot(server, femi, { negotiations: { boundMs: 2500, freeMs: 600_000 } })
    await server.app.pool.query('update account set bidding_limit = 1 where id = $1', [femi.id])
    const warning = async () => (await staffNegotiation(server, aukje, lot)).warning
    expect(await warning()).toMatchObject({ isOverLimit: true })
    await expect.poll(warning, { timeout: 8000 }).toBeNull()
  })

  test('no amount of a negotiation is in the public ledger, in the feed’s lines or in clear text in the database', async () => {
    const lot = await closedLot(server, ada, { maximum: 612_300 })
    await step(server, ada, lot, 'show-maximum')
    await staffStep(server, aukje, lot, { kind: 'counter', amount: 634_500 })
    const ledger = await server.call('GET', `/api/lots/${lot.lotId}/ledger`, { token: boris.token })
    const live = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: boris.token })
    const secrets = /\b(?:612300|634500|700000)\b/
    expect(JSON.stringify([ledger.body, live.body])).not.toMatch(secrets)
    const rows = await server.app.pool.query(
      `select to_jsonb(l)::text as kept from ledger l where lot_id = $1
       union all select (to_jsonb(s) - 'terms')::text from standing s where lot_id = $1
       union all select payload::text from outbox`,
      [lot.lotId],
    )
    expect(rows.rows.map((row: { kept: string }) => row.kept).join('\n')).not.toMatch(secrets)
    expect((ledger.body as { items: unknown[] }).items.length).toBeGreaterThan(4)
  })

  test('staff never see a maximum that was not revealed, nor the bidder the reserve', async () => {
    const lot = await closedLot(server, ada, { maximum: 623_400 })
    const list = await server.call('GET', '/api/admin/negotiations', { token: aukje.token })
    expect(JSON.stringify([list.body, await staffNegotiation(server, aukje, lot)])).not.toMatch(/\b623400\b/)
    const own = JSON.stringify(await myNegotiation(server, ada, lot))
    expect(own).not.toContain(String(RESERVE))
    expect(own).toContain('623400')
  })

  test('both sides can verify the seals of their offers', async () => {
    const lot = await closedLot(server, ada, { maximum: 600_000 })
    await step(server, ada, lot, 'show-maximum')
    await staffStep(server, aukje, lot, { kind: 'counter', amount: 650_000 })
    const lines = await ledgerOf(server, lot)
    for (const negotiation of [await myNegotiation(server, ada, lot), await staffNegotiation(server, aukje, lot)]) {
      const sealed = negotiation.steps.filter(({ salt }) => salt !== null)
      expect(sealed.map(({ what }) => what)).toEqual(['offered', 'countered'])
      for (const { sequence, amount, salt } of sealed) {
        expect(createHash('sha256').update(`${salt}:${amount}`).digest('hex')).toBe(lines[sequence - 1]!['seal'])
      }
    }
  })

  test('only auctioneers can see the reserve, and every view is recorded', async () => {
    const lot = await closedLot(server, ada)
    const path = `/api/admin/lots/${lot.lotId}/reserve`
    expect((await server.call('GET', path, { token: aukje.token })).body).toEqual({ reserve: RESERVE })
    expect((await server.call('GET', path, { token: ada.token })).status).toBe(403)
    const looks = await server.app.pool.query(
      `select actor_id from audit where action = 'view-reserve' and subject_id = $1`,
      [lot.lotId],
    )
    expect(looks.rows).toEqual([{ actor_id: aukje.id }])
    const none = await server.call('GET', `/api/admin/lots/${randomUUID()}/reserve`, { token: aukje.token })
    expect(none.status).toBe(404)
  })

  test('the list shows running negotiations by deadline, and finished ones with their end', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const soon = await closedLot(server, chidi, { negotiations: { boundMs: 3_600_000, freeMs: 1000 } })
    const done = await closedLot(server, chidi)
    await staffStep(server, aukje, done, { kind: 'end', reason: 'The seller keeps it' })
    const list = async (state: string) =>
      (
        (await server.call('GET', `/api/admin/negotiations?state=${state}`, { token: aukje.token })).body as {
          items: NegotiationRow[]
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
