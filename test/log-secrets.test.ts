import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailbox } from '#server/accounts/mailbox.test-support.ts'
import { openPostOffice, type PostOffice } from '#server/notifications/post-office.test-support.ts'
import { openDesk, type Desk } from '#server/verification/desk.test-support.ts'
import { castPerson, type CastMember } from './cast.ts'
import { openCollector, type Collector } from './collector.ts'
import { findings, type Said, type Secret } from './contract/hunt.ts'
import { send, type Answer, type Wire } from './contract/requests.ts'
import { castLot, type CastLot } from './inventory.ts'

/**
 * A complete journey with planted secrets and faults of every kind, on a server with full logging, tracing and metrics. Everything
 * operators can see is then searched for what they must not see.
 */

const PASSWORD = 'nine saddles for the planted road'
const WRONG_PASSWORD = 'ten saddles for the planted road'
const NEW_PASSWORD = 'eleven saddles for the planted road'
const MAXIMUM = 7_391_700
const UNLUCKY_MAXIMUM = 9_743_500
const LOST_MAXIMUM = 8_736_500
const GARBLED_MAXIMUM = 9_843_100
const RESERVE = 9_472_600
const DOCUMENT = 'PLANTED-IN-A-PASSPORT-4417'
const COOKIE = 'planted-crumbs'

type Line = { level: number; msg: string; requestId?: string; status?: number; route?: string; ms?: number }

const lines: string[] = []
const secrets: Secret[] = []
let desk: Desk
let collector: Collector
let post: PostOffice
let ada: CastMember
let lot: CastLot
let requests = 0

beforeAll(async () => {
  collector = await openCollector()
  post = await openPostOffice()
  post.answer({ at: 'data', code: 451 })
  desk = await openDesk({
    config: {
      logLevel: 'trace',
      smtpUrl: post.url,
      metrics: { port: 0, host: '127.0.0.1' },
      traces: { endpoint: collector.url, ratio: 1 },
    },
    logTo: { write: (line) => void lines.push(line) },
  })
  ada = await castPerson(desk.app.pool, { name: 'Ada' })
  lot = await castLot(desk.app, { reserve: RESERVE })
  for (const [what, value] of Object.entries({
    PASSWORD,
    WRONG_PASSWORD,
    NEW_PASSWORD,
    DOCUMENT,
    COOKIE,
    token: ada.token,
  }))
    plant(what, value)
  for (const value of [MAXIMUM, UNLUCKY_MAXIMUM, LOST_MAXIMUM, GARBLED_MAXIMUM, RESERVE])
    secrets.push({ what: 'an amount', owners: [], value })
})

afterAll(async () => {
  await desk?.close()
  await post?.close()
  collector?.close()
})

/** A secret as it is, and as it appears in logged bytes or addresses. */
function plant(what: string, value: string): void {
  const bytes = Buffer.from(value)
  const looks = [value, encodeURIComponent(value), bytes.toString('hex'), [...bytes].join(',')]
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  for (const look of new Set([...looks, ...base64])) secrets.push({ what, owners: [], value: look })
}

async function ask(path: string, wire: Wire & { json?: unknown } = {}): Promise<Answer> {
  requests += 1
  const { json, ...rest } = wire
  const body = json === undefined ? rest.body : JSON.stringify(json)
  return send(desk.url + path, { ...rest, body, headers: { cookie: `paddock_session=${COOKIE}`, ...rest.headers } })
}

const bid = (amount: number, kind = 'maximum') =>
  ask(`/api/lots/${lot.lotId}/bids`, { method: 'POST', token: ada.token, json: { bidId: randomUUID(), kind, amount } })

