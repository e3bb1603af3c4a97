import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLot, Standing } from '#contract/bidding/bidding.ts'
import { PENDING_MAX, type PendingBid } from '#contract/bidding/pending-bids.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, DAY_MS } from '#test/inventory.ts'
import { castWaiting, decide, openNow, addPending, takeBack, noticesOf, type Waiting } from './waiting.test-support.ts'

let server: TestServer
let ada: CastMember
let rita: CastMember
let aukje: CastMember
let bid: BiddingStage['bid']
let act: BiddingStage['act']

beforeAll(async () => {
  ;({ server, ada, rita, aukje, bid, act } = await openBiddingStage())
})

afterAll(() => server?.close())

const REASON = { reason: 'The seller left' }
const withdraw = (lot: CastLot) => act(aukje, lot, 'withdrawal', REASON)

async function liveOf(who: CastMember, { lotId }: CastLot): Promise<LiveLot> {
  return (await server.call('GET', `/api/lots/${lotId}/live`, { token: who.token })).body as LiveLot
}

async function standingOf(lot: CastLot): Promise<Standing> {
  return (await liveOf(ada, lot)).standing
}

async function pendingBids(who: CastMember): Promise<PendingBid[]> {
  return ((await server.call('GET', '/api/pending-bids', { token: who.token })).body as { items: PendingBid[] }).items
}

async function approve(who: Waiting): Promise<void> {
  expect((await decide(server, rita, who, 'approve')).status).toBe(200)
  await server.app.outbox.drain()
  await server.app.outbox.drain()
}

