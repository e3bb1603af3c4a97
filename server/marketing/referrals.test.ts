import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openProgram } from './program.test-support.ts'
import { decideRewards } from './rewards.ts'

let program: Awaited<ReturnType<typeof openProgram>>
let server: (typeof program)['server']
let room: (typeof program)['room']
let ada: CastMember

beforeAll(async () => {
  program = await openProgram()
  ;({ server, room } = program)
})
afterAll(() => program.close())
beforeEach(async () => {
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})

const referred = (days: number | null) => program.referred(ada, days)
const figures = () => program.figures(ada)

describe('a click', () => {
  test('is counted by day and channel, with nothing about the visitor', async () => {
    const code = await program.codeOf(ada)
    for (const channel of ['flyer', 'flyer', undefined]) expect((await program.click(code, channel)).status).toBe(204)
    const { clicks, channels, days } = await figures()
    expect(clicks).toBe(3)
    expect(channels).toEqual([
      { channel: 'flyer', clicks: 2, signUps: 0 },
      { channel: 'link', clicks: 1, signUps: 0 },
    ])
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toMatchObject({ clicks: 3, signUps: 0 })
    const columns = await program.rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'referral_click' order by 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual(['account_id', 'channel', 'clicks', 'day'])
  })

  test('on a code that no member has, or that of a closed account, is refused with a clear answer', async () => {
    expect(await program.click('nobody')).toMatchObject({ status: 409, body: { code: 'referral-code-unknown' } })
    await program.rows(`update account set account_status = 'closed' where id = $1`, ada.id)
    expect(await program.click(await program.codeOf(ada))).toMatchObject({
      status: 409,
      body: { code: 'referral-code-closed', message: expect.stringContaining('was closed') },
    })
  })

  test('of an unknown channel is refused, naming the channels', async () => {
    expect(await program.click(await program.codeOf(ada), 'billboard')).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', message: expect.stringContaining('flyer, tear-off') },
    })
  })
})

describe('a registration', () => {
  test('with the code of a closed account says so, and works without it', async () => {
    const code = await program.codeOf(ada)
    await program.rows(`update account set account_status = 'closed' where id = $1`, ada.id)
    expect((await server.call('GET', `/api/referral-codes/${code}`)).body).toEqual({ isKnown: false, isClosed: true })
    expect(await program.register({ referralCode: code })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'referralCode', message: expect.stringContaining('was closed') }] } },
    })
    expect((await program.register({})).status).toBe(201)
  })

  test('is a sign-up of its channel and promises the reward of that day', async () => {
    await referred(null)
    expect(await figures()).toMatchObject({
      signUps: 1,
      pending: { count: 1, amount: 2000 },
      paid: { count: 0, amount: 0 },
      channels: [{ channel: 'flyer', clicks: 0, signUps: 1 }],
    })
  })

  test('while the program is off earns nothing, even if it is turned on later', async () => {
    await program.set('referralReward', 0)
    const boris = await referred(20)
    await program.set('referralReward', 2000)
    await decideRewards(server.app)
    expect(await program.listed(boris.id)).toMatchObject({ state: 'unrewarded', reward: 0 })
    expect(await figures()).toMatchObject({ signUps: 1, pending: { count: 0 }, paid: { count: 0 } })
  })
})

