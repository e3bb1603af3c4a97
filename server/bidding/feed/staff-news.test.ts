import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barrier } from '#contract/access.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { STAFF_LISTS, STAFF_TOPICS, type StaffTopic } from '#contract/staff-lists.ts'
import { STAFF_ROLES } from '#contract/rungs.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { closedLot } from '../talks/talks.test-model.ts'
import { watchFeed, type Watch } from './test-watcher.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
/** Staff watch one process; everything happens in the other. */
let watched: TestHouse
let acting: TestHouse
const people: Record<string, CastMember> = {}
const pages: Record<string, Watch> = {}

beforeAll(async () => {
  database = await freshDatabase()
  watched = await openHouse({ databaseUrl: database.url })
  acting = await openHouse({ databaseUrl: database.url })
  for (const role of ['member', ...STAFF_ROLES]) {
    people[role] = await castPerson(acting.house.pool, { name: role, role })
    pages[role] = await watchFeed(watched.url, { token: people[role].token })
  }
})

afterAll(async () => {
  for (const page of Object.values(pages)) page.close()
  await watched?.close()
  await acting?.close()
  await database?.drop()
})

const toldTo = (role: string) => pages[role]!.messages.filter((message) => message.type === 'staff')
const countOf = (role: string, topic: StaffTopic) => toldTo(role).filter((message) => message.topic === topic).length

/** Who is told what, of what happens meanwhile; waits until the owner, who may read everything, has been told. */
async function toldOf(topic: StaffTopic, happen: () => Promise<unknown>): Promise<string[]> {
  const before = Object.fromEntries(Object.keys(pages).map((role) => [role, countOf(role, topic)]))
  await happen()
  await pages.owner!.until(() => countOf('owner', topic) > before.owner!, 10_000)
  await Promise.all(Object.keys(pages).map(passed))
  return Object.keys(pages).filter((role) => countOf(role, topic) > before[role]!)
}

/** Whatever was sent to somebody's page until now has come. */
async function passed(role: string): Promise<void> {
  const count = () => pages[role]!.messages.filter(({ type }) => type === 'notified').length
  const before = count()
  watched.house.bus.publish('notified', JSON.stringify({ accountId: people[role]!.id }))
  await pages[role]!.until(() => count() > before)
}

const as = (role: string) => ({ token: people[role]!.token })

test('a question that is asked is told to those who may answer it, in whichever process they are, and to nobody else', async () => {
  const lot = await castLot(acting.house)
  const body = { questionId: randomUUID(), text: 'Is the spare key there?' }
  const asked = () => acting.call('POST', `/api/lots/${lot.lotId}/questions`, { ...as('member'), body })
  expect(await toldOf('questions', asked)).toEqual(['auctioneer', 'owner'])
})

test('an answer is told to those who have the lot open, also in another process, and to nobody else', async () => {
  const [lot, other] = [await castLot(acting.house), await castLot(acting.house)]
  const { token } = people.member!
  const [open, elsewhere] = await Promise.all(
    [lot, other].map(({ lotId }) => watchFeed(watched.url, { token, lots: [lotId] })),
  )
  const questionId = randomUUID()
  const body = { questionId, text: 'Has the timing belt been changed?' }
  await acting.call('POST', `/api/lots/${lot.lotId}/questions`, { ...as('member'), body })
  const answer = { version: 1, text: 'At 60,000 miles.' }
  await acting.call('PUT', `/api/admin/questions/${questionId}/answer`, { ...as('auctioneer'), body: answer })
  const about = (page: Watch) => page.messages.filter(({ type }) => type === 'questions')
  await open!.until(() => about(open!).length > 0)
  expect(about(open!)).toMatchObject([{ lotId: lot.lotId }])
  await passed('member')
  expect(about(elsewhere!)).toEqual([])
  for (const page of [open!, elsewhere!]) page.close()
})

test('a message names the list and says nothing of what is in it', () => {
  expect(Object.keys(toldTo('owner')[0]!).toSorted()).toEqual(['serverTime', 'topic', 'type'])
})