describe('while the document is being checked', () => {
  test('a maximum is pending, changed and withdrawn, and the lot is unaffected', async () => {
    const veda = await castWaiting(server.app.pool)
    const lot = await castLot(server.app)
    await bid(ada, lot, 'maximum', 50_000)
    const before = await standingOf(lot)
    expect((await addPending(server, veda, lot, 90_000)).body).toMatchObject({ lotId: lot.lotId, maximum: 90_000 })
    expect((await addPending(server, veda, lot, 70_000)).body).toMatchObject({ maximum: 70_000 })
    expect(await pendingBids(veda)).toMatchObject([{ lotNumber: lot.lotNumber, maximum: 70_000, currency: 'USD' }])
    expect(await standingOf(lot)).toEqual(before)
    expect((await takeBack(server, veda, lot)).body).toEqual({ ok: true })
    expect((await takeBack(server, veda, lot)).body).toEqual({ ok: true })
    expect(await pendingBids(veda)).toEqual([])
    await approve(veda)
    expect(await standingOf(lot)).toEqual(before)
    expect(await noticesOf(server.app, veda.id)).toEqual([])
  })

  test('the fees and tax of a lot are known, so a bid shows its total cost', async () => {
    const veda = await castWaiting(server.app.pool)
    const { lotId } = await castLot(server.app)
    expect((await server.call('GET', `/api/lots/${lotId}/costs`, { token: veda.token })).status).toBe(200)
  })

  test('no response depends on the price: bids far below and far above it get the same reply', async () => {
    const veda = await castWaiting(server.app.pool)
    const [cheap, dear] = [await castLot(server.app), await castLot(server.app)]
    await bid(ada, dear, 'firm', 5_000_000)
    const answers = await Promise.all(
      [cheap, dear].flatMap((lot) => [100, 9_000_000].map((amount) => addPending(server, veda, lot, amount))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const said = JSON.stringify([answers.map(({ body }) => body), await pendingBids(veda)])
    expect(said).not.toMatch(/price|nextBid|reserve|bidCount|leader|5000000/)
  })

  test('what can be known about lot and person without a price is refused at once, with a message', async () => {
    const veda = await castWaiting(server.app.pool)
    const lot = await castLot(server.app)
    const own = await castLot(server.app, { sellerId: veda.id })
    const over = await castLot(server.app, { opensInMs: -2000, closesInMs: -1000 })
    const paid = await castPerson(server.app.pool, { name: 'Pia', verification: 'pending' })
    const suspended = await castWaiting(server.app.pool, { status: 'suspended' })
    const codes = await Promise.all(
      [
        addPending(server, veda, lot, 10_050),
        addPending(server, veda, own, 10_000),
        addPending(server, veda, over, 10_000),
        addPending(server, veda, { lotId: randomUUID() }, 10_000),
        addPending(server, paid, lot, 10_000),
        addPending(server, suspended, lot, 10_000),
        addPending(server, ada, lot, 10_000),
        takeBack(server, ada, lot),
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
    const registered = await castPerson(server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    expect((await addPending(server, registered, lot, 10_000)).status).toBe(402)
  })

  test('a pending maximum is encrypted and bound to its bidder and lot', async () => {
    const veda = await castWaiting(server.app.pool)
    await addPending(server, veda, await castLot(server.app), 7_391_700)
    const { rows } = await server.app.pool.query<{ row: string; sealed: Buffer }>(
      `select p::text as row, sealed from pending_bid p where account_id = $1`,
      [veda.id],
    )
    expect(rows[0]!.row).not.toContain('7391700')
    expect(rows[0]!.sealed.toString('latin1')).not.toContain('7391700')
  })

  test('the number of pending bids is limited', async () => {
    const veda = await castWaiting(server.app.pool)
    await server.app.pool.query(
      `insert into pending_bid (id, account_id, lot_id, sealed)
       select gen_random_uuid(), $1, gen_random_uuid(), '' from generate_series(1, $2)`,
      [veda.id, PENDING_MAX],
    )
    const refused = await addPending(server, veda, await castLot(server.app), 10_000)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'too-many-pending' }])
  })
})

describe('when the identity is verified', () => {
  test('a pending bid is placed as a maximum at that moment: among equals, earlier maximums go first', async () => {
    const veda = await castWaiting(server.app.pool)
    const [free, tied] = [await castLot(server.app), await castLot(server.app)]
    await addPending(server, veda, free, 80_000)
    await addPending(server, veda, tied, 50_000)
    await bid(ada, free, 'firm', 10_000)
    // Placed after the pending bid was left, but in the auction before that one joins in.
    await bid(ada, tied, 'maximum', 50_000)
    await approve(veda)
    expect((await liveOf(veda, free)).you).toMatchObject({ position: 'leading', maximum: 80_000 })
    expect((await liveOf(veda, tied)).you).toMatchObject({ position: 'outbid', maximum: null })
    const notices = await noticesOf(server.app, veda.id)
    const saidOf = (lot: CastLot) => notices.find(({ lotNumber }) => lotNumber === lot.lotNumber)?.says
    expect(notices).toHaveLength(2)
    expect(saidOf(free)).toContain('You’re the high bidder')
    expect(saidOf(tied)).toContain('Another bidder is ahead')
    expect(await pendingBids(veda)).toEqual([])
  })

  test('the bidding limit applies then, in the order the bids were set, and the refused one is explained', async () => {
    const veda = await castWaiting(server.app.pool, { biddingLimit: 100_000 })
    const lots = [
      await castLot(server.app, { isFree: true }),
      await castLot(server.app, { isFree: true }),
      await castLot(server.app, { isFree: true }),
    ]
    const amounts = [60_000, 50_000, 40_000]
    for (const [index, amount] of amounts.entries()) await addPending(server, veda, lots[index]!, amount)
    await approve(veda)
    const positions = await Promise.all(lots.map(async (lot) => (await liveOf(veda, lot)).you.position))
    expect(positions).toEqual(['leading', 'none', 'leading'])
    const refused = (await noticesOf(server.app, veda.id)).find(({ lotNumber }) => lotNumber === lots[1]!.lotNumber)
    expect(refused?.says).toContain('Your limit is $1,000.00, and $600.00 of it')
  })

  test('what the regular rules refuse is explained: a higher price, a suspended account', async () => {
    const veda = await castWaiting(server.app.pool)
    const passed = await castLot(server.app)
    await addPending(server, veda, passed, 20_000)
    await bid(ada, passed, 'firm', 30_000)
    await approve(veda)
    const [first] = await noticesOf(server.app, veda.id)
    expect(first?.says).toMatch(/wasn’t placed.*next bid is \$325\.00/)

    const sven = await castWaiting(server.app.pool)
    await addPending(server, sven, passed, 90_000)
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [sven.id])
    await approve(sven)
    expect((await noticesOf(server.app, sven.id))[0]?.says).toContain('can’t bid right now')
    expect((await standingOf(passed)).leader).toBe(ada.paddle)
  })

  test('a live lot that has not opened takes it as a pre-bid', async () => {
    const veda = await castWaiting(server.app.pool)
    const lot = await castLot(server.app, { auctionKind: 'live', startsInMs: DAY_MS })
    await addPending(server, veda, lot, 20_000)
    await approve(veda)
    expect((await liveOf(veda, lot)).you).toMatchObject({ position: 'leading', maximum: 20_000 })
  })
})

describe('on a lot that is not open yet', () => {
  const later = () => castLot(server.app, { opensInMs: 3_600_000, closesInMs: 7_200_000 })

  test('a verified bidder’s pending bid waits with a notice, can be changed, and is placed when the lot opens', async () => {
    const veda = await castWaiting(server.app.pool)
    const lot = await later()
    await addPending(server, veda, lot, 20_000)
    expect(await pendingBids(veda)).toMatchObject([{ waitsFor: 'check' }])
    await approve(veda)
    expect(await pendingBids(veda)).toMatchObject([{ waitsFor: 'opening', maximum: 20_000 }])
    expect((await noticesOf(server.app, veda.id)).map(({ says }) => says)).toEqual([
      expect.stringMatching(/isn’t open yet.*\$200\.00 is placed as soon as the lot opens/),
    ])
    expect((await standingOf(lot)).bidCount).toBe(0)
    const attempts = await server.app.pool.query('select 1 from attempt where bidder_id = $1', [veda.id])
    expect(attempts.rowCount).toBe(0)
    expect((await addPending(server, veda, lot, 45_001)).body).toMatchObject({ code: 'not-a-bid-unit' })
    expect((await addPending(server, veda, lot, 45_000)).body).toMatchObject({ waitsFor: 'opening', maximum: 45_000 })
    await openNow(server.app.pool, lot)
    await expect.poll(async () => (await standingOf(lot)).leader, { timeout: 8000 }).toBe(veda.paddle)
    expect((await liveOf(veda, lot)).you).toMatchObject({ position: 'leading', maximum: 45_000 })
    await expect.poll(() => pendingBids(veda)).toEqual([])
    await expect.poll(() => noticesOf(server.app, veda.id), { timeout: 8000 }).toHaveLength(2)
    expect((await noticesOf(server.app, veda.id))[1]?.says).toContain('You’re the high bidder')
    expect((await addPending(server, veda, lot, 50_000)).body).toMatchObject({ code: 'already-verified' })
  })

  test('among equals the earliest goes first, and a withdrawn one takes no part', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => castWaiting(server.app.pool)))
    const lot = await later()
    for (const who of [first!, second!, third!]) await addPending(server, who, lot, 30_000)
    for (const who of [third!, second!, first!]) await approve(who)
    expect((await takeBack(server, first!, lot)).status).toBe(200)
    expect((await takeBack(server, first!, lot)).body).toMatchObject({ code: 'already-verified' })
    await openNow(server.app.pool, lot)
    await expect.poll(() => pendingBids(third!), { timeout: 8000 }).toEqual([])
    expect(await standingOf(lot)).toMatchObject({ leader: second!.paddle, price: 30_000, bidCount: 2 })
    expect((await noticesOf(server.app, first!.id)).length).toBe(1)
  })

  test('it is dropped with a notice when the lot is withdrawn first, and refused with a message for someone who may no longer bid', async () => {
    const [veda, sven] = [await castWaiting(server.app.pool), await castWaiting(server.app.pool)]
    const [gone, open] = [await later(), await later()]
    await addPending(server, veda, gone, 20_000)
    await addPending(server, sven, open, 20_000)
    await approve(veda)
    await approve(sven)
    await withdraw(gone)
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [sven.id])
    await openNow(server.app.pool, open)
    const last = async (who: Waiting) => (await noticesOf(server.app, who.id))[1]?.says
    await expect.poll(() => last(veda), { timeout: 8000 }).toContain('withdrawn')
    await expect.poll(() => last(sven), { timeout: 8000 }).toContain('can’t bid right now')
    expect((await standingOf(open)).bidCount).toBe(0)
  })
})

