import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logOut } from '#contract/accounts.ts'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ProblemBody } from '#contract/problem.ts'
import { castPerson } from '#test/cast.ts'
import { callEndpoint, inLanes, nameOf, send, type Answer } from '#test/contract/requests.ts'
import { sampleOf, type Known } from '#test/contract/samples.ts'
import { untilQuiet } from '#test/contract/tables.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { openGate, type Gate } from './gate.ts'

/** A house whose database goes away and comes back. It is asked everything that the contract has. */

const WAIT_MS_MAX = 10_000

let database: Awaited<ReturnType<typeof freshDatabase>>
let gate: Gate
let house: TestHouse
let known: Known
let owner: string

beforeAll(async () => {
  database = await freshDatabase()
  gate = await openGate()
  gate.leadTo(database.url)
  house = await openHouse({ databaseUrl: gate.url })
  const { pool } = house.house
  owner = (await castPerson(pool, { name: 'Olga', role: 'owner' })).token
  const { id } = await castPerson(pool, { name: 'Elif' })
  const { lotId, lotNumber, auctionId } = await castLot(house.house)
  known = { lotId, lotNumber, auctionId, accountId: id, amount: 10_000 }
  await untilQuiet(pool)
})

afterAll(async () => {
  gate?.set('open')
  await house?.close()
  gate?.close()
  await database?.drop()
})

/** What is the same for everybody and known for some seconds, and what each process answers from the lots that it keeps. */
const NEEDS_NONE = [
  'GET /api/house-terms',
  'GET /api/invoices/sample',
  'POST /api/invoices/sample/link',
  'GET /api/catalogue',
  'GET /api/catalogue/suggestions',
  'GET /api/catalogue/similar/:lotId',
]
/** Input that cannot be right whatever is stored: refused before anything is looked up. */
const REFUSED_AT_SIGHT = [400, 404, 409]

/** `null`: no answer in time. */
async function ask(endpoint: Endpoint, token: string | undefined): Promise<{ answer: Answer | null; ms: number }> {
  const sentAt = performance.now()
  const late = new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS_MAX, null).unref())
  const asked = callEndpoint(house.url, endpoint, sampleOf(endpoint, known), token).catch((error: unknown) => {
    throw new Error(`${nameOf(endpoint)} ends without an answer`, { cause: error })
  })
  const answer = await Promise.race([asked, late])
  return { answer, ms: performance.now() - sentAt }
}

/** What is wrong with an answer while there is no database, in a line. */
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

/** What is the same for everybody is sent for so long after it was last read; see decision 17. */
const SHARED_MS_MAX = 3000

/** Takes the database away, and has what was read before grow old. */
async function takeAway(mode: 'shut' | 'silent'): Promise<void> {
  gate.set(mode)
  const at = performance.now()
  await expect.poll(() => performance.now() - at, { timeout: 10_000 }).toBeGreaterThan(SHARED_MS_MAX)
}

describe('while the database is away, everything is answered 503 in the one shape and within 10 s:', () => {
  test('its address refuses', async () => {
    const stranger = (await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })).token
    // A session that the house knows by heart comes as far as the act itself; another one ends at the door.
    await send(`${house.url}/api/user`, { token: owner })
    await takeAway('shut')
    for (const token of [owner, stranger, undefined]) {
      // Who is not logged in has nothing to log out of.
      const asked = ENDPOINTS.filter((each) => token !== undefined || (each.access === 'visitor' && each !== logOut))
      const complaints = await inLanes(asked, 12, async (endpoint) =>
        complaint(endpoint, (await ask(endpoint, token)).answer),
      )
      expect(complaints.flat()).toEqual([])
    }
    expect((await send(`${house.url}/healthz`, {})).status).toBe(200)
    await expect.poll(async () => (await send(`${house.url}/readyz`, {})).status).toBe(503)
  })

  test('and when it is back the house is itself again, without anybody’s doing', async () => {
    gate.set('open')
    await expect.poll(async () => (await send(`${house.url}/readyz`, {})).status, { timeout: 5000 }).toBe(200)
    await worksAgain()
  })

  test('its address takes everything and says nothing', async () => {
    await send(`${house.url}/api/user`, { token: owner })
    await takeAway('silent')
    const waits = await inLanes(ENDPOINTS, ENDPOINTS.length, async (endpoint) => {
      const { answer, ms } = await ask(endpoint, owner)
      return { complaints: complaint(endpoint, answer), ms }
    })
    expect(waits.flatMap(({ complaints }) => complaints)).toEqual([])
    expect(Math.max(...waits.map(({ ms }) => ms))).toBeLessThan(WAIT_MS_MAX)
    const ready = await send(`${house.url}/readyz`, {})
    expect([ready.status, ProblemBody.parse(ready.json).code]).toEqual([503, 'not-ready'])
  })

  test('and when it speaks again, so does the house', async () => {
    gate.set('open')
    await expect.poll(async () => (await send(`${house.url}/readyz`, {})).status, { timeout: 15_000 }).toBe(200)
    await worksAgain()
  })
})

/** Everything is answered as with a database that was never away; at the least, nothing fails. */
async function worksAgain(): Promise<void> {
  const token = (await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })).token
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
