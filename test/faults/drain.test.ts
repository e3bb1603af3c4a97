import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd, castPerson, type CastMember } from '#test/cast.ts'
import { send } from '#test/contract/requests.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { startServer } from '#test/harness/process.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { BiddingCrowd } from './load.ts'

let testServer: TestServer
let dataDir: string
let crowd: CastMember[]
let lot: CastLot

beforeAll(async () => {
  testServer = await openTestServer({ listen: false })
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-drain-'))
  crowd = await castCrowd(testServer.app.pool, 16)
  lot = await castLot(testServer.app, { bidUnit: 1, increments: [[0, 1]], openingBid: 1 })
})

afterAll(async () => {
  await testServer.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** One kept-alive connection, like a load balancer's. */
function kept(url: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: (at: string) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        http
          .get(url + at, { agent }, (answer) => {
            let body = ''
            answer.on('data', (piece: Buffer) => (body += piece.toString()))
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
          })
          .on('error', reject)
      }),
    end: () => agent.destroy(),
  }
}

/** A stream's text until it ends. */
async function stream(url: string, token: string): Promise<{ text(): string; ended: Promise<void> }> {
  const response = await fetch(`${url}/api/feed`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  let text = ''
  const read = async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) text += piece
  }
  return { text: () => text, ended: read() }
}

test('/readyz follows the state of a process; after SIGTERM it fails, requests in progress are answered and streams end in order', async () => {
  const server = await startServer(testServer.app.databaseUrl, dataDir, { DRAIN_SECONDS: '1' })
  expect((await send(`${server.url}/healthz`, {})).json).toEqual({ status: 'alive' })
  expect((await send(`${server.url}/readyz`, {})).json).toEqual({ status: 'ready' })
  const { token } = await castPerson(testServer.app.pool, { name: 'Ada' })
  const live = await stream(server.url, token)
  const balancer = kept(server.url)
  await balancer.get('/readyz')
  const load = new BiddingCrowd(crowd, lot)
  load.start(server.url, { untilSilence: true })
  await expect.poll(() => load.acknowledged, { timeout: 10_000, interval: 5 }).toBeGreaterThan(100)

  const ended = server.kill('SIGTERM')
  await expect.poll(async () => (await balancer.get('/readyz')).status, { timeout: 900, interval: 20 }).toBe(503)
  expect(JSON.parse((await balancer.get('/readyz')).body)).toMatchObject({ code: 'not-ready' })
  expect((await balancer.get('/healthz')).status, 'it lives until its end').toBe(200)
  const atNo = load.acknowledged
  await live.ended
  await ended
  balancer.end()
  await load.wentHome()
  expect(load.acknowledged, 'bids were taken while it said no').toBeGreaterThan(atNo)
  expect(live.text()).toMatch(/^retry: \d+\n/)
  expect(server.process.exitCode).toBe(0)
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')

  const next = await startServer(testServer.app.databaseUrl, dataDir)
  await load.settle(next.url)
  expect(load.surprises).toEqual([])
  expect(await brokenInvariants(testServer.app.pool, [lot.lotId], load.seen)).toEqual([])
  await next.kill('SIGTERM')
})

test('however often /readyz is requested, the database is queried once a second', async () => {
  const own = await openTestServer()
  let asked = 0
  const { pool } = own.app
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  Object.assign(pool, {
    query: (...args: unknown[]) => {
      if (String(args[0]).includes('pg_is_in_recovery')) asked += 1
      return query(...args)
    },
  })
  await Promise.all(Array.from({ length: 50 }, () => send(`${own.url}/readyz`, {})))
  expect(asked).toBe(1)
  await own.close()
})
