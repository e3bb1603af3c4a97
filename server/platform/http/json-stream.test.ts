import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { inPages, jsonStream, mapped } from './json-stream.ts'

/** Numbers up to `count` in pages; `asked` counts the pages that were read. */
function numbers(count: number, asked: { pages: number }) {
  return inPages<number>(100, (last, limit) => {
    asked.pages += 1
    const from = (last ?? 0) + 1
    return Promise.resolve(Array.from({ length: Math.min(limit, count - from + 1) }, (_, index) => from + index))
  })
}

test('a value with lists is written as JSON would be, however long they are', async () => {
  const nothing = { pages: 0 }
  const whole = (list: unknown, empty: unknown) => ({
    name: 'Ada "A" Quist\n',
    left: undefined,
    plain: [{ a: 1 }, []],
    deep: { empty, list, none: null },
  })
  for (const count of [0, 1, 99, 100, 101, 20_000]) {
    const rows = mapped(numbers(count, nothing), (value) => ({ value, text: `line\n${value}` }))
    const plain = Array.from({ length: count }, (_, index) => ({ value: index + 1, text: `line\n${index + 1}` }))
    expect(await text(jsonStream(whole(rows, numbers(0, nothing))))).toBe(JSON.stringify(whole(plain, []), null, 2))
  }
})

test('pages are read only as the reader consumes them', async () => {
  const asked = { pages: 0 }
  const stream = jsonStream({ list: numbers(1_000_000, asked) })
  for await (const _ of stream) break
  expect(asked.pages).toBeGreaterThan(0)
  expect(asked.pages).toBeLessThan(200)
})

test('a list that fails aborts the file', async () => {
  const failing = inPages<number>(2, (last) =>
    last === null ? Promise.resolve([1, 2]) : Promise.reject(new Error('the database is away')),
  )
  await expect(text(jsonStream({ failing }))).rejects.toThrow('the database is away')
})
