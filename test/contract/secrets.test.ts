import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { watchFeed, type Watch } from '#server/bidding/feed/watch-feed.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { everythingInFiles, everythingInTables, findings, type Said, type Secret } from './hunt.ts'
import { addressOf, inLanes, nameOf, send, type Wire } from './requests.ts'
import { sampleOf } from './samples.ts'
import { untilQuiet } from './tables.ts'

/**
 * A small auction with recognizable secrets, over HTTP and the feed, from the first bid to the invoices. Every text from the server
 * is recorded and then searched for secrets its reader must not see. Source: the rulebook, "What each may know".
 */

const NAMES = ['visitor', 'Ada', 'Boris', 'Chidi', 'Dana', 'Elif', 'Olga', 'Aukje', 'Rita'] as const
type Name = (typeof NAMES)[number]
const ROLES: Partial<Record<Name, string>> = { Olga: 'owner', Aukje: 'auctioneer', Rita: 'reviewer' }

/** Minor units. Above 65,536.00, so that no port or other small number is mistaken for one of them. */
const ADA_FIRST = 7_391_700
const ADA_RAISED = 9_284_100
const ADA_LAST = 8_736_500
const ADA_REFUSED = 9_551_933
const ADA_REUSED = 9_662_700
const ADA_GARBLED = 9_843_100
const BORIS = 6_823_100
const BORIS_BELOW_RESERVE = 6_612_700
const CHIDI_BELOW_RESERVE = 6_671_300
const DANA = 7_135_900
const DANA_OVER_LIMIT = 7_546_800
const CHIDI_UNLUCKY = 9_743_500
const RESERVE = 9_472_600

let server: TestServer
let kiri: CastLot
let mule: CastLot
let pony: CastLot
const tokens = new Map<Name, string>()
const said: Said[] = []
const watches: { name: Name; watch: Watch }[] = []
const secrets: Secret[] = [
  { what: 'a maximum of Ada', owners: ['Ada'], value: ADA_FIRST },
  { what: 'the raised maximum of Ada', owners: ['Ada'], value: ADA_RAISED },
  { what: 'the maximum with which Ada won', owners: ['Ada'], value: ADA_LAST },
  { what: 'a refused maximum of Ada', owners: ['Ada'], value: ADA_REFUSED },
  { what: 'a maximum of Ada under a used id', owners: ['Ada'], value: ADA_REUSED },
  { what: 'a maximum of Ada in a request that cannot be read', owners: ['Ada'], value: ADA_GARBLED },
  { what: 'the maximum of Boris', owners: ['Boris'], value: BORIS },
  { what: 'the maximum of Boris below the reserve', owners: ['Boris'], value: BORIS_BELOW_RESERVE },
  { what: 'the maximum of Chidi below the reserve', owners: ['Chidi'], value: CHIDI_BELOW_RESERVE },
  { what: 'a maximum of Chidi with which the server failed', owners: ['Chidi'], value: CHIDI_UNLUCKY },
  { what: 'the maximum of Dana', owners: ['Dana'], value: DANA },
  { what: 'a maximum of Dana over her limit', owners: ['Dana'], value: DANA_OVER_LIMIT },
]
/** The seller set it, staff know it, and it is stored in the terms of the lot. */
const reserve: Secret = {
  what: 'the reserve',
  owners: ['Elif', 'Olga', 'Aukje', 'Rita', 'the database'],
  value: RESERVE,
}

beforeAll(async () => {
  const logTo = { write: (line: string) => void said.push({ to: 'the log', where: 'the log', text: withoutPid(line) }) }
  server = await openTestServer({ config: { logLevel: 'trace' }, logTo })
  const record = (payload: string) => void said.push({ to: 'the bus', where: 'the bus', text: payload })
  server.app.bus.subscribe('lot', record)
  const ids = new Map<Name, string>()
  for (const name of NAMES) if (name !== 'visitor') ids.set(name, await arrive(name))
  kiri = await castLot(server.app, { isFree: true })
  mule = await castLot(server.app, { isFree: true, sellerId: ids.get('Elif')!, reserve: RESERVE })
  pony = await castLot(server.app, { isFree: true })
  for (const name of NAMES) if (name !== 'visitor') await watch(name)
})

afterAll(() => server.close())

