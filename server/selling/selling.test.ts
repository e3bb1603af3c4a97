import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { Negotiation } from '#contract/bidding/negotiations.ts'
import type { Selling, SellingDetail, SellingLot } from '#contract/selling/selling.ts'
import {
  closedLot,
  ledgerFaults,
  HIGH_BID,
  RESERVE,
  said,
  staffStep,
  statusOf,
  step,
} from '#server/bidding/negotiations/negotiations.test-support.ts'
import { castSeller } from '#server/settlements/settlements.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, databaseNow, type CastLot } from '#test/inventory.ts'

let place: TestServer
let aukje: CastMember
let chidi: CastMember
/** Sells, and has neither paid the fee nor shown a document. */
let elif: CastMember
let sellerId: string

beforeAll(async () => {
  place = await openTestServer()
  const { pool } = place.app
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
  chidi = await castPerson(pool, { name: 'Chidi' })
  elif = await castPerson(pool, { name: 'Elif', hasPaid: false, verification: 'pending' })
  sellerId = await castSeller(place, { accountId: elif.id, name: 'Elif’s garage' })
})
afterAll(() => place.close())

async function give(lot: CastLot): Promise<CastLot> {
  await place.app.pool.query('update lot set consignor_id = $2, seller_id = $3 where id = $1', [
    lot.lotId,
    sellerId,
    elif.id,
  ])
  return lot
}

const get = (who: CastMember, at: string) => place.call('GET', `/api/selling${at}`, { token: who.token })
const post = (who: CastMember, at: string, body: object) =>
  place.call('POST', `/api/selling${at}`, { token: who.token, body })
const detail = async ({ lotId }: CastLot) => (await get(elif, `/lots/${lotId}`)).body as SellingDetail

async function notices(who: CastMember): Promise<string[]> {
  await place.app.outbox.drain()
  const { body } = await place.call('GET', '/api/notifications', { token: who.token })
  return (body as { items: Notification[] }).items.map(({ title }) => title)
}

describe('a seller’s own pages', () => {
  test('show their lots and no one else’s, without a fee or a document', async () => {
    const [own, other] = [await give(await castLot(place.app)), await castLot(place.app)]
    const { items } = (await get(elif, '/lots?tab=running')).body as { items: SellingLot[] }
    expect(items.map(({ lotId }) => lotId)).toEqual([own.lotId])
    expect((await get(elif, `/lots/${other.lotId}`)).status).toBe(404)
    expect((await get(chidi, `/lots/${own.lotId}`)).status).toBe(404)
    expect((await get(chidi, '')).body).toMatchObject({ seller: null, statements: [] })
    expect(((await get(elif, '')).body as Selling).seller?.name).toBe('Elif’s garage')
  })

  test('count bids, watchers and members who opened the lot once each, and name none of them', async () => {
    const lot = await give(await castLot(place.app))
    const dana = await castPerson(place.app.pool, { name: 'Dana' })
    await sendBid(place, chidi, lot, 'maximum', 7_391_700)
    await place.call('PUT', `/api/lots/${lot.lotId}/watch`, { token: dana.token, body: { watching: true } })
    for (const who of [chidi, dana, dana, aukje]) {
      await place.call('GET', `/api/lots/${lot.lotId}/live`, { token: who.token })
    }
    await expect.poll(async () => (await detail(lot)).lot.views, { timeout: 15_000 }).toBe(2)
    const seen = await detail(lot)
    expect(seen.lot).toMatchObject({ bidCount: 1, watchers: 1, isOpen: true, price: 10_000 })
    const text = JSON.stringify(seen)
    for (const secret of [chidi.id, `"${chidi.name}"`, '"paddle"', '7391700', dana.id])
      expect(text).not.toContain(secret)
  })
})

