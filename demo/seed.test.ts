import { setImmediate } from 'node:timers/promises'
import { verify } from '@node-rs/argon2'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessDenial, type AccessFacts } from '#contract/accounts/access.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { ReferralFigures } from '#contract/marketing/marketing.ts'
import { decideRewards } from '#server/marketing/rewards.ts'
import { newId } from '#server/platform/id.ts'
import { runJob } from '#server/platform/job.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { enterPeople } from './enter-people.ts'
import { CAST, SIMULATED } from './people.ts'
import { onIncrement } from './history.ts'
import { keepDemoAlive, seedDemo, type DemoLogIn } from './seed.ts'

let test_: TestServer
let people: DemoLogIn[]

beforeAll(async () => {
  test_ = await openTestServer({ config: { demo: true } })
  // The server's own import job runs again and again meanwhile: a file that it has just claimed is one the demo waits for.
  let isSeeded = false
  const importing = (async () => {
    while (!isSeeded) {
      await runJob(test_.app, 'import bank files')
      await setImmediate()
    }
  })()
  people = (await seedDemo(test_.app, test_.ownerUrl)).people
  isSeeded = true
  await importing
  await test_.app.outbox.drain()
}, 60_000)

afterAll(() => test_.close())

async function rows<T>(statement: string): Promise<T[]> {
  return (await test_.app.pool.query(statement)).rows as T[]
}

async function auctions(): Promise<Auction[]> {
  const { body } = await test_.call('GET', '/api/auctions')
  return (body as { items: Auction[] }).items
}

async function logIn(name: string): Promise<{ token: string }> {
  const body = { email: `${name}@demo.paddock.example`, password: `${name}-demo-paddock` }
  const answer = await test_.call('POST', '/api/login', { body })
  expect(answer.status).toBe(200)
  return answer.body as { token: string }
}

