import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { senderOf, sharedThrottle, sweepThrottles } from './shared-throttle.ts'

let one: TestServer
let two: TestServer

beforeAll(async () => {
  one = await openTestServer({ listen: false })
  two = await openTestServer({ listen: false, databaseUrl: one.app.databaseUrl })
})

afterAll(async () => {
  await two.close()
  await one.close()
})

beforeEach(() => one.app.pool.query('delete from throttle'))

const SLOW = { burst: 3, perSecond: 1 / 3600 }
const rows = async () => (await one.app.pool.query('select * from throttle')).rows

/** Simulates that time has passed. */
const pass = (ms: number) =>
  one.app.pool.query(`update throttle set at = at - $1 * interval '1 ms', full_at = full_at - $1 * interval '1 ms'`, [
    ms,
  ])

test('a burst is allowed once for all processes, also when they ask at the same moment', async () => {
  const throttles = [sharedThrottle(one.app, 'log-in', SLOW), sharedThrottle(two.app, 'log-in', SLOW)]
  const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => throttles[turn % 2]!.take('Ada')))
  expect(answers.filter((answer) => answer)).toHaveLength(3)
})

test('then as many as its rate, up to a burst again', async () => {
  const throttle = sharedThrottle(one.app, 'log-in', { burst: 3, perSecond: 2 / 3600 })
  const take = async (times: number) => {
    const answers: boolean[] = []
    for (let turn = 0; turn < times; turn += 1) answers.push(await throttle.take('Ada'))
    return answers
  }
  expect(await take(4)).toEqual([true, true, true, false])
  await pass(1_810_000)
  expect(await take(2)).toEqual([true, false])
  await pass(100 * 3_600_000)
  expect(await take(4)).toEqual([true, true, true, false])
})

test('one person’s rush slows neither another nor the same person elsewhere', async () => {
  const throttle = sharedThrottle(one.app, 'log-in', SLOW)
  for (let turn = 0; turn < 5; turn += 1) await throttle.take('Ada')
  expect(await throttle.take('Boris')).toBe(true)
  expect(await sharedThrottle(one.app, 'mail', SLOW).take('Ada')).toBe(true)
})

test('stored keys identify nobody', async () => {
  await sharedThrottle(one.app, 'log-in', SLOW).take('ada@demo.paddock.example')
  const [row] = await rows()
  expect(JSON.stringify(row)).not.toContain('ada')
  expect((row as { key: Buffer }).key.toString('latin1')).not.toContain('ada')
})

test('full buckets are removed, and their number is limited', async () => {
  const throttle = sharedThrottle(one.app, 'log-in', SLOW)
  for (let n = 0; n < 10; n += 1) await throttle.take(`stranger ${n}`)
  await pass(3_590_000)
  for (let n = 0; n < 4; n += 1) await throttle.take('Ada')
  await pass(20_000)
  expect(await sweepThrottles(one.app)).toBe(10)
  expect(await throttle.take('Ada'), 'active throttles stay').toBe(false)
  for (let n = 0; n < 10; n += 1) await throttle.take(`stranger ${n}`)
  await sweepThrottles(one.app, 5)
  expect(await rows()).toHaveLength(5)
  expect(await throttle.take('Ada'), 'who is held back longest is forgotten last').toBe(false)
})

describe('a sender is', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s: %s', (ip, sender) => {
    expect(senderOf(ip)).toBe(sender)
  })
})
