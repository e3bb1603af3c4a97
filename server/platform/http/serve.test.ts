import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AccessLevel } from '#contract/platform/access-levels.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { ProblemBody } from '#contract/platform/problem.ts'
import { readConfig } from '../config/config.ts'
import { openHttp } from './http.ts'
import type { Person } from '../person.ts'
import { busy, notFound, refuse } from '../problem.ts'
import { serve } from './serve.ts'

const ADA: Person = {
  id: '01890000-0000-7000-8000-000000000001',
  sessionId: '01890000-0000-7000-8000-000000000002',
  paddle: 101,
  role: 'member',
  moreRoles: [],
  hasPaidMembershipFee: true,
  verificationStatus: 'verified',
  idDocument: { submittedAt: 1, kind: 'passport', state: 'approved' },
  accountStatus: 'active',
  biddingLimit: null,
  auctionLimits: null,
  secondFactor: 'off',
  emailConfirmed: true,
  hasAddress: true,
  supportBy: null,
  supportUntil: null,
}

/** The people behind this file's bearer tokens. */
const PEOPLE: Record<string, Person> = {
  ada: ADA,
  unpaid: { ...ADA, hasPaidMembershipFee: false },
  undocumented: { ...ADA, verificationStatus: 'pending', idDocument: null },
  waiting: { ...ADA, verificationStatus: 'pending' },
  suspended: { ...ADA, accountStatus: 'suspended' },
  reviewer: { ...ADA, role: 'reviewer', hasPaidMembershipFee: false },
  dismissed: { ...ADA, role: 'owner', accountStatus: 'suspended' },
  owner: { ...ADA, role: 'owner' },
}

const bid = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/bids',
  access: 'complete',
  summary: 'Bid',
  params: z.object({ lotId: z.string().check(z.minLength(2)) }),
  body: z.object({ amount: z.int().check(z.positive()), inner: z.optional(z.object({ deep: z.string() })) }),
  reply: z.object({ price: z.int(), paddle: z.int() }),
  status: 201,
  rejections: ['below-next-bid'],
})

const repeatable = endpoint({
  method: 'POST',
  path: '/api/repeatable',
  access: 'complete',
  summary: 'Counts once under its id',
  reply: z.object({ isOpen: z.boolean() }),
})

const file = endpoint({
  method: 'GET',
  path: '/api/file/:type',
  access: 'visitor',
  summary: 'A file',
  params: z.object({ type: z.string() }),
  reply: null,
  media: ['text/csv', 'application/pdf'],
})

const at = (name: string, access: AccessLevel) =>
  endpoint({ method: 'GET', path: `/api/${name}`, access, summary: name, reply: z.object({ isOpen: z.boolean() }) })

let http: FastifyInstance

beforeAll(async () => {
  http = openHttp(readConfig({ PADDOCK_KEY: randomBytes(32).toString('base64') }), pino({ level: 'silent' }))
  http.decorate('identify', ({ headers }) => PEOPLE[headers.authorization?.slice('Bearer '.length) ?? ''] ?? null)
  const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  const knows = http.identify
  http.identify = (asker) => (asker.headers.authorization === 'Bearer away' ? away() : knows(asker))
  serve(http, file, async ({ params, reply }) => {
    await reply.type(params.type.replace('-', '/')).send('')
    return null
  })
  serve(http, repeatable, () => ({ isOpen: true }), { isRepeatable: true })
  serve(http, bid, ({ params, body, person }) => {
    if (params.lotId === 'gone') throw notFound('this lot')
    if (params.lotId === 'busy') throw busy(2)
    if (params.lotId === 'wrong') throw new Error('select secret from account; /srv/paddock/secret.ts')
    if (params.lotId === 'leaky') return { price: 1, paddle: 2, maximum: 3 }
    if (params.lotId === 'unlisted') return refuse('lot-closed', 'This lot has closed.')
    if (params.lotId === 'unlike') return { price: 0.5, paddle: 2 }
    if (body.amount < 100) return refuse('below-next-bid', 'The next bid is 1.00.', { nextBid: 100 })
    return { price: body.amount, paddle: person.paddle }
  })
  for (const accessLevel of [
    'visitor',
    'member',
    'paid',
    'customer',
    'complete',
    'sees-prices',
    'staff',
    'cashier',
  ] as const) {
    serve(http, at(accessLevel, accessLevel), () => ({ isOpen: true }))
  }
  serve(
    http,
    endpoint({ method: 'POST', path: '/api/logout', access: 'visitor', summary: 'End', reply: null }),
    () => null,
  )
  await http.ready()
})

