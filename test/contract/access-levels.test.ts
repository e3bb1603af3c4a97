import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessDenial, type AccessFacts } from '#contract/accounts/access.ts'
import type { AccessLevel } from '#contract/platform/access-levels.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { readLive } from '#contract/bidding/bidding.ts'
import { openFeed } from '#contract/bidding/feed.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { linkDocument, viewDocument } from '#contract/verification/verification.ts'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { castPerson, type CastOptions } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { callEndpoint, inLanes, nameOf, send, type Answer } from './requests.ts'
import { sampleOf, type Known } from './samples.ts'
import { contentsOf, untilQuiet } from './tables.ts'

/** One person per access level, lowest first, and one with two roles. */
const PEOPLE = {
  visitor: null,
  member: { hasPaid: false, verification: 'pending' },
  paid: { verification: 'pending', document: null },
  waiting: { verification: 'pending', document: 'submitted' },
  complete: {},
  suspended: { status: 'suspended' },
  auctioneer: { role: 'auctioneer' },
  reviewer: { role: 'reviewer' },
  cashier: { role: 'cashier' },
  owner: { role: 'owner' },
  'reviewer and cashier': { role: 'reviewer', moreRoles: ['cashier'] },
} satisfies Record<string, Omit<CastOptions, 'name'> | null>

type Who = keyof typeof PEOPLE
const EVERYBODY = Object.keys(PEOPLE) as Who[]

/** The expected answer for each access level, from the specification, section 6, in the order of PEOPLE. */
const TABLE = {
  visitor: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  member: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  paid: [401, 402, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  customer: [401, 402, 403, 403, 200, 200, 200, 200, 200, 200, 200],
  complete: [401, 402, 403, 403, 200, 403, 200, 200, 200, 200, 200],
  staff: [401, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200],
  auctioneer: [401, 403, 403, 403, 403, 403, 200, 403, 403, 200, 403],
  reviewer: [401, 403, 403, 403, 403, 403, 403, 200, 403, 200, 200],
  cashier: [401, 403, 403, 403, 403, 403, 403, 403, 200, 200, 200],
  owner: [401, 403, 403, 403, 403, 403, 403, 403, 403, 200, 403],
} satisfies Partial<Record<AccessLevel, number[]>>

let server: TestServer
let known: Known
const tokens = new Map<Who, string | undefined>()

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  for (const who of EVERYBODY) tokens.set(who, await tokenOf(who))
  const lot = await castLot(server.app)
  const subject = await castPerson(pool, { name: 'Elif' })
  known = {
    lotId: lot.lotId,
    lotNumber: lot.lotNumber,
    auctionId: lot.auctionId,
    accountId: subject.id,
    amount: 10_000,
  }
  await untilQuiet(pool)
})

afterAll(() => server.close())

async function tokenOf(who: Who): Promise<string | undefined> {
  const options = PEOPLE[who]
  return options === null ? undefined : (await castPerson(server.app.pool, { name: who, ...options })).token
}

function standingOf(who: Who): AccessFacts | null {
  const options: Omit<CastOptions, 'name'> | null = PEOPLE[who]
  if (options === null) return null
  const {
    role = 'member',
    moreRoles = [],
    hasPaid = true,
    verification = 'verified',
    document,
    status = 'active',
  } = options
  const sent = document ?? (verification === 'verified' ? 'approved' : null)
  return {
    role: role as AccessFacts['role'],
    moreRoles,
    hasPaidMembershipFee: hasPaid,
    verificationStatus: verification,
    accountStatus: status,
    idDocument: sent === null ? null : { state: sent },
  }
}

/** The access denial in an answer; null if access was allowed. */
function accessDenialIn({ status, json }: Answer): object | null {
  const { code, message, details } = (json ?? {}) as { code?: string; message?: string; details?: { goTo?: string } }
  const isAccessDenial = status >= 401 && status <= 403 && details?.goTo !== undefined
  return isAccessDenial ? { status, code, message, goTo: details.goTo } : null
}

test.each(Object.entries(TABLE))(
  'the access level %s admits exactly those the specification names',
  (accessLevel, expected) => {
    const said = EVERYBODY.map((who) => accessDenial(standingOf(who), accessLevel as AccessLevel)?.status ?? 200)
    expect(Object.fromEntries(EVERYBODY.map((who, at) => [who, said[at]]))).toEqual(
      Object.fromEntries(EVERYBODY.map((who, at) => [who, expected[at]])),
    )
  },
)

/** Every attempt to view an identity document is audited, allowed or not. */
const AUDITED = new Set<Endpoint>([linkDocument, viewDocument])

