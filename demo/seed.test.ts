import { verify } from '@node-rs/argon2'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barrier, type Standing } from '#contract/access.ts'
import type { Auction } from '#contract/auctions.ts'
import { newId } from '#server/platform/id.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { enterPeople } from './enter-people.ts'
import { CAST, SIMULATED } from './people.ts'
import { keepDemoAlive, seedDemo, type DemoLogIn } from './seed.ts'

let test_: TestHouse
let people: DemoLogIn[]

beforeAll(async () => {
  test_ = await openHouse({ config: { demo: true } })
  people = (await seedDemo(test_.house, test_.ownerUrl)).people
  await test_.house.outbox.drain()
}, 60_000)

afterAll(() => test_.close())

async function rows<T>(statement: string): Promise<T[]> {
  return (await test_.house.pool.query(statement)).rows as T[]
}

async function sales(): Promise<Auction[]> {
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
  test('has sales with 60 lots and more: two over, one running, a live one that begins at once, one to come', async () => {
    const found = await sales()
    expect(found.map(({ state }) => state)).toEqual(['running', 'scheduled', 'scheduled', 'ended', 'ended'])
    expect(found.reduce((sum, { lotCount }) => sum + lotCount, 0)).toBeGreaterThanOrEqual(60)
    expect(found.map(({ kind }) => kind)).toEqual(['timed', 'live', 'live', 'timed', 'timed'])
  })

  test('has lots that end one after another for hours', async () => {
    const ends = await rows<{ due_at: number }>(
      `select due_at from lot join auction on auction.id = auction_id
       where kind = 'timed' and closed_at is null order by due_at`,
    )
    expect(ends.length).toBeGreaterThanOrEqual(40)
    for (const [index, { due_at }] of ends.entries()) {
      const before = ends[index - 1]?.due_at ?? due_at
      expect(due_at - before).toBeLessThanOrEqual(120_000)
    }
  })

  test('has a past with every way to end, by the real rules', async () => {
    const closed = await rows<{ lot_id: string; status: string }>(
      `select lot_id, status from standing where status not in ('scheduled', 'open')`,
    )
    expect(new Set(closed.map(({ status }) => status))).toEqual(new Set(['sold', 'reserve-not-met', 'passed']))
    const faults = await brokenInvariants(
      test_.house.pool,
      closed.map(({ lot_id }) => lot_id),
      [],
    )
    expect(faults.filter((fault) => !fault.includes('nobody sent it'))).toEqual([])
  })

  test('has a talk about a lot below its reserve, with an offer of the house that one of the cast can answer', async () => {
    const [talk, ...others] = await rows<{ email: string; what: string[] }>(
      `select account.email, array_agg(ledger.type order by ledger.sequence) as what
       from standing join account on account.id = standing.leader_id join ledger on ledger.lot_id = standing.lot_id
       where ledger.type in ('countered', 'declined') group by 1, standing.lot_id`,
    )
    expect(others).toEqual([])
    expect(talk?.what).toEqual(['countered', 'declined', 'countered'])
    expect(people.map(({ email }) => email)).toContain(talk?.email)
  })

  test('has somebody on every step of the access ladder, with a password that works', async () => {
    const accounts = await rows<Standing & { email: string; password_hash: string }>(
      `select email, password_hash, role, has_paid_membership_fee as "hasPaidMembershipFee",
         verification_status as "verificationStatus", id_document as "idDocument", account_status as "accountStatus" from account`,
    )
    const stops = new Map(
      accounts.map((one) => [one.email.split('@')[0], barrier(one, 'complete')?.code ?? 'complete']),
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

  test('serves its pictures in every width, for good, and the credits they ask for', async () => {
    const found = await sales()
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

  test('has a document that really waits: the reviewer sees both sides of it', async () => {
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

  test('has somebody who sells as well: the house refuses his bids on his own lots, and on no others', async () => {
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

  test('is left as it is by the next start, which only replaces sales that are over', async () => {
    const before = (await sales()).length
    expect((await seedDemo(test_.house, test_.ownerUrl)).people).toHaveLength(CAST.length)
    expect(await sales()).toHaveLength(before)
    await rows(`update lot set closed_at = clock_timestamp()`)
    await keepDemoAlive(test_.house, test_.ownerUrl)
    expect(await sales()).toHaveLength(before + 3)
  })
})

describe('days of running', () => {
  let running: TestHouse

  beforeAll(async () => {
    running = await openHouse({ config: { demo: true }, listen: false })
    await seedDemo(running.house, running.ownerUrl)
  }, 60_000)
  afterAll(() => running?.close())

  const count = async (table: string) => (await running.house.pool.query(`select 1 from ${table}`)).rowCount
  const endAll = (hoursAgo: number) =>
    running.house.pool.query(
      `update lot set closed_at = clock_timestamp() - $1 * interval '1 hour' where closed_at is null`,
      [hoursAgo],
    )

  test('do not pile up: a sale of which simulated bidders alone had something is forgotten with all its lots', async () => {
    const tables = ['auction', 'lot', 'vehicle', 'standing', 'ledger', 'attempt', 'participation', 'invoice']
    const sizes = async () => Promise.all(tables.map(count))
    await running.house.outbox.drain()
    await endAll(11)
    const before = await sizes()
    await keepDemoAlive(running.house, running.ownerUrl)
    const grown = await sizes()
    expect(grown.slice(0, 6).every((size, index) => (size ?? 0) > (before[index] ?? 0))).toBe(true)
    for (let day = 0; day < 2; day += 1) {
      await endAll(13)
      await keepDemoAlive(running.house, running.ownerUrl)
    }
    const after = await sizes()
    after.forEach((size, index) => expect(size).toBeLessThan(1.2 * (grown[index] ?? 0) + 1))
    expect(after[0]).toBe(grown[0])
  }, 60_000)

  test('keep what a visitor took part in', async () => {
    const lots = await running.house.pool.query<{ id: string; auction_id: string }>(
      'select id, auction_id from lot where closed_at is null order by lot_number desc limit 1',
    )
    const { id, auction_id: auctionId } = lots.rows[0]!
    await running.house.pool.query(
      `insert into watch (account_id, lot_id) select account.id, $1 from account where email like 'ada@%'`,
      [id],
    )
    await endAll(1000)
    await keepDemoAlive(running.house, running.ownerUrl)
    const kept = await running.house.pool.query('select 1 from auction where id = $1', [auctionId])
    expect(kept.rowCount).toBe(1)
  })

  test('a first start that was cut off is made good by the next one', async () => {
    const cut = await openHouse({ config: { demo: true }, listen: false })
    try {
      const terms = await readHouseTerms(cut.house)
      await cut.house.db.transaction().execute((trx) => enterPeople(trx, [...CAST, ...SIMULATED], terms, Date.now()))
      await seedDemo(cut.house, cut.ownerUrl)
      const found = await cut.house.pool.query('select 1 from auction')
      const cases = await cut.house.pool.query(`select 1 from verification_file`)
      expect([found.rowCount, cases.rowCount]).toEqual([5, 2])
    } finally {
      await cut.close()
    }
  }, 60_000)
})

test('a house with people of its own is left alone', async () => {
  const own = await openHouse({ config: { demo: true }, listen: false })
  try {
    await own.house.pool.query(
      `insert into account (id, email, password_hash, name, phone, country, referral_code, terms_version)
       values (gen_random_uuid(), 'real@example.com', '-', 'Real', '+1 555 0100', 'US', 'REAL', '1')`,
    )
    expect((await seedDemo(own.house, own.ownerUrl)).people).toEqual([])
    expect((await own.house.pool.query('select 1 from auction')).rowCount).toBe(0)
  } finally {
    await own.close()
  }
})

test('demo people are never entered outside demo mode', async () => {
  const real = await openHouse({ listen: false })
  try {
    await expect(seedDemo(real.house, real.ownerUrl)).rejects.toThrow('demo mode')
  } finally {
    await real.close()
  }
})
