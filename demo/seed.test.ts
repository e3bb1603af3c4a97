import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barrier, type Standing } from '#contract/access.ts'
import type { Auction } from '#contract/auctions.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { CAST } from './people.ts'
import { keepDemoAlive, seedDemo, type DemoLogIn } from './seed.ts'

let test_: TestHouse
let people: DemoLogIn[]

beforeAll(async () => {
  test_ = await openHouse({ config: { demo: true } })
  people = (await seedDemo(test_.house, test_.house.databaseUrl)).people
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

describe('the demo', () => {
  test('has three sales with 60 lots and more: one over, one running, one to come', async () => {
    const found = await sales()
    expect(found.map(({ state }) => state)).toEqual(['running', 'scheduled', 'ended'])
    expect(found.reduce((sum, { lotCount }) => sum + lotCount, 0)).toBeGreaterThanOrEqual(60)
    expect(found.map(({ kind }) => kind)).toEqual(['timed', 'live', 'timed'])
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

  test('is left as it is by the next start, which only replaces sales that are over', async () => {
    const before = (await sales()).length
    expect((await seedDemo(test_.house, test_.house.databaseUrl)).people).toHaveLength(CAST.length)
    expect(await sales()).toHaveLength(before)
    await rows(`update lot set closed_at = clock_timestamp()`)
    await keepDemoAlive(test_.house, test_.house.databaseUrl)
    expect(await sales()).toHaveLength(before + 2)
  })
})

test('a house with people of its own is left alone', async () => {
  const own = await openHouse({ config: { demo: true }, listen: false })
  try {
    await own.house.pool.query(
      `insert into account (id, email, password_hash, name, phone, country, referral_code, terms_version)
       values (gen_random_uuid(), 'real@example.com', '-', 'Real', '+1 555 0100', 'US', 'REAL', '1')`,
    )
    expect((await seedDemo(own.house, own.house.databaseUrl)).people).toEqual([])
    expect((await own.house.pool.query('select 1 from auction')).rowCount).toBe(0)
  } finally {
    await own.close()
  }
})

test('demo people are never entered outside demo mode', async () => {
  const real = await openHouse({ listen: false })
  try {
    await expect(seedDemo(real.house, real.house.databaseUrl)).rejects.toThrow('demo mode')
  } finally {
    await real.close()
  }
})
