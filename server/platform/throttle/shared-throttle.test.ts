import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { senderOf, sharedThrottle, sweepThrottles } from './shared-throttle.ts'

let one: TestHouse
let two: TestHouse

beforeAll(async () => {
  one = await openHouse({ listen: false })
  two = await openHouse({ listen: false, databaseUrl: one.house.databaseUrl })
})

afterAll(async () => {
  await two.close()
  await one.close()
})

beforeEach(() => one.house.pool.query('delete from throttle'))

const SLOW = { burst: 3, perSecond: 1 / 3600 }
const rows = async () => (await one.house.pool.query('select * from throttle')).rows

/** As if the time had passed. */
const pass = (ms: number) =>
  one.house.pool.query(`update throttle set at = at - $1 * interval '1 ms', full_at = full_at - $1 * interval '1 ms'`, [
    ms,
  ])

test('a burst is let through once for all processes, also when they ask at the same moment', async () => {
  const throttles = [sharedThrottle(one.house, 'log-in', SLOW), sharedThrottle(two.house, 'log-in', SLOW)]
  const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => throttles[turn % 2]!.take('Ada')))
  expect(answers.filter((answer) => answer)).toHaveLength(3)
})

test('then as many as its rate, up to a burst again', async () => {
  const throttle = sharedThrottle(one.house, 'log-in', { burst: 3, perSecond: 2 / 3600 })
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

test('one person’s haste slows neither another nor the same person elsewhere', async () => {
  const throttle = sharedThrottle(one.house, 'log-in', SLOW)
  for (let turn = 0; turn < 5; turn += 1) await throttle.take('Ada')
  expect(await throttle.take('Boris')).toBe(true)
  expect(await sharedThrottle(one.house, 'mail', SLOW).take('Ada')).toBe(true)
})

test('what is stored names nobody', async () => {
  await sharedThrottle(one.house, 'log-in', SLOW).take('ada@demo.paddock.example')
  const [row] = await rows()
  expect(JSON.stringify(row)).not.toContain('ada')
  expect((row as { key: Buffer }).key.toString('latin1')).not.toContain('ada')
})

test('buckets that are full again are removed, and never are there more than so many', async () => {
  const throttle = sharedThrottle(one.house, 'log-in', SLOW)
  for (let n = 0; n < 10; n += 1) await throttle.take(`stranger ${n}`)
  await pass(3_590_000)
  for (let n = 0; n < 4; n += 1) await throttle.take('Ada')
  await pass(20_000)
  expect(await sweepThrottles(one.house)).toBe(10)
  expect(await throttle.take('Ada'), 'what holds somebody back stays').toBe(false)
  for (let n = 0; n < 10; n += 1) await throttle.take(`stranger ${n}`)
  await sweepThrottles(one.house, 5)
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