test('a halt is told to all staff', async () => {
  const pause = () => acting.call('POST', '/api/admin/pause', { ...as('owner'), body: { reason: 'Fire alarm' } })
  expect(await toldOf('halts', pause)).toEqual([...STAFF_ROLES])
})

test('a payment that is started is told to the cashier', async () => {
  const pia = await castPerson(acting.house.pool, { name: 'Pia', hasPaid: false, verification: 'pending' })
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  const start = () => acting.call('POST', '/api/payments', { token: pia.token, body })
  expect(await toldOf('payments', start)).toEqual(['cashier', 'owner'])
})

test('a document that waits for a reviewer is told to the reviewer', async () => {
  const pia = await castPerson(acting.house.pool, { name: 'Pia', verification: 'pending' })
  const sent = () =>
    acting.house.pool.query(
      `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
      [randomUUID(), pia.id],
    )
  expect(await toldOf('verifications', sent)).toEqual(['reviewer', 'owner'])
})

test('a negotiation that begins is told to the auctioneer', async () => {
  await acting.call('POST', '/api/admin/resumption', { ...as('owner'), body: { reason: 'No fire' } })
  expect(await toldOf('negotiations', () => closedLot(acting, people.member!))).toEqual(['auctioneer', 'owner'])
})

test('a list that changes all the time is told once a second at most, and its last change is told', async () => {
  const lot = await castLot(acting.house)
  const times = () => toldTo('owner').flatMap(({ topic, serverTime }) => (topic === 'sales' ? [serverTime] : []))
  const before = times().length
  let changedAt = 0
  for (let change = 1; change <= 100; change += 1) {
    await acting.house.pool.query('update auction set title = $2 where id = $1', [lot.auctionId, `Sale ${change}`])
    changedAt = acting.house.now()
  }
  await pages.owner!.until(() => (times().at(-1) ?? 0) >= changedAt - 50)
  const told = times().slice(before)
  const pauses = told.slice(1).map((at, index) => at - told[index]!)
  expect(Math.min(Number.POSITIVE_INFINITY, ...pauses)).toBeGreaterThan(900)
})

test('a person who loses a role is told of its lists no more', async () => {
  const uma = await castPerson(acting.house.pool, { name: 'Uma', role: 'cashier' })
  const page = await watchFeed(watched.url, { token: uma.token })
  await acting.house.pool.query(`update account set role = 'reviewer' where id = $1`, [uma.id])
  acting.house.bus.publish('account-changed', JSON.stringify({ accountId: uma.id }))
  await page.until((messages) => messages.some(({ type }) => type === 'account'))
  await acting.house.pool.query(
    `select pg_notify('paddock', '["",["staff-list","transfers"],["staff-list","verifications"]]')`,
  )
  await page.until((messages) =>
    messages.some((message) => message.type === 'staff' && message.topic === 'verifications'),
  )
  expect(page.messages.filter((message) => message.type === 'staff').map(({ topic }) => topic)).not.toContain(
    'transfers',
  )
  page.close()
})

test('every list has a table that tells of it, or commands that do', async () => {
  const { rows } = await acting.house.pool.query<{ topic: string }>(
    `select distinct substring(pg_get_triggerdef(oid) from $$tell_staff\\('(.*)'\\)$$) as topic
     from pg_trigger where tgname = 'tells_staff'`,
  )
  const byCommands = ['negotiations', 'mails']
  expect([...rows.map(({ topic }) => topic), ...byCommands].toSorted()).toEqual(STAFF_TOPICS.toSorted())
})

test.each(STAFF_TOPICS)('who is told of %s may read its lists', (topic) => {
  const { readBy, paths } = STAFF_LISTS[topic]
  const personWith = (role: (typeof STAFF_ROLES)[number]) =>
    ({
      role,
      hasPaidMembershipFee: false,
      verificationStatus: 'pending',
      accountStatus: 'active',
      idDocument: null,
    }) as const
  const told = STAFF_ROLES.filter((role) => barrier(personWith(role), readBy) === null)
  for (const path of paths) {
    const { access } = ENDPOINTS.find((one) => one.method === 'GET' && one.path === path)!
    expect(
      told.filter((role) => barrier(personWith(role), access) !== null),
      path,
    ).toEqual([])
  }
})
