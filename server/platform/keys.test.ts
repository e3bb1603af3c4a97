import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKeys } from './keys.ts'

const master = randomBytes(32)
const keys = makeKeys(master)
const secret = Buffer.from('maximum 1200000')

test('what was sealed opens in its place, also after a restart', () => {
  const box = keys.seal(secret, 'standing:1')
  expect(makeKeys(master).open(box, 'standing:1')).toEqual(secret)
  expect(box.includes(secret)).toBe(false)
})

test('the same text is never sealed the same way twice', () => {
  expect(keys.seal(secret, 'standing:1')).not.toEqual(keys.seal(secret, 'standing:1'))
})

test('a box that was moved, altered, cut or sealed by another server does not open', () => {
  const box = keys.seal(secret, 'standing:1')
  expect(() => keys.open(box, 'standing:2')).toThrow()
  expect(() => makeKeys(randomBytes(32)).open(box, 'standing:1')).toThrow()
  for (let at = 0; at < box.length; at += 1) {
    const changed = Buffer.from(box)
    changed[at]! ^= 1
    expect(() => keys.open(changed, 'standing:1'), `byte ${at}`).toThrow()
    expect(() => keys.open(box.subarray(0, at), 'standing:1'), `${at} bytes`).toThrow()
  }
})

test('a MAC depends on the purpose, the data and the master key', () => {
  const mac = keys.mac('bid-content', 'lot 1')
  expect(keys.mac('bid-content', Buffer.from('lot 1'))).toEqual(mac)
  expect(mac).toHaveLength(32)
  expect(keys.mac('other', 'lot 1')).not.toEqual(mac)
  expect(keys.mac('bid-content', 'lot 2')).not.toEqual(mac)
  expect(makeKeys(randomBytes(32)).mac('bid-content', 'lot 1')).not.toEqual(mac)
})

test('during a key change, the former key still opens, and seals nothing', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const before = makeKeys(old).seal(secret, 'standing:1')
  const both = makeKeys(next, [randomBytes(32), old])
  expect(both.open(before, 'standing:1')).toEqual(secret)
  expect(() => both.open(before, 'standing:2')).toThrow()
  const after = both.seal(secret, 'standing:1')
  expect(makeKeys(next).open(after, 'standing:1')).toEqual(secret)
  expect(() => makeKeys(old).open(after, 'standing:1')).toThrow()
})

test('MACs stay the same when the master key changes and their secret does not', () => {
  const macs = randomBytes(32)
  const first = makeKeys(randomBytes(32), [], macs).mac('maximum-seal', 'bid 1')
  expect(makeKeys(randomBytes(32), [], macs).mac('maximum-seal', 'bid 1')).toEqual(first)
  expect(makeKeys(randomBytes(32), [], randomBytes(32)).mac('maximum-seal', 'bid 1')).not.toEqual(first)
})

test('a master key of another length is refused', () => {
  expect(() => makeKeys(randomBytes(16))).toThrow('32 bytes')
})
