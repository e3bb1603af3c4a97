import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { send } from '#test/contract/requests.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'

/** Two real processes on one database: what is ended through the one is ended in the other. */

const PASSWORD = 'a saddle for the road'
const SOON_MS = 1000

let server: TestServer
let dataDir: string
let one: ServerProcess
let two: ServerProcess
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer({ listen: false })
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-two-'))
  ;[one, two] = await Promise.all([
    startServer(server.app.databaseUrl, dataDir),
    startServer(server.app.databaseUrl, dataDir),
  ])
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  // Whole servers take their time to start on a busy machine.
}, 120_000)

afterAll(async () => {
  await Promise.all([one?.kill('SIGKILL'), two?.kill('SIGKILL')])
  await server?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function newcomer() {
  const email = `ada.${crypto.randomUUID()}@demo.paddock.example`
  const body = { email, password: PASSWORD, name: 'Ada', phone: '+1 555 0100', country: 'US', acceptTerms: true }
  const { json } = await post(one, '/api/register', undefined, body)
  return { email, ...(json as { token: string; user: { id: string } }) }
}

const post = (to: ServerProcess, at: string, token: string | undefined, body: object) =>
  send(to.url + at, { method: 'POST', token, body: JSON.stringify(body) })

const userAt = async (at: ServerProcess, token: string) => (await send(`${at.url}/api/user`, { token })).status

/** Resolves with an open feed, or with the answer when it is over. */
async function openStream(at: ServerProcess, token: string): Promise<{ ended: Promise<void> }> {
  const response = await fetch(`${at.url}/api/feed`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const read = async () => {
    // Cut or ended in order: both are an end.
    for await (const piece of response.body!) expect(piece.length).toBeGreaterThan(0)
  }
  return { ended: read().catch(() => undefined) }
}

describe('a session ended in one process is invalid in the other within a second:', () => {
  type Who = Awaited<ReturnType<typeof newcomer>>
  const WAYS: Record<string, (who: Who) => Promise<{ status: number }>> = {
    'by logging out': ({ token }) => post(one, '/api/logout', token, {}),
    'by ending all sessions': ({ token }) => send(`${one.url}/api/sessions`, { method: 'DELETE', token }),
    'by staff': ({ user }) =>
      post(one, `/api/admin/accounts/${user.id}/session-endings`, olga.token, { reason: 'A lost phone' }),
    'by changing the password': async ({ email, token }) => {
      // The session that changes it stays; this is another one.
      const { json } = await post(one, '/api/login', undefined, { email, password: PASSWORD })
      const body = { currentPassword: PASSWORD, password: 'another saddle for the road' }
      expect((json as { token: string }).token).not.toBe(token)
      return send(`${one.url}/api/password`, {
        method: 'PUT',
        token: (json as { token: string }).token,
        body: JSON.stringify(body),
      })
    },
    'by suspending the account': ({ user }) =>
      send(`${one.url}/api/admin/accounts/${user.id}`, {
        method: 'PATCH',
        token: olga.token,
        body: JSON.stringify({ accountStatus: 'suspended', reason: 'Unpaid lots' }),
      }),
    'by closing the account': ({ token }) => post(one, '/api/account-closings', token, { currentPassword: PASSWORD }),
  }

  test.each(Object.entries(WAYS))('%s', async (_, end) => {
    const who = await newcomer()
    // Known by heart in both.
    expect([await userAt(one, who.token), await userAt(two, who.token)]).toEqual([200, 200])
    const stream = await openStream(two, who.token)
    const { status } = await end(who)
    expect(status).toBeLessThan(300)
    const endedAt = performance.now()
    await expect.poll(() => userAt(two, who.token), { timeout: SOON_MS, interval: 20 }).toBe(401)
    await stream.ended
    expect(performance.now() - endedAt).toBeLessThan(SOON_MS)
    expect(await userAt(one, who.token)).toBe(401)
  })
})

test('someone who tries passwords in both processes is throttled as in one', async () => {
  const { email } = await newcomer()
  const answers: number[] = []
  for (let turn = 0; turn < 14; turn += 1) {
    const at = turn % 2 === 0 ? one : two
    answers.push((await post(at, '/api/login', undefined, { email, password: `guess ${turn}` })).status)
  }
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)
})