describe('another reserve', () => {
  const planned = async (reserve: number | null = 500_000) =>
    give(await castLot(place.app, { opensInMs: 3_600_000, closesInMs: 7_200_000, reserve }))
  const ask = (lot: CastLot, reserve: number | null, id: string = newId()) =>
    post(elif, `/lots/${lot.lotId}/reserve-requests`, { id, reserve, note: 'The market is slow' })
  const decide = (requestId: string, decision: 'accept' | 'refuse') =>
    place.call('POST', `/api/admin/reserve-requests/${requestId}/decision`, {
      token: aukje.token,
      body: { decision, reason: 'As agreed' },
    })
  const reserveOf = async ({ lotId }: CastLot) =>
    (
      await place.app.pool.query<{ lot: number | null; terms: number | null }>(
        `select l.reserve as lot, (s.terms ->> 'reserve')::bigint as terms from lot l join standing s on s.lot_id = l.id where l.id = $1`,
        [lotId],
      )
    ).rows[0]

  test('asked for before bidding opens changes when staff accept it, and the bids are judged by it', async () => {
    const lot = await planned()
    const id = newId()
    expect([(await ask(lot, 400_000, id)).status, (await ask(lot, 400_000, id)).status]).toEqual([201, 201])
    expect(said(await ask(lot, 450_000, id))).toBe('already-saved')
    expect(said(await ask(await planned(), 400_000, id))).toBe('already-saved')
    expect(said(await ask(lot, 450_000))).toBe('request-open')
    expect((await notices(aukje))[0]).toContain('asks for another reserve')
    expect(await reserveOf(lot)).toEqual({ lot: 500_000, terms: 500_000 })
    expect((await decide(id, 'accept')).status).toBe(200)
    expect(await reserveOf(lot)).toEqual({ lot: 400_000, terms: 400_000 })
    expect(said(await decide(id, 'refuse'))).toBe('request-decided')
    expect((await detail(lot)).requests).toMatchObject([{ state: 'accepted', reason: 'As agreed' }])
    expect((await notices(elif))[0]).toContain('Your reserve was changed')
  })

  test('is refused or withdrawn without a change', async () => {
    const lot = await planned()
    const [one, two] = [newId(), newId()]
    await ask(lot, 300_000, one)
    expect((await decide(one, 'refuse')).status).toBe(200)
    await ask(lot, 350_000, two)
    expect((await post(elif, `/lots/${lot.lotId}/reserve-requests/${two}/withdraw`, {})).status).toBe(200)
    expect(said(await decide(two, 'accept'))).toBe('request-decided')
    expect(await reserveOf(lot)).toEqual({ lot: 500_000, terms: 500_000 })
  })

  test('is not for an auctioneer to decide who sells the vehicle', async () => {
    const kim = await castPerson(place.app.pool, { name: 'Kim', role: 'auctioneer' })
    const own = await castSeller(place, { accountId: kim.id })
    const lot = await castLot(place.app, { opensInMs: 3_600_000, closesInMs: 7_200_000, reserve: 500_000 })
    await place.app.pool.query('update lot set consignor_id = $2, seller_id = $3 where id = $1', [
      lot.lotId,
      own,
      kim.id,
    ])
    const id = newId()
    const wish = { id, reserve: 400_000, note: '' }
    expect(said(await post(kim, `/lots/${lot.lotId}/reserve-requests`, wish))).toBe(201)
    const body = { decision: 'accept', reason: 'As agreed' }
    expect(
      await place.call('POST', `/api/admin/reserve-requests/${id}/decision`, { token: kim.token, body }),
    ).toMatchObject({
      status: 403,
      body: { message: 'You can’t decide about your own request. Ask a colleague.' },
    })
    expect((await decide(id, 'accept')).status).toBe(200)
  })

  test('comes too late once bidding is open, and never appears or disappears after publication', async () => {
    const open = await give(await castLot(place.app, { reserve: 500_000 }))
    await expect.poll(() => statusOf(place, open), { timeout: 8000 }).toBe('open')
    expect(said(await ask(open, 400_000))).toBe('bidding-open')
    expect(said(await ask(await planned(), null))).toBe('reserve-is-public')
    expect((await ask(await planned(), 400_050)).status).toBe(400)
    const stranger = await post(chidi, `/lots/${open.lotId}/reserve-requests`, { id: newId(), reserve: 1, note: '' })
    expect(stranger.status).toBe(404)
  })
})

describe('a reserve that several people change at once', () => {
  const decide = (who: CastMember, requestId: string, decision: string) =>
    place.call('POST', `/api/admin/reserve-requests/${requestId}/decision`, {
      token: who.token,
      body: { decision, reason: 'As agreed' },
    })
  const ask = async (lot: CastLot, reserve: number) => {
    const id = newId()
    expect((await post(elif, `/lots/${lot.lotId}/reserve-requests`, { id, reserve, note: '' })).status).toBe(201)
    return id
  }
  const auditOf = async (subject: string) =>
    (
      await place.app.pool.query<{ action: string; before: { reserve?: number }; after: { reserve?: number } }>(
        'select action, before, after from audit where subject_id = $1 order by id',
        [subject],
      )
    ).rows

  test('as the lot opens and is bid on is the one that staff accepted in time, for every bid and in the ledger', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lot = await give(await castLot(place.app, { opensInMs: 1000, reserve: 500_000 }))
      const requestId = await ask(lot, 20_000)
      const opens = async () => {
        await expect.poll(() => statusOf(place, lot), { timeout: 8000, interval: 5 }).toBe('open')
      }
      const opened = opens()
      const wait = lot.terms.opensAt! - (await databaseNow(place.app.pool)) - 20
      await setTimeout(Math.max(0, wait + round * 50))
      const [first, second] = await Promise.all([
        decide(aukje, requestId, 'accept'),
        decide(aukje, requestId, round < 3 ? 'accept' : 'refuse'),
        opened,
      ])
      const bid = await sendBid(place, chidi, lot, 'firm', 20_000)
      expect(bid.status).toBe(200)
      const answers = [first, second].map(said)
      const lines = await auditOf(requestId)
      expect(answers.filter((one) => one === 200)).toHaveLength(lines.length)
      expect(answers.filter((one) => ![200, 'request-decided', 'bidding-open'].includes(one))).toEqual([])
      const isAccepted = lines[0]?.action === 'accept-reserve-request'
      const reserve = isAccepted ? 20_000 : 500_000
      const found = await place.app.pool.query<object>(
        `select l.reserve as lot, (s.terms ->> 'reserve')::bigint as standing, s.reserve_met as met
         from lot l join standing s on s.lot_id = l.id where l.id = $1`,
        [lot.lotId],
      )
      expect(found.rows).toEqual([{ lot: reserve, standing: reserve, met: isAccepted }])
      expect(await ledgerFaults(place, lot)).toEqual([])
    }
  })

  test('before its lot is published stays as accepted while staff change something else of the lot', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lot = await give(await castLot(place.app, { reserve: 500_000 }))
      await place.app.pool.query('delete from standing where lot_id = $1', [lot.lotId])
      await place.app.pool.query('update lot set published_at = null where id = $1', [lot.lotId])
      const requestId = await ask(lot, 400_000)
      const changes = { lotIds: [lot.lotId], changes: { guide: { low: 500_000 + round, high: 900_000 } } }
      const answers = await Promise.all([
        place.call('PATCH', `/api/admin/auctions/${lot.auctionId}/lots`, { token: aukje.token, body: changes }),
        decide(aukje, requestId, 'accept'),
      ])
      expect(answers.map(said)).toEqual([200, 200])
      const found = await place.app.pool.query<object>('select reserve, guide_low as low from lot where id = $1', [
        lot.lotId,
      ])
      expect(found.rows).toEqual([{ reserve: 400_000, low: 500_000 + round }])
      expect((await auditOf(requestId))[0]).toMatchObject({ before: { reserve: 500_000 }, after: { reserve: 400_000 } })
    }
  })
})