afterAll(() => http.close())

async function send(
  method: 'GET' | 'POST',
  url: string,
  options: { as?: string; body?: string | object; type?: string } = {},
) {
  const { as, body, type = 'application/json' } = options
  const headers = {
    ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
    ...(body === undefined ? {} : { 'content-type': type }),
  }
  const reply = await http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.body,
    json: reply.body === '' ? null : reply.json<ProblemBody>(),
  }
}

const placeBid = (lotId: string, body: string | object, as = 'ada') =>
  send('POST', `/api/lots/${lotId}/bids`, { as, body })

test('an endpoint answers with its reply and its status, never cached or content-sniffed', async () => {
  const { status, headers, json } = await placeBid('lot-1', { amount: 500 })
  expect(status).toBe(201)
  expect(json).toEqual({ price: 500, paddle: 101 })
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

test('an endpoint without a reply answers 204', async () => {
  expect(await send('POST', '/api/logout')).toMatchObject({ status: 204, text: '' })
})

test('a refusal by the rules is 409 with its code and the numbers its message needs', async () => {
  const { status, json } = await placeBid('lot-1', { amount: 99 })
  expect(status).toBe(409)
  expect(json).toEqual({
    message: 'The next bid is 1.00.',
    code: 'below-next-bid',
    requestId: expect.any(String),
    details: { nextBid: 100 },
  })
})

test.each([
  ['visitor', { nobody: 200, unpaid: 200 }],
  ['member', { nobody: 401, unpaid: 200, suspended: 200 }],
  ['paid', { nobody: 401, unpaid: 402, undocumented: 200 }],
  ['customer', { nobody: 401, unpaid: 402, undocumented: 403, waiting: 403, suspended: 200, ada: 200 }],
  ['complete', { nobody: 401, unpaid: 402, undocumented: 403, waiting: 403, suspended: 403, ada: 200, reviewer: 402 }],
  ['sees-prices', { nobody: 401, unpaid: 402, waiting: 403, suspended: 403, ada: 200, reviewer: 200, dismissed: 403 }],
  ['staff', { nobody: 401, ada: 403, reviewer: 200, owner: 200, dismissed: 403 }],
  ['cashier', { nobody: 401, ada: 403, reviewer: 403, owner: 200, dismissed: 403 }],
])('the access level %s admits the right people', async (accessLevel, expected) => {
  const seen = await Promise.all(
    Object.keys(expected).map(async (as) => [as, (await send('GET', `/api/${accessLevel}`, { as })).status]),
  )
  expect(Object.fromEntries(seen)).toEqual(expected)
})

test('a denied request learns why and where to go, before the input is checked', async () => {
  const { status, json } = await placeBid('lot-1', { amount: 'no number' }, 'undocumented')
  expect(status).toBe(403)
  expect(json).toMatchObject({ code: 'document-required', details: { goTo: '/verification' } })
})

test('invalid input names each field', async () => {
  const { status, json } = await placeBid('x', { amount: -1.5, inner: { deep: 3 } })
  expect(status).toBe(400)
  expect(json).toMatchObject({ code: 'invalid-input', details: { fields: [{ field: 'lotId' }] } })
  const body = await placeBid('lot-1', { amount: 'many', inner: { deep: 3 } })
  const fields = body.json?.details?.['fields'] as { field: string; message: string }[]
  expect(fields.map(({ field }) => field)).toEqual(['amount', 'inner.deep'])
  expect(fields.map(({ message }) => message)).toEqual(['The amount must be a number.', 'The deep must be text.'])
})

test.each([
  ['{"amount":', 'application/json', 400, 'invalid-input'],
  ['', 'application/json', 400, 'invalid-input'],
  ['{"__proto__":{"admin":true},"amount":500}', 'application/json', 400, 'invalid-input'],
  ['amount=500', 'application/x-www-form-urlencoded', 415, 'unsupported-media'],
  [JSON.stringify({ amount: 500, filler: 'x'.repeat(70_000) }), 'application/json', 413, 'too-large'],
])('an unreadable body gets its own problem (%#)', async (body, type, expected, code) => {
  const { status, json } = await send('POST', '/api/lots/lot-1/bids', { as: 'ada', body, type })
  expect({ status, code: json?.code }).toEqual({ status: expected, code })
})

test('a thrown problem keeps its message; Retry-After says when to come back', async () => {
  expect(await placeBid('gone', { amount: 500 })).toMatchObject({ status: 404, json: { code: 'not-found' } })
  const { status, headers, json } = await placeBid('busy', { amount: 500 })
  expect({ status, code: json?.code, after: headers['retry-after'] }).toEqual({ status: 503, code: 'busy', after: '2' })
})

test('a 401 says how to authenticate', async () => {
  const { status, headers } = await send('GET', '/api/member')
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
})

test('a file of a type that the contract doesn’t list fails in tests', async () => {
  const types = ['text/csv', 'image/png'].map((type) => send('GET', `/api/file/${type.replace('/', '-')}`))
  expect((await Promise.all(types)).map(({ status }) => status)).toEqual([200, 500])
})

test('a bug is a plain sentence with a request id, and reveals nothing', async () => {
  const { status, text, json } = await placeBid('wrong', { amount: 500 })
  expect(status).toBe(500)
  expect(json?.code).toBe('internal')
  expect(json?.requestId).not.toBe('')
  expect(text).not.toMatch(/select|secret|\/srv|\.ts|Error/)
})

test('every problem has the one shape of the contract', async () => {
  const problems = await Promise.all([
    placeBid('lot-1', { amount: 99 }),
    placeBid('lot-1', '{'),
    placeBid('gone', { amount: 500 }),
    placeBid('wrong', { amount: 500 }),
    send('GET', '/api/member'),
  ])
  for (const { json } of problems) expect(ProblemBody.safeParse(json).success).toBe(true)
  expect(new Set(problems.map(({ json }) => json?.requestId)).size).toBe(problems.length)
})

test('text that the database cannot store is refused by field, before anything is done with it', async () => {
  for (const deep of ['a\0b', '\ud800', 'a\u0007b', 'pay \u202egpj.exe', '\u2066x\u2069']) {
    const { status, json } = await placeBid('lot-1', { amount: 500, inner: { deep } })
    expect({ status, json }).toMatchObject({ status: 400, json: { details: { fields: [{ field: 'inner.deep' }] } } })
  }
})

test('in tests, a refusal missing from the contract is a bug', async () => {
  expect((await placeBid('unlisted', { amount: 500 })).status).toBe(500)
})

test('in tests, a reply that breaks its contract, or returns more than it, is a bug', async () => {
  expect((await placeBid('leaky', { amount: 500 })).status).toBe(500)
  expect((await placeBid('unlike', { amount: 500 })).status).toBe(500)
})

test('an idempotent request is answered busy if its sender cannot be checked, so nothing was recorded', async () => {
  expect(await send('POST', '/api/repeatable', { as: 'away' })).toMatchObject({ status: 503, json: { code: 'busy' } })
  const other = await send('POST', '/api/lots/one/bids', { as: 'away', body: { amount: 100 } })
  expect(other).toMatchObject({ status: 503, json: { code: 'unavailable' } })
})
