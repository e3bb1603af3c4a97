import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLot, Standing } from '#contract/bidding.ts'
import { PARKED_MAX, type ParkedBid } from '#contract/parked.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { castWaiting, decide, openNow, park, takeBack, toldOf, type Waiting } from './waiting-room.test-model.ts'

let house: TestHouse
let ada: CastMember
let rita: CastMember
let aukje: CastMember

beforeAll(async () => {
  house = await openHouse()
  const { pool } = house.house
  ada = await castPerson(pool, { name: 'Ada' })
  rita = await castPerson(pool, { name: 'Rita', role: 'reviewer' })
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => house?.close())

function bid(who: CastMember, { lotId }: CastLot, kind: 'firm' | 'maximum', amount: number) {
  return house.call('POST', `/api/lots/${lotId}/bids`, {
    token: who.token,
    body: { bidId: randomUUID(), kind, amount },
  })
}

const withdraw = ({ lotId }: CastLot) =>
  house.call('POST', `/api/admin/lots/${lotId}/withdrawal`, { token: aukje.token, body: { reason: 'The seller left' } })

async function liveOf(who: CastMember, { lotId }: CastLot): Promise<LiveLot> {
  return (await house.call('GET', `/api/lots/${lotId}/live`, { token: who.token })).body as LiveLot
}

async function standingOf(lot: CastLot): Promise<Standing> {
  return (await liveOf(ada, lot)).standing
}

async function parkedBy(who: CastMember): Promise<ParkedBid[]> {
  return ((await house.call('GET', '/api/parked-bids', { token: who.token })).body as { items: ParkedBid[] }).items
}

async function approve(who: Waiting): Promise<void> {
  expect((await decide(house, rita, who, 'approve')).status).toBe(200)
  await house.house.outbox.drain()
  await house.house.outbox.drain()
}

describe('while the document is being checked', () => {
  test('a maximum is parked, changed and taken back, and the lot does not notice', async () => {
    const veda = await castWaiting(house.house.pool)
    const lot = await castLot(house.house)
    await bid(ada, lot, 'maximum', 50_000)
    const before = await standingOf(lot)
    expect((await park(house, veda, lot, 90_000)).body).toMatchObject({ lotId: lot.lotId, maximum: 90_000 })
    expect((await park(house, veda, lot, 70_000)).body).toMatchObject({ maximum: 70_000 })
    expect(await parkedBy(veda)).toMatchObject([{ lotNumber: lot.lotNumber, maximum: 70_000, currency: 'USD' }])
    expect(await standingOf(lot)).toEqual(before)
    expect((await takeBack(house, veda, lot)).body).toEqual({ ok: true })
    expect((await takeBack(house, veda, lot)).body).toEqual({ ok: true })
    expect(await parkedBy(veda)).toEqual([])
    await approve(veda)
    expect(await standingOf(lot)).toEqual(before)
    expect(await toldOf(house.house, veda.id)).toEqual([])
  })

  test('the fees and tax of a lot are known, so that a bid shows what it costs in total', async () => {
    const veda = await castWaiting(house.house.pool)
    const { lotId } = await castLot(house.house)
    expect((await house.call('GET', `/api/lots/${lotId}/costs`, { token: veda.token })).status).toBe(200)
  })

  test('nothing that comes back depends on the price: far below and far above it are answered alike', async () => {
    const veda = await castWaiting(house.house.pool)
    const [cheap, dear] = [await castLot(house.house), await castLot(house.house)]
    await bid(ada, dear, 'firm', 5_000_000)
    const answers = await Promise.all(
      [cheap, dear].flatMap((lot) => [100, 9_000_000].map((amount) => park(house, veda, lot, amount))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const said = JSON.stringify([answers.map(({ body }) => body), await parkedBy(veda)])
    expect(said).not.toMatch(/price|nextBid|reserve|bidCount|leader|5000000/)
  })

  test('what can be known of lot and person without a price is refused at once, in words', async () => {
    const veda = await castWaiting(house.house.pool)
    const lot = await castLot(house.house)
    const own = await castLot(house.house, { sellerId: veda.id })
    const over = await castLot(house.house, { opensInMs: -2000, closesInMs: -1000 })
    const paid = await castPerson(house.house.pool, { name: 'Pia', verification: 'pending' })
    const suspended = await castWaiting(house.house.pool, { status: 'suspended' })
    const codes = await Promise.all(
      [
        park(house, veda, lot, 10_050),
        park(house, veda, own, 10_000),
        park(house, veda, over, 10_000),
        park(house, veda, { lotId: randomUUID() }, 10_000),
        park(house, paid, lot, 10_000),
        park(house, suspended, lot, 10_000),
        park(house, ada, lot, 10_000),
        takeBack(house, ada, lot),
      ].map(async (answer) => ((await answer).body as { code: string }).code),
    )
    expect(codes).toEqual([
      'not-a-bid-unit',
      'not-eligible',
      'lot-closed',
      'lot-not-found',
      'document-required',
      'not-eligible',
      'already-verified',
      'already-verified',
    ])
    const registered = await castPerson(house.house.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    expect((await park(house, registered, lot, 10_000)).status).toBe(402)
  })

  test('a maximum that is parked is encrypted and bound to its bidder and lot', async () => {
    const veda = await castWaiting(house.house.pool)
    await park(house, veda, await castLot(house.house), 7_391_700)
    const { rows } = await house.house.pool.query<{ row: string; sealed: Buffer }>(
      `select p::text as row, sealed from parked_bid p where account_id = $1`,
      [veda.id],
    )
    expect(rows[0]!.row).not.toContain('7391700')
    expect(rows[0]!.sealed.toString('latin1')).not.toContain('7391700')
  })

  test('a bounded number is parked', async () => {
    const veda = await castWaiting(house.house.pool)
    await house.house.pool.query(
      `insert into parked_bid (id, account_id, lot_id, sealed)
       select gen_random_uuid(), $1, gen_random_uuid(), '' from generate_series(1, $2)`,
      [veda.id, PARKED_MAX],
    )
    const refused = await park(house, veda, await castLot(house.house), 10_000)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'too-many-parked' }])
  })
})

describe('when the identity is verified', () => {
  test('a parked bid joins in as a maximum of that moment: what was left before goes first among equals', async () => {
    const veda = await castWaiting(house.house.pool)
    const [free, tied] = [await castLot(house.house), await castLot(house.house)]
    await park(house, veda, free, 80_000)
    await park(house, veda, tied, 50_000)
    await bid(ada, free, 'firm', 10_000)
    // Left after the parked one, but in the sale before it.
    await bid(ada, tied, 'maximum', 50_000)
    await approve(veda)
    expect((await liveOf(veda, free)).you).toMatchObject({ position: 'leading', maximum: 80_000 })
    expect((await liveOf(veda, tied)).you).toMatchObject({ position: 'outbid', maximum: null })
    const told = await toldOf(house.house, veda.id)
    const saidOf = (lot: CastLot) => told.find(({ lotNumber }) => lotNumber === lot.lotNumber)?.says
    expect(told).toHaveLength(2)
    expect(saidOf(free)).toContain('you are leading')
    expect(saidOf(tied)).toContain('another bidder is ahead')
    expect(await parkedBy(veda)).toEqual([])
  })

  test('the bidding limit counts then, in the order in which the bids were left, and the refused one is explained', async () => {
    const veda = await castWaiting(house.house.pool, { biddingLimit: 100_000 })
    const lots = [
      await castLot(house.house, { isFree: true }),
      await castLot(house.house, { isFree: true }),
      await castLot(house.house, { isFree: true }),
    ]
    for (const [index, amount] of [60_000, 50_000, 40_000].entries()) await park(house, veda, lots[index]!, amount)
    await approve(veda)
    const positions = await Promise.all(lots.map(async (lot) => (await liveOf(veda, lot)).you.position))
    expect(positions).toEqual(['leading', 'none', 'leading'])
    const refused = (await toldOf(house.house, veda.id)).find(({ lotNumber }) => lotNumber === lots[1]!.lotNumber)
    expect(refused?.says).toContain('Your limit is $1,000.00, and $600.00 of it')
  })

  test('what the ordinary rules refuse is explained: a price above it, a suspended account', async () => {
    const veda = await castWaiting(house.house.pool)
    const passed = await castLot(house.house)
    await park(house, veda, passed, 20_000)
    await bid(ada, passed, 'firm', 30_000)
    await approve(veda)
    const [first] = await toldOf(house.house, veda.id)
    expect(first?.says).toMatch(/did not join in.*next bid is \$325\.00/)

    const sven = await castWaiting(house.house.pool)
    await park(house, sven, passed, 90_000)
    await house.house.pool.query(`update account set account_status = 'suspended' where id = $1`, [sven.id])
    await approve(sven)
    expect((await toldOf(house.house, sven.id))[0]?.says).toContain('may not bid at present')
    expect((await standingOf(passed)).leader).toBe(ada.paddle)
  })

  test('a live lot that has not come up takes it as a pre-bid', async () => {
    const veda = await castWaiting(house.house.pool)
    // Of a sale that begins later.
    const lot = await castLot(house.house, { saleKind: 'live' })
    await house.house.pool.query(`update auction set starts_at = now() + interval '1 day' where id = $1`, [
      lot.auctionId,
    ])
    await park(house, veda, lot, 20_000)
    await approve(veda)
    expect((await liveOf(veda, lot)).you).toMatchObject({ position: 'leading', maximum: 20_000 })
  })
})

describe('on a lot that is yet to open', () => {
  const later = () => castLot(house.house, { opensInMs: 3_600_000, closesInMs: 7_200_000 })

  test('a verified bidder’s parked bid waits, is told of, can be changed, and joins in when the lot opens', async () => {
    const veda = await castWaiting(house.house.pool)
    const lot = await later()
    await park(house, veda, lot, 20_000)
    expect(await parkedBy(veda)).toMatchObject([{ waitsFor: 'check' }])
    await approve(veda)
    expect(await parkedBy(veda)).toMatchObject([{ waitsFor: 'opening', maximum: 20_000 }])
    expect((await toldOf(house.house, veda.id)).map(({ says }) => says)).toEqual([
      expect.stringMatching(/not open yet.*\$200\.00 waits and joins in the moment the lot opens/),
    ])
    expect((await standingOf(lot)).bidCount).toBe(0)
    const attempts = await house.house.pool.query('select 1 from attempt where bidder_id = $1', [veda.id])
    expect(attempts.rowCount).toBe(0)
    expect((await park(house, veda, lot, 45_001)).body).toMatchObject({ code: 'not-a-bid-unit' })
    expect((await park(house, veda, lot, 45_000)).body).toMatchObject({ waitsFor: 'opening', maximum: 45_000 })
    await openNow(house.house.pool, lot)
    await expect.poll(async () => (await standingOf(lot)).leader, { timeout: 8000 }).toBe(veda.paddle)
    expect((await liveOf(veda, lot)).you).toMatchObject({ position: 'leading', maximum: 45_000 })
    await expect.poll(() => parkedBy(veda)).toEqual([])
    await expect.poll(() => toldOf(house.house, veda.id), { timeout: 8000 }).toHaveLength(2)
    expect((await toldOf(house.house, veda.id))[1]?.says).toContain('you are leading')
    expect((await park(house, veda, lot, 50_000)).body).toMatchObject({ code: 'already-verified' })
  })

  test('who left it first goes first among equals, and who took it back takes no part', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => castWaiting(house.house.pool)))
    const lot = await later()
    for (const who of [first!, second!, third!]) await park(house, who, lot, 30_000)
    for (const who of [third!, second!, first!]) await approve(who)
    expect((await takeBack(house, first!, lot)).status).toBe(200)
    expect((await takeBack(house, first!, lot)).body).toMatchObject({ code: 'already-verified' })
    await openNow(house.house.pool, lot)
    await expect.poll(() => parkedBy(third!), { timeout: 8000 }).toEqual([])
    expect(await standingOf(lot)).toMatchObject({ leader: second!.paddle, price: 30_000, bidCount: 2 })
    expect((await toldOf(house.house, first!.id)).length).toBe(1)
  })

  test('it is dropped with a notice when the lot is withdrawn first, and refused in words to who may not bid any more', async () => {
    const [veda, sven] = [await castWaiting(house.house.pool), await castWaiting(house.house.pool)]
    const [gone, open] = [await later(), await later()]
    await park(house, veda, gone, 20_000)
    await park(house, sven, open, 20_000)
    await approve(veda)
    await approve(sven)
    await withdraw(gone)
    await house.house.pool.query(`update account set account_status = 'suspended' where id = $1`, [sven.id])
    await openNow(house.house.pool, open)
    const last = async (who: Waiting) => (await toldOf(house.house, who.id))[1]?.says
    await expect.poll(() => last(veda), { timeout: 8000 }).toContain('withdrawn')
    await expect.poll(() => last(sven), { timeout: 8000 }).toContain('may not bid at present')
    expect((await standingOf(open)).bidCount).toBe(0)
  })
})