describe('a denied request gets the reason and where to go, and changes nothing:', () => {
  test.each(ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const before = await contentsOf(server.app.pool)
    const audited = AUDITED.has(endpoint) ? { audit: before['audit'], audit_chain: before['audit_chain'] } : {}
    for (const who of EVERYBODY) {
      const expected = accessDenial(standingOf(who), endpoint.access)
      if (expected === null) continue
      const answer = await callEndpoint(server.url, endpoint, sampleOf(endpoint, known), tokens.get(who))
      expect(accessDenialIn(answer), who).toEqual(expected)
    }
    expect({ ...(await contentsOf(server.app.pool)), ...audited }).toEqual(before)
  })
})

describe('no stream of a lot opens for people who may not read its standing:', () => {
  test.each(EVERYBODY)('%s', async (who) => {
    const expected = accessDenial(standingOf(who), readLive.access)
    const query = { lots: String(known['lotId']) }
    const answer = await callEndpoint(server.url, openFeed, { query }, tokens.get(who))
    expect(accessDenialIn(answer)).toEqual(expected)
    expect([answer.status, answer.type.split(';')[0]]).toEqual(
      expected === null ? [200, 'text/event-stream'] : [expected.status, 'application/json'],
    )
  })
})

describe('an invalid token opens nothing and changes nothing:', () => {
  const GUARDED = ENDPOINTS.filter(({ access }) => access !== 'visitor')
  const WORTHLESS: Record<string, () => Promise<Record<string, string>>> = {
    'of a session that logged out': async () => {
      const token = (await tokenOf('owner'))!
      expect((await send(`${server.url}/api/user`, { token })).status).toBe(200)
      expect((await send(`${server.url}/api/logout`, { token, method: 'POST' })).status).toBe(204)
      return bearer(token)
    },
    'of a session whose time is over': async () => {
      const { id, token } = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
      await server.app.pool.query(`update session set expires_at = now() - interval '1 s' where account_id = $1`, [id])
      return bearer(token)
    },
    'of a closed account': async () => {
      const { id, token } = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
      await server.app.pool.query(`update account set account_status = 'closed' where id = $1`, [id])
      return bearer(token)
    },
    'of a browser, without its cookie': async () => bearer((await browserSession()).token),
    'of a browser, with the cookie of another': async () => {
      const [mine, other] = [await browserSession(), await browserSession()]
      expect((await send(`${server.url}/api/user`, { headers: withCookie(mine.token, mine.cookie) })).status).toBe(200)
      return withCookie(mine.token, other.cookie)
    },
    'that nobody made': () => Promise.resolve(bearer('A'.repeat(43))),
    'of the owner with one letter more': async () => bearer(`${tokens.get('owner')}x`),
    'of the owner under another scheme': () => Promise.resolve({ authorization: `Basic ${tokens.get('owner')}` }),
    'that is empty': () => Promise.resolve({ authorization: 'Bearer ' }),
  }

  test.each(Object.entries(WORTHLESS))('%s', async (_, headersOf) => {
    const headers = await headersOf()
    const before = await contentsOf(server.app.pool)
    const answers = await inLanes(GUARDED, 6, async (endpoint) => {
      const { status, json } = await callEndpoint(server.url, endpoint, sampleOf(endpoint, known), headers)
      return [nameOf(endpoint), status, (json as { code?: string } | null)?.code]
    })
    expect(answers).toEqual(GUARDED.map((endpoint) => [nameOf(endpoint), 401, 'login-required']))
    expect(await contentsOf(server.app.pool)).toEqual(before)
  })

  async function browserSession(): Promise<{ token: string; cookie: string }> {
    const { id } = await castPerson(server.app.pool, { name: 'Ada' })
    const password = 'a browser of my own'
    const { rows } = await server.app.pool.query<{ email: string }>('select email from account where id = $1', [id])
    await server.app.pool.query('update account set password_hash = $2 where id = $1', [
      id,
      await hashPassword(password),
    ])
    const reply = await send(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'x-paddock-client': 'web' },
      body: JSON.stringify({ email: rows[0]!.email, password }),
    })
    const cookie = reply.headers.get('set-cookie')?.split(';')[0]
    expect(cookie).toMatch(/^paddock_session=./)
    return { token: (reply.json as { token: string }).token, cookie: cookie! }
  }
})

/** Runs last, because these requests have effects. Each has its own person, so that signing out doesn't affect the others. */
describe('an allowed request is not turned away:', () => {
  test.each(ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    for (const who of EVERYBODY) {
      if (accessDenial(standingOf(who), endpoint.access) !== null) continue
      const answer = await callEndpoint(server.url, endpoint, sampleOf(endpoint, known), await tokenOf(who))
      expect(accessDenialIn(answer), who).toBeNull()
      expect(answer.status, who).toBeLessThan(500)
    }
  })
})

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

function withCookie(token: string, cookie: string): Record<string, string> {
  return { ...bearer(token), cookie }
}
