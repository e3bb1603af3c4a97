import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { BuyingPower } from '#contract/bidding/buying-power.ts'
import type { Eligibility } from '#contract/bidding/eligibility.ts'
import type { SearchReply } from '#contract/catalog/catalog.ts'
import { setPurchaseDue } from '#server/bidding/purchase-due.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castLot, inCatalog, type CastLot, type LotOptions } from '#test/inventory.ts'

let stage: BiddingStage

beforeAll(async () => {
  stage = await openBiddingStage()
})

afterAll(() => stage?.server.close())

const OTHER = {
  code: 'over-bidding-limit',
  message:
    'Your bidding limit is in another currency and doesn’t cover this auction. Ask us for a limit for this auction.',
  details: { why: 'other-currency', limit: 0 },
}

const newcomer = (biddingLimit: number | null) => castPerson(stage.server.app.pool, { name: 'Ada', biddingLimit })

function lotIn(currency: string, options: LotOptions = {}): Promise<CastLot> {
  return castLot(stage.server.app, { isFree: true, currency, ...options })
}

async function read<Reply>(who: CastMember, path: string): Promise<Reply> {
  const { status, body } = await stage.server.call('GET', path, { token: who.token })
  expect(status).toBe(200)
  return body as Reply
}

const power = (who: CastMember) => read<BuyingPower>(who, '/api/buying-power')
const live = async (who: CastMember, { lotId }: CastLot) => (await read<LiveLot>(who, `/api/lots/${lotId}/live`)).you

async function label(who: CastMember, { lotId }: CastLot): Promise<Eligibility> {
  return (await read<{ items: Eligibility[] }>(who, `/api/eligibility?lots=${lotId}`)).items[0]!
}

function setLimit(who: CastMember, { auctionId }: CastLot, limit: number | null) {
  const path = `/api/admin/accounts/${who.id}/auction-limits/${auctionId}`
  return stage.server.call('PUT', path, { token: stage.rita.token, body: { limit, reason: 'A deposit in yen' } })
}

test('a general limit covers no lot of an auction in another currency, and the refusal says what to do', async () => {
  const { bid, placed, boris } = stage
  const ada = await newcomer(50_000)
  const [dollars, yen] = [await lotIn('USD'), await lotIn('JPY')]
  expect(await bid(ada, yen, 'maximum', 20_000)).toMatchObject({ status: 409, body: OTHER })
  expect(await bid(ada, yen, 'firm', 10_000)).toMatchObject({ status: 409, body: OTHER })
  expect(await label(ada, yen)).toEqual({ lotId: yen.lotId, can: 'needs-limit', overBy: null })
  expect((await live(ada, yen)).eligibility).toMatchObject({ can: 'needs-limit' })
  expect(await live(ada, yen)).toMatchObject({ limit: { limit: 0, committed: 0 } })
  await placed(ada, dollars, 'maximum', 50_000)
  await placed(boris, yen, 'maximum', 20_000)
  expect(await power(boris)).toMatchObject({
    currency: 'USD',
    limit: null,
    committed: 0,
    others: [{ currency: 'JPY', committed: 20_000, atRisk: 20_000, inNegotiations: 0, owed: 0 }],
  })
})