describe('a reward', () => {
  test('is credited when the fee is past its refund time, once, however many processes decide', async () => {
    const boris = await referred(14)
    await Promise.all([decideRewards(server.app), decideRewards(server.app), decideRewards(server.app)])
    await decideRewards(server.app)
    expect(await program.listed(boris.id)).toMatchObject({ state: 'credited', reward: 2000, hints: [] })
    expect(await room.balance(`credit:${ada.id}`)).toBe(-2000)
    expect(await figures()).toMatchObject({ pending: { count: 0 }, paid: { count: 1, amount: 2000 } })
    expect(await room.noticesOf(ada, 'credit')).toHaveLength(1)
    expect(await room.soldTo(ada)).toMatchObject({ creditUsed: 2000 })
  })

  test('waits for the fee, for its refund time to the second, and for a dispute', async () => {
    const boris = await referred(null)
    const state = async () => {
      await decideRewards(server.app)
      return (await program.listed(boris.id)).state
    }
    expect(await state()).toBe('pending')
    await program.payFee(boris.id, 13)
    const paidAgo = (interval: string) =>
      program.rows(
        `update payment set settled_at = clock_timestamp() - $2::interval where account_id = $1`,
        boris.id,
        interval,
      )
    await paidAgo('13 days 23:59:30')
    expect(await state()).toBe('pending')
    await paidAgo('14 days')
    await program.rows('update payment set disputed = 9900 where account_id = $1', boris.id)
    expect(await state()).toBe('pending')
    await program.rows('update payment set disputed = 0 where account_id = $1', boris.id)
    expect(await state()).toBe('credited')
  })

  test('for a fee that was refunded in time is never credited', async () => {
    const boris = await referred(20)
    await program.rows(`update payment set state = 'refunded', refunded = received where account_id = $1`, boris.id)
    await decideRewards(server.app)
    expect((await program.listed(boris.id)).state).toBe('pending')
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
  })

  const sharing: [string, (one: string, other: string) => Promise<unknown>][] = [
    ['document', (one, other) => both(one, other, 'document-number', 'SPECI2014')],
    ['card', (one, other) => both(one, other, 'card', 'fingerprint')],
    ['device', (one, other) => both(one, other, 'device', 'cookie')],
    ['address', async (one, other) => [await home(one, '12 Main St.'), await home(other, '12  MAIN ST')]],
  ]
  const both = async (one: string, other: string, kind: 'document-number' | 'card' | 'device', value: string) => {
    for (const id of [one, other]) await noteIdentifier(server.app, server.app.db, id, kind, value + ada.id)
  }
  const home = (id: string, street: string) =>
    program.rows(
      `insert into account_address (id, account_id, recipient, company, street, extra, postcode, city, region, country)
       values ($1, $2, 'A', '', $3, '', $4, 'Springfield', '', 'US')`,
      randomUUID(),
      id,
      street,
      ada.id,
    )

  test.each(sharing)('for someone with the same %s is refused, and staff see why', async (hint, share) => {
    const boris = await referred(20)
    await share(ada.id, boris.id)
    await decideRewards(server.app)
    expect(await program.listed(boris.id)).toMatchObject({ state: 'refused', hints: [hint] })
    expect(await figures()).toMatchObject({ refused: 1, paid: { count: 0 }, pending: { count: 0 } })
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
  })

  test('is not credited to an account that was closed, and waits while one is suspended', async () => {
    const boris = await referred(20)
    await program.rows(`update account set account_status = 'suspended' where id = $1`, ada.id)
    await decideRewards(server.app)
    expect((await program.listed(boris.id)).state).toBe('pending')
    await program.rows(`update account set account_status = 'closed' where id = $1`, ada.id)
    await decideRewards(server.app)
    expect(await program.listed(boris.id)).toMatchObject({ state: 'refused', hints: ['referrer-closed'] })
  })
})

describe('a reward is not credited to an account that at this moment', () => {
  const CLOSE = `update account set account_status = 'closed', closed_at = now() where id = $1`
  const SUSPEND = `update account set account_status = 'suspended' where id = $1`
  const credits = () => program.rows('select 1 from credit_grant where account_id = $1', ada.id)

  /** Does something while a statement about Ada isn't committed. */
  async function during<T>(statement: string, work: () => Promise<T>): Promise<T> {
    const client = await server.app.pool.connect()
    try {
      await client.query('begin')
      await client.query(statement, [ada.id])
      return await work()
    } finally {
      await client.query('commit')
      client.release()
    }
  }

  test.each([
    ['closed', CLOSE, 'refused'],
    ['suspended', SUSPEND, 'pending'],
  ])('is being %s', async (_, statement, state) => {
    const boris = await referred(20)
    await during(statement, () => decideRewards(server.app))
    expect(await program.listed(boris.id)).toMatchObject({ state: 'pending' })
    await decideRewards(server.app)
    expect(await program.listed(boris.id)).toMatchObject({ state })
    expect(await credits()).toEqual([])
  })

  test('is being closed, by a cashier', async () => {
    const boris = await referred(20)
    for (const id of [ada.id, boris.id]) await noteIdentifier(server.app, server.app.db, id, 'device', ada.id)
    await decideRewards(server.app)
    const { id } = await program.listed(boris.id)
    const waiting = () => program.rows('select 1 from pg_locks where not granted')
    const pressed = await during(CLOSE, async () => {
      const answer = program.decide('credit', id)
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
      return { answer }
    })
    expect(await pressed.answer).toMatchObject({ status: 409, body: { code: 'referrer-closed' } })
    expect(await credits()).toEqual([])
  })
})

test('a person’s export has their clicks and referrals without the other people, and closing deletes the clicks', async () => {
  const boris = await referred(20)
  await program.click(await program.codeOf(ada), 'qr')
  const read = (id: string) => server.app.extensions.personalData.get('marketing')!(server.app.db, id)
  const own = await read(ada.id)
  expect(own).toMatchObject({
    clicks: [{ channel: 'qr', clicks: 1 }],
    referrals: [{ channel: 'flyer', reward: 2000, state: 'pending' }],
    referredThrough: null,
  })
  expect(JSON.stringify(own)).not.toContain(boris.id)
  expect(await read(boris.id)).toMatchObject({ clicks: [], referrals: [], referredThrough: 'flyer' })
  await enqueue(server.app.db, 'account-closed', { accountId: ada.id })
  await server.app.outbox.drain()
  expect(await read(ada.id)).toMatchObject({ clicks: [], referrals: [{ reward: 2000 }] })
})
