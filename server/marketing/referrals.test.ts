import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Referral, ReferralFigures } from '#contract/marketing/marketing.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { PASSWORD } from '#server/accounts/mailbox.test-support.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { forgetTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { decideRewards } from './rewards.ts'

let server: TestServer
let room: ReturnType<typeof saleroom>
let kofi: CastMember
let ada: CastMember

beforeAll(async () => {
  server = await openTestServer({ config: { demo: true } })
  room = saleroom(server)
  kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})

const rows = async <T>(text: string, ...values: unknown[]) => (await server.app.pool.query(text, values)).rows as T[]

const codeOf = async ({ id }: { id: string }) =>
  (await rows<{ code: string }>('select referral_code as code from account where id = $1', id))[0]!.code

const click = (code: string, channel?: string) =>
  server.call('POST', '/api/referral-clicks', { body: { code, ...(channel === undefined ? {} : { channel }) } })

function register(own: object) {
  const email = `${randomUUID()}@demo.paddock.example`
  const facts = { name: 'Boris Vale', phone: '+1 212 555 0142', country: 'US', acceptTerms: true }
  return server.call('POST', '/api/register', { body: { email, password: PASSWORD, ...facts, ...own } })
}

/** A person who registers with Ada's code; their fee was paid `days` ago, if at all. */
async function referred(days: number | null, by = ada, channel = 'flyer'): Promise<{ id: string; token: string }> {
  const reply = await register({ referralCode: await codeOf(by), referralChannel: channel })
  expect(reply.status).toBe(201)
  const { token, user } = reply.body as { token: string; user: { id: string } }
  await server.app.outbox.drain()
  if (days !== null) await payFee(user.id, days)
  return { id: user.id, token }
}

async function payFee(accountId: string, days: number): Promise<void> {
  await rows(
    `insert into payment (id, account_id, idempotency_key, purpose, amount, currency, provider, state, received, settled_at)
     values ($1, $2, $3, 'membership', 9900, 'USD', 'sandbox', 'succeeded', 9900, clock_timestamp() - $4 * interval '1 day')`,
    randomUUID(),
    accountId,
    randomUUID(),
    days,
  )
  await rows('update account set has_paid_membership_fee = true where id = $1', accountId)
}

const figures = async (who = ada) =>
  (await server.call('GET', '/api/referrals', { token: who.token })).body as ReferralFigures

const listed = async (accountId: string, by = kofi) => {
  const { body } = await server.call('GET', '/api/admin/referrals', { token: by.token })
  return (body as { items: Referral[] }).items.find((item) => item.accountId === accountId)!
}

const reverse = (id: string, by = kofi, reason = 'The same person twice.') =>
  server.call('POST', `/api/admin/referrals/${id}/reverse`, { token: by.token, body: { reason } })

async function set(key: string, value: unknown): Promise<void> {
  await rows(
    'insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = $2',
    key,
    JSON.stringify(value),
  )
  forgetTerms(server.app)
}

describe('a click', () => {
  test('is counted by day and channel, with nothing about the visitor', async () => {
    const code = await codeOf(ada)
    for (const channel of ['flyer', 'flyer', undefined]) expect((await click(code, channel)).status).toBe(204)
    const { clicks, channels, days } = await figures()
    expect(clicks).toBe(3)
    expect(channels).toEqual([
      { channel: 'flyer', clicks: 2, signUps: 0 },
      { channel: 'link', clicks: 1, signUps: 0 },
    ])
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toMatchObject({ clicks: 3, signUps: 0 })
    const columns = await rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'referral_click' order by 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual(['account_id', 'channel', 'clicks', 'day'])
  })

  test('on a code that no member has, or that of a closed account, is refused with a clear answer', async () => {
    expect(await click('nobody')).toMatchObject({ status: 409, body: { code: 'referral-code-unknown' } })
    await rows(`update account set account_status = 'closed' where id = $1`, ada.id)
    expect(await click(await codeOf(ada))).toMatchObject({
      status: 409,
      body: { code: 'referral-code-closed', message: expect.stringContaining('was closed') },
    })
  })

  test('of an unknown channel is refused, naming the channels', async () => {
    expect(await click(await codeOf(ada), 'billboard')).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', message: expect.stringContaining('flyer, tear-off') },
    })
  })
})

describe('a registration', () => {
  test('with the code of a closed account says so, and works without it', async () => {
    const code = await codeOf(ada)
    await rows(`update account set account_status = 'closed' where id = $1`, ada.id)
    expect((await server.call('GET', `/api/referral-codes/${code}`)).body).toEqual({ isKnown: false, isClosed: true })
    expect(await register({ referralCode: code })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'referralCode', message: expect.stringContaining('was closed') }] } },
    })
    expect((await register({})).status).toBe(201)
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
    await set('referralReward', 0)
    const boris = await referred(20)
    await set('referralReward', 2000)
    await decideRewards(server.app)
    expect(await listed(boris.id)).toMatchObject({ state: 'unrewarded', reward: 0 })
    expect(await figures()).toMatchObject({ signUps: 1, pending: { count: 0 }, paid: { count: 0 } })
  })
})