describe('the demo', () => {
  test('has auctions with 70 lots: two finished, one running, a live one that begins at once, one upcoming', async () => {
    const found = await auctions()
    expect(found.map(({ state }) => state)).toEqual(['running', 'scheduled', 'scheduled', 'ended', 'ended'])
    expect(found.reduce((sum, { lotCount }) => sum + lotCount, 0)).toBe(70)
    expect(found.map(({ kind }) => kind)).toEqual(['timed', 'live', 'live', 'timed', 'timed'])
  })

  test('has lots that end one after another for an hour', async () => {
    const ends = await rows<{ due_at: number }>(
      `select due_at from lot join auction on auction.id = auction_id
       where kind = 'timed' and closed_at is null order by due_at`,
    )
    expect(ends.length).toBeGreaterThanOrEqual(20)
    for (const [index, { due_at }] of ends.entries()) {
      const before = ends[index - 1]?.due_at ?? due_at
      expect(due_at - before).toBeLessThanOrEqual(180_000)
    }
  })

  test('shows no set of pictures twice among the lots that people can bid on, nor in any auction', async () => {
    const shown = await rows<{ auction_id: string; open: boolean; hero: string }>(
      `select l.auction_id, l.closed_at is null as open, v.photos -> 0 ->> 'name' as hero
       from lot l join vehicle v on v.id = l.vehicle_id`,
    )
    const open = shown.filter((lot) => lot.open).map(({ hero }) => hero)
    expect(open.length).toBe(40)
    expect(new Set(open).size).toBe(open.length)
    for (const id of new Set(shown.map((lot) => lot.auction_id))) {
      const heroes = shown.filter((lot) => lot.auction_id === id).map(({ hero }) => hero)
      expect(new Set(heroes).size).toBe(heroes.length)
    }
  })

  test('has prices, bids and reserves on the increments, as people choose amounts', async () => {
    const { increments } = await readCompanyTerms(test_.app)
    const amounts = await rows<{ what: string; amount: number }>(
      `select 'price' as what, price as amount from standing where price is not null
       union all select 'opening bid', opening_bid from lot
       union all select 'reserve', reserve from lot where reserve is not null
       union all select 'buy now', buy_now from lot where buy_now is not null`,
    )
    expect(amounts.length).toBeGreaterThan(150)
    expect(amounts.filter(({ amount }) => onIncrement(increments, amount) !== amount)).toEqual([])
  })

  test('has finished lots with every outcome, by the real rules', async () => {
    const closed = await rows<{ lot_id: string; status: string }>(
      `select lot_id, status from standing where status not in ('scheduled', 'open')`,
    )
    expect(new Set(closed.map(({ status }) => status))).toEqual(new Set(['sold', 'reserve-not-met', 'passed']))
    const faults = await brokenInvariants(
      test_.app.pool,
      closed.map(({ lot_id }) => lot_id),
      [],
    )
    expect(faults.filter((fault) => !fault.includes('nobody sent it'))).toEqual([])
  })

  test('has a negotiation about a lot below its reserve, with a counter-offer that one of the cast can answer', async () => {
    const [negotiation, ...others] = await rows<{ email: string; what: string[] }>(
      `select account.email, array_agg(ledger.type order by ledger.sequence) as what
       from standing join account on account.id = standing.leader_id join ledger on ledger.lot_id = standing.lot_id
       where ledger.type in ('countered', 'declined') group by 1, standing.lot_id`,
    )
    expect(others).toEqual([])
    expect(negotiation?.what).toEqual(['countered', 'declined', 'countered'])
    expect(people.map(({ email }) => email)).toContain(negotiation?.email)
  })

  test('has somebody on every access level, with a password that works', async () => {
    const accounts = await rows<AccessFacts & { email: string; password_hash: string }>(
      `select email, password_hash, role, has_paid_membership_fee as "hasPaidMembershipFee",
         verification_status as "verificationStatus", id_document as "idDocument", account_status as "accountStatus" from account`,
    )
    const stops = new Map(
      accounts.map((one) => [one.email.split('@')[0], accessDenial(one, 'complete')?.code ?? 'complete']),
    )
    expect(stops.get('milo')).toBe('membership-required')
    expect(stops.get('pia')).toBe('document-required')
    expect(stops.get('veda')).toBe('verification-pending')
    expect(stops.get('sven')).toBe('account-not-active')
    for (const name of ['ada', 'boris', 'chidi', 'dana', 'elif']) expect(stops.get(name)).toBe('complete')
    const roles = accounts.map(({ role }) => role)
    expect(roles).toEqual(expect.arrayContaining(['owner', 'reviewer', 'auctioneer', 'cashier', 'member']))
    expect(people).toHaveLength(CAST.length)
    const hashes = new Map(accounts.map((one) => [one.email, one.password_hash]))
    for (const { email, password } of people) {
      expect(password.length).toBeGreaterThanOrEqual(12)
      expect(await verify(hashes.get(email) ?? '', password)).toBe(true)
    }
  })

  test('has a month of clicks and sign-ups for one member, with rewards in several states', async () => {
    await decideRewards(test_.app)
    const { token } = await logIn('ada')
    const { body } = await test_.call('GET', '/api/referrals', { token })
    expect(body).toMatchObject({ clicks: 55, signUps: 4, pending: { count: 1 }, paid: { count: 2 }, refused: 1 })
    const { channels } = body as ReferralFigures
    expect(channels.map(({ channel }) => channel)).toEqual(['message', 'post', 'qr', 'flyer'])
  })

  test('has messages to our team in every state, in order of their times, and canned answers', async () => {
    const { token } = await logIn('olga')
    const { body } = await test_.call('GET', '/api/admin/tickets', { token })
    const { items } = body as {
      items: { status: string; openedAt: number; movedAt: number; accountId: string | null }[]
    }
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['open', 'answered', 'closed']))
    expect(new Set(items.map(({ accountId }) => accountId === null))).toEqual(new Set([true, false]))
    for (const { openedAt, movedAt } of items) expect(openedAt).toBeLessThanOrEqual(movedAt)
    const answers = (await test_.call('GET', '/api/admin/canned-answers', { token })).body as { items: object[] }
    expect(answers.items).toHaveLength(3)
  })

  test('serves its pictures in every width, cached for good, and the credits they require', async () => {
    const found = await auctions()
    const hero = found[0]!.heroPhoto!
    for (const width of [480, 960, 1600]) {
      const response = await fetch(test_.url + hero.replace('-960', `-${width}`))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toContain('immutable')
      await response.arrayBuffer()
    }
    const outside = await fetch(`${test_.url}/photos/..%2fkey`)
    expect(outside.status).toBe(404)
  })

  test('has a pending document of which the reviewer sees both sides', async () => {
    const { token } = await logIn('rita')
    const { body } = await test_.call('GET', '/api/admin/verifications', { token })
    const [veda, ...others] = (body as { items: { id: string; name: string; kind: string; pictures: object[] }[] })
      .items
    expect(others).toEqual([])
    const sides = [
      { side: 'front', page: 1 },
      { side: 'back', page: 1 },
    ]
    expect(veda).toMatchObject({ name: 'Veda Rao', kind: 'driving-licence', pictures: sides })
    for (const place of sides) {
      const link = await test_.call('POST', `/api/admin/verifications/${veda?.id}/links`, { token, body: place })
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(test_.url + (link.body as { url: string }).url, { headers })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([picture.width, picture.height]).toEqual([1500, 1000])
    }
  })

  test('has a bidder who also sells, whose bids are refused on their own lots only', async () => {
    const { token } = await logIn('hugo')
    const open = await rows<{ lot_id: string; own: boolean; price: number | null }>(
      `select lot_id, seller_id is not null as own, price from standing where status in ('scheduled', 'open') order by own desc`,
    )
    const amount = 99_999_900
    const bidOn = (lotId: string | undefined) =>
      test_.call('POST', `/api/lots/${lotId}/bids`, { token, body: { bidId: newId(), kind: 'maximum', amount } })
    expect(await bidOn(open[0]?.lot_id)).toMatchObject({
      status: 409,
      body: { code: 'not-eligible', details: { why: 'own-lot' } },
    })
    expect((await bidOn(open.at(-1)?.lot_id)).status).toBe(200)
    const sellers = await rows<{ name: string }>(
      'select distinct name from lot join account on account.id = lot.seller_id',
    )
    expect(sellers).toEqual([{ name: 'Hugo Brandt' }])
  })

  test('is left unchanged by the next start, which only replaces finished auctions', async () => {
    const before = (await auctions()).length
    expect((await seedDemo(test_.app, test_.ownerUrl)).people).toHaveLength(CAST.length)
    expect(await auctions()).toHaveLength(before)
    await rows(`update lot set closed_at = clock_timestamp()`)
    await keepDemoAlive(test_.app, test_.ownerUrl)
    expect(await auctions()).toHaveLength(before + 3)
  })
})