describe('a negotiation', () => {
  const answer = (lot: CastLot, body: object, who = elif) => post(who, `/lots/${lot.lotId}/negotiation/steps`, body)

  test('is answered by the seller: a counteroffer that the bidder accepts, in the seller’s name in the audit log', async () => {
    const lot = await give(await closedLot(place, chidi))
    expect((await detail(lot)).negotiation).toMatchObject({ phase: 'bound', highBid: HIGH_BID })
    expect(JSON.stringify(await detail(lot))).not.toMatch(/paddle|salt/)
    expect(said(await answer(lot, { kind: 'counter', amount: RESERVE + 100 }))).toBe('above-reserve')
    expect((await detail(lot)).lot.isCountered).toBe(false)
    expect(said(await answer(lot, { kind: 'counter', amount: 550_000 }))).toBe(200)
    expect((await detail(lot)).lot.isCountered).toBe(true)
    expect(said(await step(place, chidi, lot, 'accept', 550_000))).toBe(200)
    expect(await statusOf(place, lot)).toBe('sold')
    const { rows } = await place.app.pool.query(`select action, actor_id from audit where subject_id = $1`, [lot.lotId])
    expect(rows).toEqual([{ action: 'counter', actor_id: elif.id }])
    expect((await notices(elif)).join()).toContain('Sold: ')
  })

  test('says in its history and to staff that the seller answered, and not the company', async () => {
    const lot = await give(await closedLot(place, chidi))
    expect(said(await answer(lot, { kind: 'counter', amount: 550_000 }))).toBe(200)
    expect(said(await staffStep(place, aukje, lot, { kind: 'retract', amount: 550_000 }))).toBe(200)
    expect(said(await answer(lot, { kind: 'end' }))).toBe(200)
    const asStaff = await place.call('GET', `/api/admin/lots/${lot.lotId}/negotiation`, { token: aukje.token })
    const sides = (asStaff.body as Negotiation).steps.map(({ what, by }) => `${what} by ${by}`)
    expect(sides).toEqual(['closed by null', 'countered by seller', 'retracted by company', 'lapsed by seller'])
    expect((await detail(lot)).negotiation!.steps.map(({ by }) => by)).toEqual([null, 'seller', 'company', 'seller'])
    const titles = (await notices(aukje)).filter((title) => title.includes(String(lot.lotNumber)))
    expect(titles.join()).toMatch(/No agreement on .*The seller’s counteroffer: /)
  })

  test('isn’t agreed with a bidder who may no longer buy, and the seller doesn’t learn why', async () => {
    const gone = await castPerson(place.app.pool, { name: 'Dana' })
    const lot = await give(await closedLot(place, gone))
    await place.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [gone.id])
    const { status, body } = await answer(lot, { kind: 'approve', amount: HIGH_BID })
    expect([status, (body as { message: string }).message]).toEqual([
      409,
      'The sale to this bidder can’t go through. Contact our team.',
    ])
  })

  test('ends with the high bid accepted, or the vehicle kept, and only by its seller', async () => {
    const [one, two] = [await give(await closedLot(place, chidi)), await give(await closedLot(place, chidi))]
    expect((await answer(one, { kind: 'approve', amount: HIGH_BID }, chidi)).status).toBe(404)
    expect(said(await answer(one, { kind: 'approve', amount: HIGH_BID - 100 }))).toBe('offer-gone')
    expect(said(await answer(one, { kind: 'approve', amount: HIGH_BID }))).toBe(200)
    expect(said(await answer(two, { kind: 'end' }))).toBe(200)
    expect([await statusOf(place, one), await statusOf(place, two)]).toEqual(['sold', 'passed'])
  })
})
