import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { openGate, type Gate } from './gate.ts'

const LANE = 'paddock lane'

let database: Awaited<ReturnType<typeof freshDatabase>>
let gate: Gate
let silent: TestServer
let other: TestServer

beforeAll(async () => {
  database = await freshDatabase()
  gate = await openGate()
  gate.leadTo(database.url)
  other = await openTestServer({ databaseUrl: database.url })
  silent = await openTestServer({ databaseUrl: gate.url })
})

afterAll(async () => {
  gate?.close()
  await silent?.close()
  await other?.close()
  await database?.drop()
})

test('a process cut off without a reset in the middle of a batch does not block its lots for the others', async () => {
  const [ada, boris] = await castCrowd(other.app.pool, 2)
  const { lotId } = await castLot(other.app)
  const bid = (server: TestServer, token: string, amount: number) =>
    server.call('POST', `/api/lots/${lotId}/bids`, { token, body: { bidId: randomUUID(), kind: 'firm', amount } })
  const cutOff = new Promise<void>((resolve) => {
    gate.at('begun', LANE, () => {
      gate.at('begun', LANE, null)
      resolve()
      return 'forgotten'
    })
  })
  const unanswered = bid(silent, ada!.token, 10_000)
  await cutOff
  // Waits for the lock as long as the silent connection may hold it.
  expect(await bid(other, boris!.token, 10_000)).toMatchObject({ status: 200, body: { leading: true } })
  expect(await unanswered).toMatchObject({ status: 503 })
})