/** A person registers and resets the password while the mail server accepts nothing. */
async function comeAndForget(): Promise<number[]> {
  const mailbox = openMailbox(desk)
  const email = 'dana.quist@demo.paddock.example'
  const details = { name: 'Dana Quist', phone: '+1 555 0100', country: 'US', acceptTerms: true }
  const come = await ask('/api/register', { method: 'POST', json: { email, password: PASSWORD, ...details } })
  const { token, user } = come.json as { token: string; user: { id: string } }
  plant('a token of a session', token)
  const wrong = await ask('/api/login', { method: 'POST', json: { email, password: WRONG_PASSWORD } })
  const unreadable = await ask('/api/login', { method: 'POST', body: `{"password": "${WRONG_PASSWORD}"` })
  await ask('/api/password-reset-requests', { method: 'POST', json: { email } })
  const { link } = await mailbox.mail(user.id, 'password-reset')
  const linkToken = link.split(/[#=/]/).at(-1)!
  plant('the token of a link', linkToken)
  const json = { token: linkToken, password: NEW_PASSWORD }
  const reset = await ask('/api/password-resets', { method: 'POST', json })
  const again = await ask('/api/password-resets', { method: 'POST', json })
  return [come, wrong, unreadable, reset, again].map(({ status }) => status)
}

/** Documents: a valid picture with planted content, a file that is no picture, and one sent while the server is failing. */
async function sendDocuments(): Promise<number[]> {
  const pia = await desk.newcomer()
  plant('a token of a session', pia.token)
  const document = Buffer.concat([desk.photo, Buffer.from(DOCUMENT)])
  const form = { kind: 'passport', front: document }
  const none = await desk.send(pia, { kind: 'passport', front: Buffer.from(DOCUMENT.repeat(50)) })
  await desk.asOwner('alter table verification_case rename to gone')
  const broken = await desk.send(pia, form)
  await desk.asOwner('alter table gone rename to verification_case')
  const taken = await desk.send(pia, form)
  const found = await desk.caseOf(pia)
  const link = await desk.link(found!)
  plant('the token of a view', /[?&]token=([^&]+)|\/([^/]+)$/.exec(link.url)?.slice(1).find(Boolean) ?? '')
  const viewed = await desk.open(link.url, null)
  requests += 6
  return [none.status, broken.status, taken.status, viewed.status]
}

/** Bids: accepted, refused, unreadable, refused by the database, and a sealed raise that is lost with the connection. */
async function bidInTrouble(): Promise<number[]> {
  const taken = await bid(MAXIMUM)
  const refused = await bid(100, 'firm')
  const garbled = await bid(`${GARBLED_MAXIMUM}` as never)
  await desk.asOwner('alter table ledger add constraint nothing_new check (sequence < 0) not valid')
  const turnedBack = await bid(UNLUCKY_MAXIMUM)
  await desk.asOwner('alter table ledger drop constraint nothing_new')
  await desk.asOwner(
    `create function cut() returns trigger language plpgsql security definer as
     $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  )
  await desk.asOwner('create trigger cut before insert on sealed_ledger for each row execute function cut()')
  const lost = await bid(LOST_MAXIMUM)
  await desk.asOwner('drop trigger cut on sealed_ledger')
  return [taken, refused, garbled, turnedBack, lost].map(({ status }) => status)
}

/** A message whose handler fails with the database's error about the row. */
async function notifyInVain(): Promise<void> {
  const { pool, outbox } = desk.app
  await desk.asOwner('alter table notification add constraint nobody_is_told check (account_id is null) not valid')
  await pool.query('update standing set closes_at_ms = closes_at_ms - 3600000 where lot_id = $1', [lot.lotId])
  await expect.poll(async () => (await outbox.drain(), logged('an outbox message failed').length)).toBeGreaterThan(0)
  await desk.asOwner('alter table notification drop constraint nobody_is_told')
}

function logged(msg: string): Line[] {
  return lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg)
}

test('whatever happens, neither log nor traces nor metrics hold a password, token, maximum, reserve or a byte of a document', async () => {
  expect(await comeAndForget()).toEqual([201, 401, 400, 200, 409])
  expect(await sendDocuments()).toEqual([409, 500, 201, 401])
  expect(await bidInTrouble()).toEqual([200, 409, 400, 503, 503])
  await notifyInVain()
  await expect
    .poll(() => logged('a delivery failed and will be retried').length, { timeout: 10_000 })
    .toBeGreaterThan(0)
  await expect
    .poll(() => collector.spans().filter(({ name }) => name === 'request').length, { timeout: 10_000 })
    .toBeGreaterThan(10)
  const metrics = await (await fetch(`http://127.0.0.1:${desk.running.metricsPort}/metrics`)).text()
  const said: Said[] = [
    ...lines.map((text) => ({ to: 'operators', where: 'the log', text })),
    { to: 'operators', where: 'the traces', text: collector.text() },
    { to: 'operators', where: 'the metrics', text: metrics },
  ]
  expect(findings(secrets, said)).toEqual([])
  expect(findings([{ what: 'what is there', owners: [], value: 'terminating connection' }], said)).not.toEqual([])
})

test('every request that was answered is one line with its id, route and time, at the level that it deserves', () => {
  const answered = [...logged('request completed'), ...logged('request failed')]
  expect(answered).toHaveLength(requests)
  expect(new Set(answered.map(({ requestId }) => requestId)).size).toBe(requests)
  const of = (route: string, status: number) =>
    answered.filter((line) => line.route === route && line.status === status)
  // On a busy machine an answer may take more than a second, which is a warning.
  const unlessSlow = (level: number, [line]: Line[]) => (Number(line?.ms) > 1000 ? 40 : level)
  const [taken, refused] = [of('/api/lots/:lotId/bids', 200), of('/api/lots/:lotId/bids', 409)]
  expect(taken).toMatchObject([{ level: unlessSlow(20, taken), ms: expect.any(Number) }])
  expect(refused).toMatchObject([{ level: unlessSlow(20, refused), code: 'below-next-bid' }])
  expect(of('/api/lots/:lotId/bids', 503).map(({ level }) => level)).toEqual([40, 40])
  expect(of('/api/verification/documents', 500)).toMatchObject([{ level: 50, err: { code: '42P01' } }])
  const [registered, expired] = [of('/api/register', 201), of('/api/password-resets', 409)]
  expect(registered).toMatchObject([{ level: unlessSlow(30, registered) }])
  expect(expired).toMatchObject([{ level: unlessSlow(30, expired), code: 'link-not-valid' }])
})

test('a batch that failed names the requests that were in it, and a message its number, topic and lot', () => {
  const ids = new Set(logged('request failed').map(({ requestId }) => requestId))
  const failed = logged('a batch of bids failed') as (Line & { requestIds: string[]; lotIds: string[] })[]
  expect(failed).toHaveLength(2)
  for (const { requestIds, lotIds } of failed) {
    expect(lotIds).toEqual([lot.lotId])
    expect(requestIds.map((id) => ids.has(id))).toEqual([true])
  }
  expect(logged('an outbox message failed')[0]).toMatchObject({
    id: expect.any(String),
    topic: expect.any(String),
    tries: 1,
  })
})
