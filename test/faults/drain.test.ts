import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd, castPerson, type CastMember } from '#test/cast.ts'
import { send } from '#test/contract/requests.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { startServer } from '#test/harness/process.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { BiddingCrowd } from './load.ts'

let house: TestHouse
let dataDir: string
let crowd: CastMember[]
let lot: CastLot

beforeAll(async () => {
  house = await openHouse({ listen: false })
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-drain-'))
  crowd = await castCrowd(house.house.pool, 16)
  lot = await castLot(house.house, { bidUnit: 1, ladder: [[0, 1]], openingBid: 1 })
})

afterAll(async () => {
  await house.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** One connection that is kept, as a load balancer keeps it. */
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

test('who may be given bids says so, and a process that is told to end says no, answers what it has, and ends its streams in order', async () => {
  const server = await startServer(house.house.databaseUrl, dataDir, { DRAIN_SECONDS: '1' })
  expect((await send(`${server.url}/healthz`, {})).json).toEqual({ status: 'alive' })
  expect((await send(`${server.url}/readyz`, {})).json).toEqual({ status: 'ready' })
  const { token } = await castPerson(house.house.pool, { name: 'Ada' })
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

  const next = await startServer(house.house.databaseUrl, dataDir)
  await load.settle(next.url)
  expect(load.surprises).toEqual([])
  expect(await brokenInvariants(house.house.pool, [lot.lotId], load.seen)).toEqual([])
  await next.kill('SIGTERM')
})

test('however often somebody asks whether it is ready, the database is asked once a second', async () => {
  const own = await openHouse()
  let asked = 0
  const { pool } = own.house
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
