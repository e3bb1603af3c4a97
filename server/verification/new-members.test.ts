import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountDetail } from '#contract/accounts/account-staff.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import { openDesk, type Desk } from './desk.test-support.ts'

let desk: Desk
let olga: CastMember

beforeAll(async () => {
  desk = await openDesk()
  olga = await castPerson(desk.app.pool, { name: 'Olga', role: 'owner' })
})
afterAll(() => desk.close())

const RULES = { limitAfter: 2, strikeLimit: 500_000, suspendAfter: 3, startLimit: null }

async function startWith(startLimit: number | null): Promise<void> {
  const body = { ...RULES, startLimit }
  expect((await desk.call('PUT', '/api/admin/people-rules', { token: olga.token, body })).status).toBe(200)
}

async function verified(name: string): Promise<CastMember> {
  const person = await desk.newcomer({ name })
  const opened = await desk.sentCase(person)
  expect((await desk.decide(opened, { decision: 'approve', documentNumber: randomUUID() })).status).toBe(200)
  return person
}

async function bids({ token }: CastMember) {
  const { lotId } = await castLot(desk.app)
  const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
  return (await desk.call('POST', `/api/lots/${lotId}/bids`, { token, body })).body
}

test('with a starting limit of zero a new member waits for approval: staff find them, and their limit opens bidding', async () => {
  await startWith(0)
  const pia = await verified('Pia Waiting')
  expect(await bids(pia)).toMatchObject({ code: 'over-bidding-limit' })
  const listed = await desk.call('GET', '/api/admin/accounts?step=not-approved', { token: desk.rita.token })
  expect((listed.body as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual([pia.id])
  const change = { biddingLimit: null, reason: 'Called their bank' }
  await desk.call('PATCH', `/api/admin/accounts/${pia.id}`, { token: desk.rita.token, body: change })
  expect(await bids(pia)).toMatchObject({ leading: true })
})

test('without one a new member bids at once, and a limit that staff set before stays', async () => {
  await startWith(null)
  expect(await bids(await verified('Pia Free'))).toMatchObject({ leading: true })
  await startWith(300_000)
  const quin = await desk.newcomer({ name: 'Quin', biddingLimit: 700_000 })
  const opened = await desk.sentCase(quin)
  await desk.decide(opened, { decision: 'approve', documentNumber: randomUUID() })
  const limits = await desk.app.pool.query(
    'select bidding_limit from account where id = any($1) order by bidding_limit',
    [[quin.id, (await verified('Pia Limited')).id]],
  )
  expect(limits.rows).toEqual([{ bidding_limit: 300_000 }, { bidding_limit: 700_000 }])
  await startWith(null)
})

test('staff see other open accounts with the same phone or postal address, however they are written', async () => {
  const { pool } = desk.app
  const people = await Promise.all(['One', 'Two', 'Gone', 'Other'].map((name) => castPerson(pool, { name })))
  const [one, two, gone, other] = people.map(({ id }) => id)
  const phones = ['+1 (312) 555-0187', '1 312 555 0187', '+1 312 555 0187', '+1 312 555 0199']
  for (const [index, { id }] of people.entries())
    await pool.query('update account set phone = $2 where id = $1', [id, phones[index]])
  await pool.query(`update account set account_status = 'closed' where id = $1`, [gone])
  for (const [id, street] of [
    [one, '5 Oak Lane'],
    [other, '5, OAK LANE'],
  ])
    await pool.query(
      `insert into account_address (id, account_id, recipient, company, street, extra, postcode, city, region, country)
       values ($1, $2, 'X', '', $3, '', '60601', 'Chicago', 'IL', 'US')`,
      [randomUUID(), id, street],
    )
  const read = await desk.call('GET', `/api/admin/accounts/${one}`, { token: desk.rita.token })
  const { similar } = read.body as AccountDetail
  expect(similar.map(({ kind, account }) => [kind, account.id])).toEqual([
    ['phone', two],
    ['address', other],
  ])
})
