import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerOf, openBiddingStage } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import type { CastLot } from '#test/inventory.ts'
import { bindsAccount } from '../closing-check.ts'
import {
  closedLot,
  committed,
  invoicesOf,
  expectNotices,
  HIGH_BID,
  ledgerFaults,
  staffStep,
  staffNegotiation,
  myNegotiation,
  reaches,
  said,
  statusOf,
  step,
  waitFor,
} from './negotiations.test-support.ts'

let server: TestServer
let aukje: CastMember

beforeAll(async () => {
  ;({ server, aukje } = await openBiddingStage())
})

afterAll(() => server?.close())

const intact = async (lot: CastLot) => expect(await ledgerFaults(server, lot)).toEqual([])

describe('an agreement', () => {
  test('on a counteroffer sells the lot at its amount, with one invoice at that price', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const lot = await closedLot(server, chidi)
    expect(said(await staffStep(server, aukje, lot, { kind: 'counter', amount: 550_000 }))).toBe(200)
    const seen = await myNegotiation(server, chidi, lot)
    expect(seen).toMatchObject({
      phase: 'bound',
      highBid: HIGH_BID,
      counter: 550_000,
      offer: null,
      maximumToShow: null,
    })
    expect(seen.boundUntil - seen.serverTime).toBeGreaterThan(86_300_000)
    expect(seen.lapsesAt - seen.boundUntil).toBe(86_400_000)
    const stepId = randomUUID()
    const first = await step(server, chidi, lot, 'accept', 550_000, stepId)
    expect(first.body).toMatchObject({ phase: 'sold', soldAt: 550_000, counter: null })
    expect(said(await step(server, chidi, lot, 'accept', 550_000, stepId))).toBe(200)
    expect(said(await step(server, chidi, lot, 'accept', 550_000))).toBe('not-undecided')
    const invoices = await invoicesOf(server, chidi)
    expect(invoices.map((one) => one.lines[0]?.amount)).toEqual([550_000])
    await expectNotices(server, chidi, lot, ['The reserve wasn’t met', 'Counteroffer', 'You won', 'Invoice'])
    await expectNotices(server, aukje, lot, ['Reserve not met', 'Sold by agreement'])
    await intact(lot)
  })

  test('with a bidder whose account was suspended is refused, and so is a counteroffer that only repeats the bid', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const lot = await closedLot(server, chidi)
    const repeated = await staffStep(server, aukje, lot, { kind: 'counter', amount: HIGH_BID })
    expect(repeated.body).toMatchObject({
      code: 'below-high-bid',
      message: 'A counteroffer must be above the high bid.',
      details: { highBid: HIGH_BID },
    })
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [chidi.id])
    const codes = [
      await staffStep(server, aukje, lot, { kind: 'approve', reason: 'The seller agreed' }),
      await staffStep(server, aukje, lot, { kind: 'accept', amount: HIGH_BID }),
    ].map(said)
    expect(codes).toEqual(['high-bidder-not-active', 'high-bidder-not-active'])
  })

  test('on the bid itself is open to the operator while it is binding, either way, once', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const lot = await closedLot(server, chidi)
    expect(said(await staffStep(server, aukje, lot, { kind: 'approve', reason: 'The seller agreed' }))).toBe(200)
    const again = await server.call('POST', `/api/admin/lots/${lot.lotId}/approval`, {
      token: aukje.token,
      body: { reason: 'The seller agreed' },
    })
    expect(said(again)).toBe('not-undecided')
    expect((await invoicesOf(server, chidi)).map((one) => one.lines[0]?.amount)).toEqual([HIGH_BID])
    const kept = await server.app.pool.query(`select reason from audit where action = 'approve' and subject_id = $1`, [
      lot.lotId,
    ])
    expect(kept.rows).toEqual([{ reason: 'The seller agreed' }])
    await intact(lot)
  })

  test('on the maximum that the bidder chose to reveal sells at it', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const lot = await closedLot(server, chidi, { maximum: 610_000 })
    expect((await myNegotiation(server, chidi, lot)).maximumToShow).toBe(610_000)
    expect(await staffNegotiation(server, aukje, lot)).toMatchObject({ offer: null })
    expect(said(await step(server, chidi, lot, 'show-maximum'))).toBe(200)
    expect(await staffNegotiation(server, aukje, lot)).toMatchObject({ offer: 610_000 })
    expect(said(await staffStep(server, aukje, lot, { kind: 'accept', amount: 600_000 }))).toBe('offer-gone')
    expect(said(await staffStep(server, aukje, lot, { kind: 'accept', amount: 610_000 }))).toBe(200)
    expect((await invoicesOf(server, chidi)).map((one) => one.lines[0]?.amount)).toEqual([610_000])
    await intact(lot)
  })
})

