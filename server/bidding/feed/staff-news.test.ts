import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessDenial } from '#contract/accounts/access.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { STAFF_LISTS, STAFF_TOPICS, type StaffTopic } from '#contract/platform/staff-lists.ts'
import { STAFF_ROLES } from '#contract/platform/access-levels.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { closedLot } from '../negotiations/negotiations.test-support.ts'
import { watchFeed, type Watch } from './watch-feed.test-support.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
/** Staff watch one process; everything happens in the other. */
let watched: TestServer
let acting: TestServer
const people: Record<string, CastMember> = {}
const pages: Record<string, Watch> = {}

beforeAll(async () => {
  database = await freshDatabase()
  watched = await openTestServer({ databaseUrl: database.url })
  acting = await openTestServer({ databaseUrl: database.url })
  for (const role of ['member', ...STAFF_ROLES]) {
    people[role] = await castPerson(acting.app.pool, { name: role, role })
    pages[role] = await watchFeed(watched.url, { token: people[role].token })
  }
})

afterAll(async () => {
  for (const page of Object.values(pages)) page.close()
  await watched?.close()
  await acting?.close()
  await database?.drop()
})

const messagesTo = (role: string) => pages[role]!.messages.filter((message) => message.type === 'staff')
const countOf = (role: string, topic: StaffTopic) =>
  messagesTo(role).filter((message) => message.topic === topic).length

/** The roles notified of what happens in `happen`; waits until the owner, who may read everything, is notified. */
async function rolesNotified(topic: StaffTopic, happen: () => Promise<unknown>): Promise<string[]> {
  const before = Object.fromEntries(Object.keys(pages).map((role) => [role, countOf(role, topic)]))
  await happen()
  await pages.owner!.until(() => countOf('owner', topic) > before.owner!, 10_000)
  await Promise.all(Object.keys(pages).map(passed))
  return Object.keys(pages).filter((role) => countOf(role, topic) > before[role]!)
}

/** Waits until everything sent to the role's page so far has arrived. */
async function passed(role: string): Promise<void> {
  const count = () => pages[role]!.messages.filter(({ type }) => type === 'notified').length
  const before = count()
  watched.app.bus.publish('notified', JSON.stringify({ accountId: people[role]!.id }))
  await pages[role]!.until(() => count() > before)
}

const as = (role: string) => ({ token: people[role]!.token })

test('a new question is announced to staff who may answer it, in every process, and to nobody else', async () => {
  const lot = await castLot(acting.app)
  const body = { questionId: randomUUID(), text: 'Is the spare key there?' }
  const asked = () => acting.call('POST', `/api/lots/${lot.lotId}/questions`, { ...as('member'), body })
  expect(await rolesNotified('questions', asked)).toEqual(['auctioneer', 'owner'])
})

test('an answer is announced to people who have the lot open, also in another process, and to nobody else', async () => {
  const [lot, other] = [await castLot(acting.app), await castLot(acting.app)]
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

test('a message names the list and nothing of its content', () => {
  expect(Object.keys(messagesTo('owner')[0]!).toSorted()).toEqual(['serverTime', 'topic', 'type'])
})

test('a halt is announced to all staff', async () => {
  const pause = () => acting.call('POST', '/api/admin/pause', { ...as('owner'), body: { reason: 'Fire alarm' } })
  expect(await rolesNotified('halts', pause)).toEqual([...STAFF_ROLES])
})

test('a started payment is announced to the cashier', async () => {
  const pia = await castPerson(acting.app.pool, { name: 'Pia', hasPaid: false, verification: 'pending' })
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  const start = () => acting.call('POST', '/api/payments', { token: pia.token, body })
  expect(await rolesNotified('payments', start)).toEqual(['cashier', 'owner'])
})

test('a document waiting for review is announced to the reviewer', async () => {
  const pia = await castPerson(acting.app.pool, { name: 'Pia', verification: 'pending' })
  const sent = () =>
    acting.app.pool.query(
      `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
      [randomUUID(), pia.id],
    )
  expect(await rolesNotified('verifications', sent)).toEqual(['reviewer', 'owner'])
})

test('a new negotiation is announced to the auctioneer', async () => {
  await acting.call('POST', '/api/admin/resumption', { ...as('owner'), body: { reason: 'No fire' } })
  expect(await rolesNotified('negotiations', () => closedLot(acting, people.member!))).toEqual(['auctioneer', 'owner'])
})

test('a list that changes constantly is announced at most once a second, including its last change', async () => {
  const lot = await castLot(acting.app)
  const times = () => messagesTo('owner').flatMap(({ topic, serverTime }) => (topic === 'auctions' ? [serverTime] : []))
  const before = times().length
  let changedAt = 0
  for (let change = 1; change <= 100; change += 1) {
    await acting.app.pool.query('update auction set title = $2 where id = $1', [lot.auctionId, `Auction ${change}`])
    changedAt = acting.app.now()
  }
  await pages.owner!.until(() => (times().at(-1) ?? 0) >= changedAt - 50)
  const notified = times().slice(before)
  const pauses = notified.slice(1).map((at, index) => at - notified[index]!)
  expect(Math.min(Number.POSITIVE_INFINITY, ...pauses)).toBeGreaterThan(900)
})

test('a person who loses a role gets no more news of its lists', async () => {
  const uma = await castPerson(acting.app.pool, { name: 'Uma', role: 'cashier' })
  const page = await watchFeed(watched.url, { token: uma.token })
  await acting.app.pool.query(`update account set role = 'reviewer' where id = $1`, [uma.id])
  acting.app.bus.publish('account-changed', JSON.stringify({ accountId: uma.id }))
  await page.until((messages) => messages.some(({ type }) => type === 'account'))
  await acting.app.pool.query(
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

test('every list has a table that announces it, or commands that do', async () => {
  const { rows } = await acting.app.pool.query<{ topic: string }>(
    `select distinct substring(pg_get_triggerdef(oid) from $$tell_staff\\('(.*)'\\)$$) as topic
     from pg_trigger where tgname = 'tells_staff'`,
  )
  const byCommands = ['negotiations', 'mails']
  expect([...rows.map(({ topic }) => topic), ...byCommands].toSorted()).toEqual(STAFF_TOPICS.toSorted())
})

test.each(STAFF_TOPICS)('roles that get news of %s may read its lists', (topic) => {
  const { readBy, paths } = STAFF_LISTS[topic]
  const personWith = (role: (typeof STAFF_ROLES)[number]) =>
    ({
      role,
      hasPaidMembershipFee: false,
      verificationStatus: 'pending',
      accountStatus: 'active',
      idDocument: null,
    }) as const
  const notified = STAFF_ROLES.filter((role) => accessDenial(personWith(role), readBy) === null)
  for (const path of paths) {
    const { access } = ENDPOINTS.find((one) => one.method === 'GET' && one.path === path)!
    expect(
      notified.filter((role) => accessDenial(personWith(role), access) !== null),
      path,
    ).toEqual([])
  }
})
