import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logOut } from '#contract/accounts/accounts.ts'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ProblemBody } from '#contract/platform/problem.ts'
import { castPerson } from '#test/cast.ts'
import { callEndpoint, inLanes, nameOf, send, type Answer } from '#test/contract/requests.ts'
import { sampleOf, type Known } from '#test/contract/samples.ts'
import { untilQuiet } from '#test/contract/tables.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { openGate, type Gate } from './gate.ts'

/** A server whose database becomes unavailable and returns. Every endpoint of the contract is called. */

const WAIT_MS_MAX = 10_000

let database: Awaited<ReturnType<typeof freshDatabase>>
let gate: Gate
let server: TestServer
let known: Known
let owner: string

beforeAll(async () => {
  database = await freshDatabase()
  gate = await openGate()
  gate.leadTo(database.url)
  server = await openTestServer({ databaseUrl: gate.url })
  const { pool } = server.app
  owner = (await castPerson(pool, { name: 'Olga', role: 'owner' })).token
  const { id } = await castPerson(pool, { name: 'Elif' })
  const { lotId, lotNumber, auctionId } = await castLot(server.app)
  known = { lotId, lotNumber, auctionId, accountId: id, amount: 10_000 }
  await untilQuiet(pool)
})

afterAll(async () => {
  gate?.set('open')
  await server?.close()
  gate?.close()
  await database?.drop()
})

/**
 * Endpoints that answer without the database: shared answers kept for a few seconds, and what each process answers from the lots it
 * holds in memory.
 */
const NEEDS_NONE = [
  'GET /api/company-terms',
  'GET /api/invoices/sample',
  'POST /api/invoices/sample/link',
  'GET /api/catalog',
  'GET /api/catalog/suggestions',
  'GET /api/catalog/similar/:lotId',
  // This question concerns no account.
  'POST /api/assistant/answers',
  // Of a visitor it knows nothing to fill in.
  'GET /api/ticket-form',
  // Signed links to pictures that are drawn when they are opened.
  'GET /api/marketing/pieces',
  // Refused by its secret alone.
  'POST /api/inbound-email',
]
/** Input that is invalid whatever is stored is refused before the database is read. */
const REFUSED_AT_SIGHT = [400, 404, 409]

/** `null`: no answer in time. */
async function ask(endpoint: Endpoint, token: string | undefined): Promise<{ answer: Answer | null; ms: number }> {
  const sentAt = performance.now()
  const late = new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS_MAX, null).unref())
  const asked = callEndpoint(server.url, endpoint, sampleOf(endpoint, known), token).catch((error: unknown) => {
    throw new Error(`${nameOf(endpoint)} ends without an answer`, { cause: error })
  })
  const answer = await Promise.race([asked, late])
  return { answer, ms: performance.now() - sentAt }
}

/** What is wrong with an answer while the database is unavailable, in one line. */
function complaint(endpoint: Endpoint, answer: Answer | null): string[] {
  const name = nameOf(endpoint)
  if (answer === null) return [`${name} does not answer`]
  if (answer.status === 503) {
    const body = ProblemBody.safeParse(answer.json)
    const isRight =
      body.success && ['unavailable', 'busy'].includes(body.data.code) && answer.headers.has('retry-after')
    return isRight ? [] : [`${name}: ${answer.text}`]
  }
  const isKnown = NEEDS_NONE.includes(name) || REFUSED_AT_SIGHT.includes(answer.status)
  return answer.status < 500 && isKnown ? [] : [`${name}: ${answer.status} ${answer.text}`]
}

/** How long a shared answer is sent after it was last read, in ms; see decision 17. */
const SHARED_MS_MAX = 3000

/** Makes the database unavailable, and lets earlier readings expire. */
async function takeAway(mode: 'shut' | 'silent'): Promise<void> {
  gate.set(mode)
  const at = performance.now()
  await expect.poll(() => performance.now() - at, { timeout: 10_000 }).toBeGreaterThan(SHARED_MS_MAX)
}

describe('while the database is away, every answer is a 503 in the standard shape within 10 s:', () => {
  test('its address refuses connections', async () => {
    const stranger = (await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })).token
    // A request with a cached session gets as far as the action itself; one with any other session fails at authentication.
    await send(`${server.url}/api/user`, { token: owner })
    await takeAway('shut')
    for (const token of [owner, stranger, undefined]) {
      // Without a session there is nothing to sign out of.
      const asked = ENDPOINTS.filter((each) => token !== undefined || (each.access === 'visitor' && each !== logOut))
      const complaints = await inLanes(asked, 12, async (endpoint) =>
        complaint(endpoint, (await ask(endpoint, token)).answer),
      )
      expect(complaints.flat()).toEqual([])
    }
    expect((await send(`${server.url}/healthz`, {})).status).toBe(200)
    await expect.poll(async () => (await send(`${server.url}/readyz`, {})).status).toBe(503)
  })

  test('and when it is back the server recovers without help', async () => {
    gate.set('open')
    await expect.poll(async () => (await send(`${server.url}/readyz`, {})).status, { timeout: 5000 }).toBe(200)
    await worksAgain()
  })

  test('its address accepts connections and never answers', async () => {
    await send(`${server.url}/api/user`, { token: owner })
    await takeAway('silent')
    const waits = await inLanes(ENDPOINTS, ENDPOINTS.length, async (endpoint) => {
      const { answer, ms } = await ask(endpoint, owner)
      return { complaints: complaint(endpoint, answer), ms }
    })
    expect(waits.flatMap(({ complaints }) => complaints)).toEqual([])
    expect(Math.max(...waits.map(({ ms }) => ms))).toBeLessThan(WAIT_MS_MAX)
    const ready = await send(`${server.url}/readyz`, {})
    expect([ready.status, ProblemBody.parse(ready.json).code]).toEqual([503, 'not-ready'])
  })

  test('and when it answers again, so does the server', async () => {
    gate.set('open')
    await expect.poll(async () => (await send(`${server.url}/readyz`, {})).status, { timeout: 15_000 }).toBe(200)
    await worksAgain()
  })
})

/** Every answer is as with a database that was never away; at the least, nothing fails. */
async function worksAgain(): Promise<void> {
  const token = (await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })).token
  const reads = ENDPOINTS.filter(({ method }) => method === 'GET')
  await expect
    .poll(
      async () => {
        const failures = await inLanes(reads, 6, async (endpoint) => {
          const { answer } = await ask(endpoint, token)
          return answer === null || answer.status >= 500 ? [`${nameOf(endpoint)}: ${answer?.text}`] : []
        })
        return failures.flat()
      },
      { timeout: 15_000 },
    )
    .toEqual([])
}