describe('a pending bid is dropped with a notice', () => {
  test('when its lot closes or is withdrawn first', async () => {
    const veda = await castWaiting(server.app.pool)
    const [closing, withdrawn] = [await castLot(server.app, { closesInMs: 700 }), await castLot(server.app)]
    expect((await addPending(server, veda, closing, 20_000)).status).toBe(200)
    await addPending(server, veda, withdrawn, 20_000)
    await withdraw(withdrawn)
    await expect.poll(() => noticesOf(server.app, veda.id), { timeout: 8000 }).toHaveLength(2)
    const notices = new Map((await noticesOf(server.app, veda.id)).map(({ lotNumber, says }) => [lotNumber, says]))
    expect(notices.get(closing.lotNumber)).toContain('closed before we checked your identity')
    expect(notices.get(withdrawn.lotNumber)).toContain('withdrawn')
    expect(await pendingBids(veda)).toEqual([])
  })

  test('when the identity is permanently rejected, but not when another document is requested', async () => {
    const veda = await castWaiting(server.app.pool)
    const lot = await castLot(server.app)
    await addPending(server, veda, lot, 20_000)
    await decide(server, rita, veda, 'ask-again')
    await server.app.outbox.drain()
    expect(await pendingBids(veda)).toHaveLength(1)
    const caseId = randomUUID()
    await server.app.pool.query(
      `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
      [caseId, veda.id],
    )
    await decide(server, rita, { ...veda, caseId }, 'reject-finally')
    await expect.poll(() => noticesOf(server.app, veda.id), { timeout: 8000 }).toHaveLength(1)
    expect((await noticesOf(server.app, veda.id))[0]?.says).toContain('couldn’t verify your identity')
    const left = await server.app.pool.query('select 1 from pending_bid where account_id = $1', [veda.id])
    expect(left.rowCount).toBe(0)
    expect((await standingOf(lot)).bidCount).toBe(0)
  })
})