test('with a limit for that auction a person bids there, and each limit counts its own currency alone', async () => {
  const { bid, placed, server } = stage
  const ada = await newcomer(50_000)
  const [dollars, yen] = [await lotIn('USD'), await lotIn('JPY')]
  expect((await setLimit(ada, yen, 3_000_000)).status).toBe(200)
  await placed(ada, yen, 'maximum', 2_000_000)
  expect(await label(ada, yen)).toMatchObject({ can: 'bid' })
  await placed(ada, dollars, 'maximum', 50_000)
  expect((await bid(ada, yen, 'maximum', 3_000_100)).body).toMatchObject({
    code: 'over-bidding-limit',
    details: { limit: 3_000_000, committed: 2_000_000 },
  })
  expect((await bid(ada, dollars, 'maximum', 50_100)).body).toMatchObject({
    details: { limit: 50_000, committed: 50_000 },
  })
  await server.app.db.transaction().execute((trx) => setPurchaseDue(trx, dollars.lotId, stage.boris.id, 0))
  expect(await power(ada)).toEqual({
    currency: 'USD',
    limit: 50_000,
    free: 0,
    committed: 50_000,
    atRisk: 50_000,
    inNegotiations: 0,
    owed: 0,
    others: [{ currency: 'JPY', committed: 2_000_000, atRisk: 2_000_000, inNegotiations: 0, owed: 0 }],
    auctions: [
      { auctionId: yen.auctionId, title: 'Thursday auction', currency: 'JPY', limit: 3_000_000, free: 1_000_000 },
    ],
  })
  expect(await read(ada, '/api/my-bids')).toMatchObject({ currency: 'USD', committed: 50_000, limit: 50_000 })
})

test('what was committed in another currency before the limit was set counts for nothing in the company’s', async () => {
  const { bid, placed, server } = stage
  const ada = await newcomer(null)
  const [dollars, yen] = [await lotIn('USD'), await lotIn('JPY')]
  await placed(ada, yen, 'maximum', 900_000)
  const change = { biddingLimit: 40_000, reason: 'A test of the rules' }
  const path = `/api/admin/accounts/${ada.id}`
  expect((await server.call('PATCH', path, { token: stage.rita.token, body: change })).status).toBe(200)
  await expect.poll(async () => (await power(ada)).limit).toBe(40_000)
  expect(await power(ada)).toMatchObject({ free: 40_000, committed: 0, others: [{ committed: 900_000 }] })
  expect((await bid(ada, yen, 'maximum', 910_000)).body).toMatchObject({ ...OTHER, details: { committed: 900_000 } })
  await placed(ada, dollars, 'maximum', 40_000)
  expect((await bid(ada, dollars, 'maximum', 40_100)).body).toMatchObject({ details: { committed: 40_000 } })
})

test('the search for lots one can bid on leaves out auctions in another currency, except those with a limit of their own', async () => {
  const ada = await newcomer(50_000)
  const [dollars, yen, own] = [await lotIn('USD'), await lotIn('JPY'), await lotIn('JPY')]
  await setLimit(ada, own, 50_000)
  await inCatalog(stage.server.app, [dollars, yen, own])
  const lots = [dollars, yen, own].map(({ lotId }) => lotId)
  const search = async () => {
    const { items } = await read<SearchReply>(ada, '/api/catalog?biddable=yes&limit=60')
    return items.map(({ id }) => id).filter((id) => lots.includes(id))
  }
  await expect
    .poll(async () => (await search()).toSorted(), { timeout: 8000 })
    .toEqual([dollars.lotId, own.lotId].toSorted())
})

test('someone without a general limit bids in every currency, and an auction’s own limit counts there alone', async () => {
  const { bid, placed } = stage
  const ada = await newcomer(null)
  const [yen, own] = [await lotIn('JPY'), await lotIn('JPY')]
  await setLimit(ada, own, 30_000)
  await placed(ada, yen, 'maximum', 700_000)
  await placed(ada, own, 'maximum', 30_000)
  expect((await bid(ada, own, 'maximum', 30_100)).body).toMatchObject({ details: { limit: 30_000, committed: 30_000 } })
})

test('the auctioneer reads that a client needs a limit for this auction', async () => {
  const { server, aukje } = stage
  const ada = await newcomer(50_000)
  const { lotId } = await lotIn('JPY', { auctionKind: 'live', startsInMs: 86_400_000 })
  const body = { bidId: randomUUID(), paddle: ada.paddle, mark: 'absentee', amount: 20_000 }
  expect(await server.call('POST', `/api/admin/lots/${lotId}/desk-bids`, { token: aukje.token, body })).toMatchObject({
    status: 409,
    body: {
      code: 'over-bidding-limit',
      message: 'The client’s bidding limit is in another currency. They need a limit for this auction.',
    },
  })
})