describe('a reward', () => {
  test('is credited when the fee is past its refund time, once, however many processes decide', async () => {
    const boris = await referred(14)
    await Promise.all([decideRewards(server.app), decideRewards(server.app), decideRewards(server.app)])
    await decideRewards(server.app)
    expect(await listed(boris.id)).toMatchObject({ state: 'credited', reward: 2000, hints: [] })
    expect(await room.balance(`credit:${ada.id}`)).toBe(-2000)
    expect(await figures()).toMatchObject({ pending: { count: 0 }, paid: { count: 1, amount: 2000 } })
    expect(await room.noticesOf(ada, 'credit')).toHaveLength(1)
    expect(await room.soldTo(ada)).toMatchObject({ creditUsed: 2000 })
  })

  test('waits for the fee, for its refund time to the second, and for a dispute', async () => {
    const boris = await referred(null)
    const state = async () => {
      await decideRewards(server.app)
      return (await listed(boris.id)).state
    }
    expect(await state()).toBe('pending')
    await payFee(boris.id, 13)
    const paidAgo = (interval: string) =>
      rows(`update payment set settled_at = clock_timestamp() - $2::interval where account_id = $1`, boris.id, interval)
    await paidAgo('13 days 23:59:30')
    expect(await state()).toBe('pending')
    await paidAgo('14 days')
    await rows('update payment set disputed = 9900 where account_id = $1', boris.id)
    expect(await state()).toBe('pending')
    await rows('update payment set disputed = 0 where account_id = $1', boris.id)
    expect(await state()).toBe('credited')
  })

  test('for a fee that was refunded in time is never credited', async () => {
    const boris = await referred(20)
    await rows(`update payment set state = 'refunded', refunded = received where account_id = $1`, boris.id)
    await decideRewards(server.app)
    expect((await listed(boris.id)).state).toBe('pending')
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
    rows(
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
    expect(await listed(boris.id)).toMatchObject({ state: 'refused', hints: [hint] })
    expect(await figures()).toMatchObject({ refused: 1, paid: { count: 0 }, pending: { count: 0 } })
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
  })

  test('is not credited to an account that was closed, and waits while one is suspended', async () => {
    const boris = await referred(20)
    await rows(`update account set account_status = 'suspended' where id = $1`, ada.id)
    await decideRewards(server.app)
    expect((await listed(boris.id)).state).toBe('pending')
    await rows(`update account set account_status = 'closed' where id = $1`, ada.id)
    await decideRewards(server.app)
    expect(await listed(boris.id)).toMatchObject({ state: 'refused', hints: ['referrer-closed'] })
  })
})

describe('a cashier', () => {
  test('reverses a reward with a reason, once, with an audit entry; the ledger is reversed and the member notified', async () => {
    const boris = await referred(20)
    await decideRewards(server.app)
    const { id } = await listed(boris.id)
    const answers = await Promise.all([reverse(id), reverse(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await reverse(id)).toMatchObject({
      status: 409,
      body: { code: 'already-reversed', message: 'This reward was already reversed.' },
    })
    expect(await listed(boris.id)).toMatchObject({ state: 'reversed', reversalReason: 'The same person twice.' })
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
    expect(await rows(`select 1 from audit where action = 'reverse-referral' and subject_id = $1`, id)).toHaveLength(1)
    expect(await room.noticesOf(ada, 'credit')).toEqual([`referral-reversed:${id}`, `referral-reward:${id}`])
    expect(await figures()).toMatchObject({ paid: { count: 0 }, refused: 1 })
  })

  test('can’t reverse a reward that was not credited, one that isn’t there, or without a reason', async () => {
    const boris = await referred(null)
    const { id } = await listed(boris.id)
    expect(await reverse(id)).toMatchObject({ status: 409, body: { code: 'not-credited' } })
    expect((await reverse(randomUUID())).status).toBe(404)
    expect((await reverse(id, kofi, '')).status).toBe(400)
    expect((await reverse(id, ada)).status).toBe(403)
  })

  test('has to prove who they are again first', async () => {
    const late = await castPerson(server.app.pool, { name: 'Kim', role: 'cashier' })
    await rows(
      `update session set confirmed_at = clock_timestamp() - interval '11 minutes' where account_id = $1`,
      late.id,
    )
    expect(await reverse(randomUUID(), late)).toMatchObject({ status: 403, body: { code: 'factor-required' } })
  })

  test('sees when the fee of a credited referral was refunded later', async () => {
    const boris = await referred(20)
    await decideRewards(server.app)
    await rows('update account set has_paid_membership_fee = false where id = $1', boris.id)
    expect((await listed(boris.id)).hints).toEqual(['fee-returned'])
  })
})

test('a person’s export has their clicks and referrals without the other people, and closing deletes the clicks', async () => {
  const boris = await referred(20)
  await click(await codeOf(ada), 'qr')
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
