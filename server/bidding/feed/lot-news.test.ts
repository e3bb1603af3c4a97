import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { YouMessage } from '#contract/bidding/feed.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castLot, type CastLot, type LotOptions } from '#test/inventory.ts'
import { watchFeed, type Watch } from './watch-feed.test-support.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let one: TestServer
let two: TestServer
let aukje: CastMember
/** Ada leads, Boris and Chidi were outbid (Chidi first), Dana watches, Elif has nothing to do with the lot. */
let cast: Record<'ada' | 'boris' | 'chidi' | 'dana' | 'elif', CastMember>
let streams: Record<keyof typeof cast, Watch>

beforeAll(async () => {
  database = await freshDatabase()
  one = await openTestServer({ databaseUrl: database.url })
  two = await openTestServer({ databaseUrl: database.url })
  aukje = await castPerson(one.app.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
})

beforeEach(async () => {
  const { pool } = one.app
  cast = {
    ada: await castPerson(pool, { name: 'Ada' }),
    boris: await castPerson(pool, { name: 'Boris' }),
    chidi: await castPerson(pool, { name: 'Chidi' }),
    dana: await castPerson(pool, { name: 'Dana' }),
    elif: await castPerson(pool, { name: 'Elif' }),
  }
  return () => {
    for (const watch of Object.values(streams)) watch.close()
  }
})

async function contested(options: LotOptions = {}): Promise<CastLot> {
  const lot = await castLot(one.app, { extensionWindowMs: 0, ...options })
  for (const [who, amount] of [
    [cast.chidi, 10_000],
    [cast.boris, 20_000],
    [cast.ada, 30_000],
  ] as const) {
    expect((await sendBid(one, who, lot, 'firm', amount)).status).toBe(200)
  }
  const watch = { token: cast.dana.token, body: { watching: true } }
  expect((await one.call('PUT', `/api/lots/${lot.lotId}/watch`, watch)).status).toBe(200)
  const open = async (who: CastMember, at: TestServer) => {
    const stream = await watchFeed(at.url, { token: who.token })
    await stream.until((messages) => messages.length > 0)
    return stream
  }
  streams = {
    ada: await open(cast.ada, two),
    boris: await open(cast.boris, one),
    chidi: await open(cast.chidi, two),
    dana: await open(cast.dana, two),
    elif: await open(cast.elif, one),
  }
  return lot
}

async function action(lot: CastLot, what: string, body: object = {}): Promise<void> {
  const path = `/api/admin/lots/${lot.lotId}/${what}`
  const answer = await one.call('POST', path, { token: aukje.token, body: { reason: 'Decided at the desk', ...body } })
  expect(answer.status).toBe(200)
}

const messagesTo = (who: keyof typeof cast): YouMessage[] => streams[who].messages.filter((each) => each.type === 'you')

/** The position each of them receives, once everyone involved has received the news. */
async function positionsAfter(
  about: YouMessage['about'],
  status: YouMessage['status'],
): Promise<Record<string, string>> {
  const isIt = (message: { type: string }) =>
    message.type === 'you' && (message as YouMessage).about === about && (message as YouMessage).status === status
  await Promise.all(
    (['ada', 'boris', 'chidi', 'dana'] as const).map((who) => streams[who].until((all) => all.some(isIt), 8000)),
  )
  expect(messagesTo('elif')).toEqual([])
  const last = (who: keyof typeof cast) => messagesTo(who).findLast(isIt)?.position ?? ''
  return { ada: last('ada'), boris: last('boris'), chidi: last('chidi'), dana: last('dana') }
}

test('when a lot is sold, the winner, every bidder and everyone who watches it are notified in every process, once', async () => {
  const lot = await contested({ closesInMs: 1500 })
  expect(await positionsAfter('ended', 'sold')).toEqual({ ada: 'won', boris: 'lost', chidi: 'lost', dana: 'none' })
  const ends = messagesTo('chidi').filter(({ about }) => about === 'ended')
  expect(ends).toEqual([expect.objectContaining({ lotId: lot.lotId, lotNumber: lot.lotNumber, price: 30_000 })])
})

test('when a lot is bought with buy now, the same people are notified', async () => {
  const lot = await contested({ reserve: 7_654_300, buyNow: 9_000_000 })
  const body = { bidId: randomUUID(), kind: 'buy-now' }
  expect((await two.call('POST', `/api/lots/${lot.lotId}/bids`, { token: cast.boris.token, body })).status).toBe(200)
  expect(await positionsAfter('ended', 'sold')).toEqual({ ada: 'lost', boris: 'won', chidi: 'lost', dana: 'none' })
})

test('when the reserve is not met, the high bidder learns that they still lead; and again when their bid is accepted', async () => {
  const lot = await contested({ closesInMs: 1500, reserve: 7_654_300 })
  expect(await positionsAfter('ended', 'reserve-not-met')).toEqual({
    ada: 'leading',
    boris: 'outbid',
    chidi: 'outbid',
    dana: 'none',
  })
  await action(lot, 'approval')
  expect(await positionsAfter('ended', 'sold')).toEqual({ ada: 'won', boris: 'lost', chidi: 'lost', dana: 'none' })
  for (const watch of Object.values(streams)) expect(watch.text()).not.toContain('7654300')
})

test('when nobody accepts in time and the lot passes, everyone learns that nobody won', async () => {
  await contested({ closesInMs: 1500, reserve: 7_654_300, negotiations: { boundMs: 1000, freeMs: 500 } })
  await positionsAfter('ended', 'reserve-not-met')
  expect(await positionsAfter('ended', 'passed')).toEqual({ ada: 'lost', boris: 'lost', chidi: 'lost', dana: 'none' })
})

test('when a lot is withdrawn, everyone is notified', async () => {
  const lot = await contested()
  await action(lot, 'withdrawal')
  expect(await positionsAfter('ended', 'withdrawn')).toEqual({
    ada: 'lost',
    boris: 'lost',
    chidi: 'lost',
    dana: 'none',
  })
})

test('when bids are voided, everyone learns their position', async () => {
  const lot = await contested()
  const found = await one.app.pool.query<{ sequence: number }>(
    `select max(sequence)::int as sequence from ledger where lot_id = $1 and type = 'bid-placed'`,
    [lot.lotId],
  )
  await action(lot, 'voids', { sequences: [found.rows[0]!.sequence] })
  expect(await positionsAfter('voided', 'open')).toEqual({
    ada: 'outbid',
    boris: 'leading',
    chidi: 'outbid',
    dana: 'none',
  })
  expect(messagesTo('boris').find(({ about }) => about === 'voided')).toMatchObject({ price: 20_000 })
})