/** Registers over HTTP, as in a browser, and has staff approve the person. Returns the account's id. Staff exist already. */
async function arrive(name: Name): Promise<string> {
  const role = ROLES[name]
  if (role !== undefined) {
    const { id, token } = await castPerson(server.app.pool, { name, role })
    tokens.set(name, token)
    secrets.push({ what: `the token of ${name}`, owners: [], value: token })
    return id
  }
  const password = `open sesame of ${name}`
  const body = {
    email: `${name.toLowerCase()}@demo.paddock.example`,
    password,
    name: `${name} Secretive`,
    phone: '+1 555 0100',
    country: 'US',
    acceptTerms: true,
  }
  const { json } = await answerTo(name, '/api/register', { method: 'POST', body: JSON.stringify(body) })
  const { token, user } = json as { token: string; user: { id: string } }
  tokens.set(name, token)
  secrets.push({ what: `the password of ${name}`, owners: [], value: password })
  secrets.push({ what: `the token of ${name}`, owners: [name], value: token })
  await server.app.pool.query(
    `update account set has_paid_membership_fee = true, verification_status = 'verified', bidding_limit = $2,
       email_confirmed_at = now(), has_address = true,
       id_document = '{"submittedAt": 1, "kind": "passport", "state": "approved"}' where id = $1`,
    [user.id, name === 'Dana' ? 8_000_000 : null],
  )
  return user.id
}

async function watch(name: Name): Promise<void> {
  const lots = [kiri.lotId, mule.lotId]
  const since = `${kiri.lotId}.1`
  watches.push({
    name,
    watch: await watchFeed(server.url, { token: tokens.get(name)!, lots, auctions: [pony.auctionId], since }),
  })
}

/** One request of a person; the answer's head and body are recorded. */
async function answerTo(name: Name, path: string, wire: Wire = {}) {
  const answer = await send(server.url + path, { token: tokens.get(name), ...wire })
  const head = [...answer.headers].map((each) => each.join(': ')).join('\n')
  said.push({ to: name, where: `${wire.method ?? 'GET'} ${path}`, text: `${head}\n\n${answer.text}` })
  return answer
}

async function action(name: Name, method: string, path: string, body: object, expected: number) {
  const answer = await answerTo(name, path, { method, body: JSON.stringify(body) })
  expect(answer.status, answer.text).toBe(expected)
  return answer.json as Record<string, unknown>
}

const bid = (
  name: Name,
  { lotId }: CastLot,
  kind: string,
  amount: number,
  expected = 200,
  bidId: string = randomUUID(),
) => action(name, 'POST', `/api/lots/${lotId}/bids`, { bidId, kind, amount }, expected)

/** Every person sends every GET of the contract. */
async function everybodyReads(): Promise<void> {
  const reads = ENDPOINTS.filter(({ method, media }) => method === 'GET' && media !== 'text/event-stream')
  const known = [kiri, mule, pony].map((lot) => ({ ...lot, auction: lot.auctionId, lots: lot.lotId }))
  const visits = NAMES.flatMap((name) => known.flatMap((lot) => reads.map((endpoint) => ({ name, lot, endpoint }))))
  await inLanes(visits, 6, async ({ name, lot, endpoint }) => {
    const { params, query } = sampleOf(endpoint, { ...lot, vehicleId: await vehicleOf(lot) })
    const own = Object.fromEntries(Object.entries(query).filter(([key]) => ['auction', 'lots'].includes(key)))
    const answer = await answerTo(name, addressOf(endpoint, { params, query: own }))
    expect(answer.status, `${nameOf(endpoint)}: ${answer.text}`).toBeLessThan(500)
  })
  for (const name of NAMES) await answerTo(name, '/api/openapi.json')
}

async function vehicleOf({ lotId }: { lotId: string }): Promise<string> {
  const found = await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
  return found.rows[0]!.vehicle_id
}

/** The database refuses a batch and names the row in the log. */
async function failOnce(name: Name, lot: CastLot, amount: number): Promise<void> {
  await server.asOwner('alter table ledger add constraint nothing_new check (sequence < 0) not valid')
  await bid(name, lot, 'maximum', amount, 503)
  await server.asOwner('alter table ledger drop constraint nothing_new')
  expect(said.some(({ to, text }) => to === 'the log' && text.includes('Failing row contains'))).toBe(true)
}

async function statuses(): Promise<string[]> {
  const ids = [kiri.lotId, mule.lotId, pony.lotId]
  const found = await server.app.pool.query<{ status: string }>(
    'select status from standing where lot_id = any($1) order by array_position($1, lot_id)',
    [ids],
  )
  return found.rows.map(({ status }) => status)
}

async function everythingSaid(): Promise<Said[]> {
  const streams = watches.map(({ name, watch: { text } }) => ({ to: name, where: 'the feed', text: text() }))
  const disk = await everythingInFiles(server.app.config.dataDir)
  return [...said, ...streams, ...disk, ...(await everythingInTables(server.app.pool))]
}