describe('a parked bid is dropped with a notice', () => {
  test('when its lot closes or is withdrawn first', async () => {
    const veda = await castWaiting(house.house.pool)
    const [closing, withdrawn] = [await castLot(house.house, { closesInMs: 700 }), await castLot(house.house)]
    expect((await park(house, veda, closing, 20_000)).status).toBe(200)
    await park(house, veda, withdrawn, 20_000)
    await withdraw(withdrawn)
    await expect.poll(() => toldOf(house.house, veda.id), { timeout: 8000 }).toHaveLength(2)
    const told = new Map((await toldOf(house.house, veda.id)).map(({ lotNumber, says }) => [lotNumber, says]))
    expect(told.get(closing.lotNumber)).toContain('closed before your identity was checked')
    expect(told.get(withdrawn.lotNumber)).toContain('withdrawn')
    expect(await parkedBy(veda)).toEqual([])
  })

  test('when the identity is rejected for good, but not when another document is asked for', async () => {
    const veda = await castWaiting(house.house.pool)
    const lot = await castLot(house.house)
    await park(house, veda, lot, 20_000)
    await decide(house, rita, veda, 'ask-again')
    await house.house.outbox.drain()
    expect(await parkedBy(veda)).toHaveLength(1)
    const caseId = randomUUID()
    await house.house.pool.query(
      `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
      [caseId, veda.id],
    )
    await decide(house, rita, { ...veda, caseId }, 'reject-finally')
    await expect.poll(() => toldOf(house.house, veda.id), { timeout: 8000 }).toHaveLength(1)
    expect((await toldOf(house.house, veda.id))[0]?.says).toContain('could not be verified')
    const left = await house.house.pool.query('select 1 from parked_bid where account_id = $1', [veda.id])
    expect(left.rowCount).toBe(0)
    expect((await standingOf(lot)).bidCount).toBe(0)
  })
})
