import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { alone } from './alone.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase()
})

afterAll(() => database.drop())

test('several demos that start at once on one database fill it one after another, even after one that failed', async () => {
  let inside = 0
  let most = 0
  const work = async (fails: boolean) => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
    if (fails) throw new Error('cut off')
    return 'filled'
  }
  const done = await Promise.allSettled([true, false, false].map((fails) => alone(database.url, () => work(fails))))
  expect(most).toBe(1)
  expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})