test('while lots are open only its owner sees a maximum, and only seller and staff a reserve', async () => {
  await bid('Boris', kiri, 'maximum', BORIS)
  const used = randomUUID()
  await bid('Ada', kiri, 'maximum', ADA_FIRST, 200, used)
  await bid('Ada', kiri, 'maximum', ADA_FIRST, 200, used)
  await bid('Ada', kiri, 'maximum', ADA_REUSED, 409, used)
  await bid('Ada', kiri, 'maximum', ADA_REFUSED, 409)
  await bid('Ada', kiri, 'maximum', ADA_RAISED)
  await action('Ada', 'PUT', `/api/lots/${kiri.lotId}/maximum`, { bidId: randomUUID(), amount: ADA_LAST }, 200)
  await bid('Chidi', kiri, 'firm', 7_000_000)
  for (const body of [`{"amount": ${ADA_GARBLED}`, `{"bidId":"${ADA_GARBLED}","amount":"${ADA_GARBLED}"}`])
    expect((await answerTo('Ada', `/api/lots/${kiri.lotId}/bids`, { method: 'POST', body })).status).toBe(400)

  await failOnce('Chidi', kiri, CHIDI_UNLUCKY)

  await bid('Chidi', mule, 'maximum', CHIDI_BELOW_RESERVE)
  await bid('Boris', mule, 'maximum', BORIS_BELOW_RESERVE)
  await bid('Dana', pony, 'maximum', DANA)
  const over = randomUUID()
  await bid('Dana', mule, 'maximum', DANA_OVER_LIMIT, 409, over)
  const again = await bid('Dana', mule, 'maximum', DANA_OVER_LIMIT, 409, over)
  expect(again).toMatchObject({ code: 'over-bidding-limit', details: { committed: DANA } })

  const first = await bid('Boris', pony, 'firm', 6_900_000)
  const sequences = [Number(first['sequence'])]
  await action('Aukje', 'POST', `/api/admin/lots/${pony.lotId}/voids`, { reason: 'A slip of the hand', sequences }, 200)
  const wrong = { email: 'ada@demo.paddock.example', password: 'open sesame of Boris' }
  await action('visitor', 'POST', '/api/login', wrong, 401)
  await everybodyReads()
  expect(findings([...secrets, reserve], await everythingSaid())).toEqual([])
}, 300_000)

test('an amount is found however it is written, but not in a random token or the decimals of a duration', () => {
  const found = (text: string) =>
    findings([{ what: 'own', owners: [], value: ADA_FIRST }], [{ to: 'anybody', where: 'an answer', text }]).length
  const ways = [
    '$73,917.00',
    'USD 73917',
    '"amount":7391700',
    String.raw`said\n73917`,
    '73.917 €',
    '7391700',
    '(7391700, 1)',
  ]
  expect(ways.filter((way) => found(way) === 0)).toEqual([])
  const others = ['nonce-Zx73917Qy', '"ms":3.73917', 'Zz_73917', '173917', 'q-73917', '7391701']
  expect(others.filter((text) => found(text) > 0)).toEqual([])
})

test('the search finds what the owner may see, so it could find a leak', async () => {
  const all = await everythingSaid()
  const own = findings([{ what: 'own', owners: [], value: ADA_LAST }], all)
  expect(own.map((each) => / to (.*?):/.exec(each)?.[1])).toContain('Ada')
  expect(findings([{ what: 'own', owners: [], value: DANA }], all).join()).toContain('to Dana')
  expect(findings([{ ...reserve, owners: [] }], all).join()).toContain('table standing')
  expect(findings([{ what: 'token', owners: [], value: tokens.get('Ada')! }], all).join()).toContain('/api/register')
  expect(findings([{ what: 'price', owners: [], value: 7_050_000 }], all).join()).toContain('the feed to Elif')
})

test('after the close nobody learns the winner’s maximum, any other maximum, or a reserve that was not met', async () => {
  await server.app.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) + 50 where lot_id = any($1)`,
    [[kiri.lotId, mule.lotId, pony.lotId]],
  )
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(['sold', 'reserve-not-met', 'sold'])
  await untilQuiet(server.app.pool)
  await bid('Ada', kiri, 'maximum', ADA_RAISED, 409)
  await everybodyReads()
  await action('Aukje', 'POST', `/api/admin/lots/${mule.lotId}/approval`, { reason: 'The seller agreed' }, 200)
  await untilQuiet(server.app.pool)
  await everybodyReads()
  for (const { watch: each } of watches)
    await each.until((messages) =>
      messages.some((message) => message.type === 'lot' && message.standing.status === 'sold'),
    )
  for (const name of NAMES) await answerTo(name, '/api/logout', { method: 'POST' })
  expect(findings([...secrets, reserve], await everythingSaid())).toEqual([])
}, 300_000)

function withoutPid(line: string): string {
  return line.replace(/"pid":\d+,/, '')
}