describe('days of running', () => {
  let running: TestServer

  beforeAll(async () => {
    running = await openTestServer({ config: { demo: true }, listen: false })
    await seedDemo(running.app, running.ownerUrl)
  })
  afterAll(() => running?.close())

  const count = async (table: string) => (await running.app.pool.query(`select 1 from ${table}`)).rowCount
  const endAll = (hoursAgo: number) =>
    running.app.pool.query(
      `update lot set closed_at = clock_timestamp() - $1 * interval '1 hour' where closed_at is null`,
      [hoursAgo],
    )

  test('do not pile up: an auction with simulated bidders only is deleted with all its lots', async () => {
    const tables = ['auction', 'lot', 'vehicle', 'standing', 'ledger', 'attempt', 'participation', 'invoice']
    const sizes = async () => Promise.all(tables.map(count))
    await running.app.outbox.drain()
    await endAll(11)
    const before = await sizes()
    await keepDemoAlive(running.app, running.ownerUrl)
    const grown = await sizes()
    expect(grown.slice(0, 6).every((size, index) => (size ?? 0) > (before[index] ?? 0))).toBe(true)
    for (let day = 0; day < 2; day += 1) {
      await endAll(13)
      await keepDemoAlive(running.app, running.ownerUrl)
    }
    const after = await sizes()
    after.forEach((size, index) => expect(size).toBeLessThan(1.2 * (grown[index] ?? 0) + 1))
    expect(after[0]).toBe(grown[0])
  })

  test('keep what a visitor took part in', async () => {
    const lots = await running.app.pool.query<{ id: string; auction_id: string }>(
      'select id, auction_id from lot where closed_at is null order by lot_number desc limit 1',
    )
    const { id, auction_id: auctionId } = lots.rows[0]!
    await running.app.pool.query(
      `insert into watch (account_id, lot_id) select account.id, $1 from account where email like 'ada@%'`,
      [id],
    )
    await endAll(1000)
    await keepDemoAlive(running.app, running.ownerUrl)
    const kept = await running.app.pool.query('select 1 from auction where id = $1', [auctionId])
    expect(kept.rowCount).toBe(1)
  })

  test('an interrupted first start is completed by the next one', async () => {
    const cut = await openTestServer({ config: { demo: true }, listen: false })
    try {
      const terms = await readCompanyTerms(cut.app)
      await cut.app.db.transaction().execute((trx) => enterPeople(trx, [...CAST, ...SIMULATED], terms, Date.now()))
      await seedDemo(cut.app, cut.ownerUrl)
      const found = await cut.app.pool.query('select 1 from auction')
      const cases = await cut.app.pool.query(`select 1 from verification_file`)
      expect([found.rowCount, cases.rowCount]).toEqual([5, 2])
    } finally {
      await cut.close()
    }
  })
})