describe('without a response', () => {
  test('the bidder and their money are released at the deadline, then the negotiation lapses, and both are notified', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi', biddingLimit: 700_000 })
    const lot = await closedLot(server, chidi, { maximum: 500_000, negotiations: { boundMs: 700, freeMs: 1200 } })
    expect(await committed(server, chidi)).toBe(500_000)
    await waitFor(server, lot, 'freed')
    expect(await committed(server, chidi)).toBe(0)
    const other = await closedLot(server, chidi, { maximum: 690_000 })
    expect(await committed(server, chidi)).toBe(690_000)
    await reaches(server, lot, 'passed')
    const types = (await ledgerOf(server, lot)).map(({ type }) => type)
    expect(types.slice(-3)).toEqual(['closed', 'freed', 'lapsed'])
    await expectNotices(server, chidi, lot, ['The reserve wasn’t met', 'is released', 'No agreement'])
    await intact(lot)
    await intact(other)
  })

  test('while no server was running takes effect on the next start, before any request', async () => {
    const late = await openTestServer({ listen: false })
    const chidi = await castPerson(late.app.pool, { name: 'Chidi' })
    const first = await openTestServer({ databaseUrl: late.app.databaseUrl })
    const lot = await closedLot(first, chidi, { negotiations: { boundMs: 300, freeMs: 300 } })
    await first.close()
    await expect
      .poll(
        async () =>
          (
            await late.app.pool.query<{ over: boolean }>(
              `select extract(epoch from clock_timestamp()) * 1000 > closes_at_ms + 700 as over from standing where lot_id = $1`,
              [lot.lotId],
            )
          ).rows[0]?.over,
      )
      .toBe(true)
    const next = await openTestServer({ databaseUrl: late.app.databaseUrl })
    expect(await statusOf(next, lot)).toBe('passed')
    await next.close()
    await late.close()
  })
})

describe('when the bidder is free', () => {
  const negotiations = { boundMs: 250, freeMs: 3_600_000 }

  test('their own offer commits its amount of their limit while it stands, and no more once it is retracted or declined', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi', biddingLimit: 600_000 })
    const lot = await closedLot(server, chidi, { negotiations })
    await waitFor(server, lot, 'freed')
    expect(said(await step(server, chidi, lot, 'offer', HIGH_BID - 100))).toBe('below-high-bid')
    expect(said(await step(server, chidi, lot, 'offer', 600_100))).toBe('over-bidding-limit')
    expect(said(await step(server, chidi, lot, 'offer', 450_000))).toBe(200)
    expect(await committed(server, chidi)).toBe(450_000)
    expect(said(await step(server, chidi, lot, 'retract', 450_000))).toBe(200)
    expect(await committed(server, chidi)).toBe(0)
    expect(said(await step(server, chidi, lot, 'offer', 460_000))).toBe(200)
    expect(said(await staffStep(server, aukje, lot, { kind: 'decline', amount: 460_000 }))).toBe(200)
    expect(await committed(server, chidi)).toBe(0)
    expect(said(await staffStep(server, aukje, lot, { kind: 'approve', reason: 'Too late' }))).toBe('bidder-free')
    expect(said(await staffStep(server, aukje, lot, { kind: 'end', reason: 'The seller keeps it' }))).toBe(200)
    expect(await statusOf(server, lot)).toBe('passed')
    await expectNotices(server, chidi, lot, ['The reserve wasn’t met', 'is released', 'was declined', 'No agreement'])
    await intact(lot)
  })

  test('their account may close unless they have an open offer', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const lot = await closedLot(server, chidi, { negotiations })
    await waitFor(server, lot, 'freed')
    const binds = () => server.app.db.transaction().execute((trx) => bindsAccount(trx, server.app.keys, chidi.id))
    expect(await binds()).toBeNull()
    await step(server, chidi, lot, 'offer', 450_000)
    expect(await binds()).toContain('you may still win')
  })
})
