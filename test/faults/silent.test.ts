import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castCrowd } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { openGate, type Gate } from './gate.ts'

const LANE = 'paddock lane'

let database: Awaited<ReturnType<typeof freshDatabase>>
let gate: Gate
let silent: TestHouse
let other: TestHouse

beforeAll(async () => {
  database = await freshDatabase()
  gate = await openGate()
  gate.leadTo(database.url)
  other = await openHouse({ databaseUrl: database.url })
  silent = await openHouse({ databaseUrl: gate.url })
})

afterAll(async () => {
  gate?.close()
  await silent?.close()
  await other?.close()
  await database?.drop()
})

test('a process that is cut off without a reset in the middle of a batch does not keep its lots from the others', async () => {
  const [ada, boris] = await castCrowd(other.house.pool, 2)
  const { lotId } = await castLot(other.house)
  const bid = (house: TestHouse, token: string, amount: number) =>
    house.call('POST', `/api/lots/${lotId}/bids`, { token, body: { bidId: randomUUID(), kind: 'firm', amount } })
  const cutOff = new Promise<void>((resolve) => {
    gate.at('begun', LANE, () => {
      gate.at('begun', LANE, null)
      resolve()
      return 'forgotten'
    })
  })
  const unheard = bid(silent, ada!.token, 10_000)
  await cutOff
  // The lock is waited for, for as long as the silent one may have it.
  expect(await bid(other, boris!.token, 10_000)).toMatchObject({ status: 200, body: { leading: true } })
  expect(await unheard).toMatchObject({ status: 503 })
})
