import { expect, test } from 'vitest'
import { bidIdOf } from './bid-id.ts'
import { Id } from '../platform/values.ts'

const CHANCE = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('a bid id is a UUIDv7: ids made later sort later, and the random part is kept', () => {
  const at = Date.UTC(2026, 10, 21)
  const ids = [at, at + 1, at + 60_000, at + 86_400_000].map((now) => bidIdOf(now, CHANCE))
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) {
    expect(Id.parse(id)).toBe(id)
    expect(id[14]).toBe('7')
    expect(id.slice(15)).toBe(CHANCE.slice(15))
  }
})
