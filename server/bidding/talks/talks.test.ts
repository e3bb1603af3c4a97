import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import type { CastLot } from '#test/inventory.ts'
import { bindsAccount } from '../closing-check.ts'
import {
  closedLot,
  committed,
  invoicesOf,
  wasTold,
  HIGH_BID,
  ledgerFaults,
  houseStep,
  houseTalk,
  linesOf,
  myTalk,
  reaches,
  said,
  statusOf,
  step,
  waitFor,
} from './talks.test-model.ts'

let house: TestHouse
let aukje: CastMember

beforeAll(async () => {
  house = await openHouse()
  const { pool } = house.house
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => house?.close())

const intact = async (lot: CastLot) => expect(await ledgerFaults(house, lot)).toEqual([])

describe('an agreement', () => {
  test('on a counter-offer sells the lot at it, with one invoice at that price', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
    const lot = await closedLot(house, chidi)
    expect(said(await houseStep(house, aukje, lot, { kind: 'counter', amount: 550_000 }))).toBe(200)
    const seen = await myTalk(house, chidi, lot)
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
    const first = await step(house, chidi, lot, 'accept', 550_000, stepId)
    expect(first.body).toMatchObject({ phase: 'sold', soldAt: 550_000, counter: null })
    expect(said(await step(house, chidi, lot, 'accept', 550_000, stepId))).toBe(200)
    expect(said(await step(house, chidi, lot, 'accept', 550_000))).toBe('not-undecided')
    const invoices = await invoicesOf(house, chidi)
    expect(invoices.map((one) => one.lines[0]?.amount)).toEqual([550_000])
    await wasTold(house, chidi, lot, ['The reserve wasn’t met', 'Counteroffer', 'You won'])
    await wasTold(house, aukje, lot, ['Reserve not met', 'Sold by agreement'])
    await intact(lot)
  })

  test('on the bid itself is open to the operator while it binds, by either way, once', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
    const lot = await closedLot(house, chidi)
    expect(said(await houseStep(house, aukje, lot, { kind: 'approve', reason: 'The seller agreed' }))).toBe(200)
    const again = await house.call('POST', `/api/admin/lots/${lot.lotId}/approval`, {
      token: aukje.token,
      body: { reason: 'The seller agreed' },
    })
    expect(said(again)).toBe('not-undecided')
    expect((await invoicesOf(house, chidi)).map((one) => one.lines[0]?.amount)).toEqual([HIGH_BID])
    const kept = await house.house.pool.query(`select reason from audit where act = 'approve' and subject_id = $1`, [
      lot.lotId,
    ])
    expect(kept.rows).toEqual([{ reason: 'The seller agreed' }])
    await intact(lot)
  })

  test('on the maximum that the bidder chose to show sells at it', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
    const lot = await closedLot(house, chidi, { maximum: 610_000 })
    expect((await myTalk(house, chidi, lot)).maximumToShow).toBe(610_000)
    expect(await houseTalk(house, aukje, lot)).toMatchObject({ offer: null })
    expect(said(await step(house, chidi, lot, 'show-maximum'))).toBe(200)
    expect(await houseTalk(house, aukje, lot)).toMatchObject({ offer: 610_000 })
    expect(said(await houseStep(house, aukje, lot, { kind: 'accept', amount: 600_000 }))).toBe('offer-gone')
    expect(said(await houseStep(house, aukje, lot, { kind: 'accept', amount: 610_000 }))).toBe(200)
    expect((await invoicesOf(house, chidi)).map((one) => one.lines[0]?.amount)).toEqual([610_000])
    await intact(lot)
  })
})

describe('silence', () => {
  test('frees the bidder and his money at the deadline, then lets the talk lapse, and both are told', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi', biddingLimit: 700_000 })
    const lot = await closedLot(house, chidi, { maximum: 500_000, talks: { boundMs: 700, freeMs: 1200 } })
    expect(await committed(house, chidi)).toBe(500_000)
    await waitFor(house, lot, 'freed')
    expect(await committed(house, chidi)).toBe(0)
    const other = await closedLot(house, chidi, { maximum: 690_000 })
    expect(await committed(house, chidi)).toBe(690_000)
    await reaches(house, lot, 'passed')
    const types = (await linesOf(house, lot)).map(({ type }) => type)
    expect(types.slice(-3)).toEqual(['closed', 'freed', 'lapsed'])
    await wasTold(house, chidi, lot, ['The reserve wasn’t met', 'is released', 'No agreement'])
    await intact(lot)
    await intact(other)
  })

  test('while no server ran has its effect on the next start, before anybody is heard', async () => {
    const late = await openHouse({ listen: false })
    const chidi = await castPerson(late.house.pool, { name: 'Chidi' })
    const first = await openHouse({ databaseUrl: late.house.databaseUrl })
    const lot = await closedLot(first, chidi, { talks: { boundMs: 300, freeMs: 300 } })
    await first.close()
    await expect
      .poll(
        async () =>
          (
            await late.house.pool.query<{ over: boolean }>(
              `select extract(epoch from clock_timestamp()) * 1000 > closes_at_ms + 700 as over from standing where lot_id = $1`,
              [lot.lotId],
            )
          ).rows[0]?.over,
      )
      .toBe(true)
    const next = await openHouse({ databaseUrl: late.house.databaseUrl })
    expect(await statusOf(next, lot)).toBe('passed')
    await next.close()
    await late.close()
  })
})

describe('when the bidder is free', () => {
  const talks = { boundMs: 250, freeMs: 3_600_000 }

  test('an offer of his own binds that much of his limit while it stands, and no more once it is taken back or declined', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi', biddingLimit: 600_000 })
    const lot = await closedLot(house, chidi, { talks })
    await waitFor(house, lot, 'freed')
    expect(said(await step(house, chidi, lot, 'offer', HIGH_BID - 100))).toBe('below-high-bid')
    expect(said(await step(house, chidi, lot, 'offer', 600_100))).toBe('over-bidding-limit')
    expect(said(await step(house, chidi, lot, 'offer', 450_000))).toBe(200)
    expect(await committed(house, chidi)).toBe(450_000)
    expect(said(await step(house, chidi, lot, 'retract', 450_000))).toBe(200)
    expect(await committed(house, chidi)).toBe(0)
    expect(said(await step(house, chidi, lot, 'offer', 460_000))).toBe(200)
    expect(said(await houseStep(house, aukje, lot, { kind: 'decline', amount: 460_000 }))).toBe(200)
    expect(await committed(house, chidi)).toBe(0)
    expect(said(await houseStep(house, aukje, lot, { kind: 'approve', reason: 'Too late' }))).toBe('bidder-free')
    expect(said(await houseStep(house, aukje, lot, { kind: 'end', reason: 'The seller keeps it' }))).toBe(200)
    expect(await statusOf(house, lot)).toBe('passed')
    await wasTold(house, chidi, lot, ['The reserve wasn’t met', 'is released', 'was declined', 'No agreement'])
    await intact(lot)
  })

  test('his account may close unless an offer of his stands', async () => {
    const chidi = await castPerson(house.house.pool, { name: 'Chidi' })
    const lot = await closedLot(house, chidi, { talks })
    await waitFor(house, lot, 'freed')
    const binds = () => house.house.db.transaction().execute((trx) => bindsAccount(trx, house.house.keys, chidi.id))
    expect(await binds()).toBeNull()
    await step(house, chidi, lot, 'offer', 450_000)
    expect(await binds()).toContain('may still be sold to you')
  })
})
