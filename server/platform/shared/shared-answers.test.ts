import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Rendering } from '../rendering/rendering.ts'
import { type SharedSource, SharedAnswer } from '../rendering/shared-answer.ts'
import { SharedAnswers } from './shared-answers.ts'

type Price = { sequence: number; price: number }

/** A table with one row that is read when the test allows it. */
function table(row: Price) {
  const reads: (() => void)[] = []
  const source: SharedSource<Price> = {
    access: 'sees-prices',
    mediaType: 'application/json',
    topics: ['price'],
    read() {
      const seen = { ...row }
      return new Promise((resolve) => reads.push(() => resolve(seen)))
    },
    render: (value) => JSON.stringify(value),
    versionOf: ({ sequence }) => sequence,
  }
  return {
    source,
    write: (to: Price) => Object.assign(row, to),
    /** Lets the oldest open read end. */
    async answerRead() {
      await vi.waitFor(() => expect(reads.length).toBeGreaterThan(0), { timeout: 5000 })
      reads.shift()!()
    },
    get readsOpen() {
      return reads.length
    },
  }
}

const shown = (rendering: Rendering) => JSON.parse(rendering.plain.body) as Price
const nobody = () => undefined

afterEach(() => void vi.restoreAllMocks())

describe('a shared answer', () => {
  test('is read once for concurrent requests, and not again until something changes', async () => {
    const db = table({ sequence: 1, price: 100 })
    const answer = new SharedAnswer(db.source, nobody)
    const asked = [answer.fresh(), answer.fresh(), answer.fresh()]
    await db.answerRead()
    const [first, ...others] = await Promise.all(asked)
    for (const other of others) expect(other).toBe(first)
    expect(await answer.fresh()).toBe(first)
    expect(db.readsOpen).toBe(0)
    db.write({ sequence: 2, price: 200 })
    answer.invalidate(2)
    expect(answer.current(performance.now())).toBeNull()
    const after = answer.fresh()
    await db.answerRead()
    expect(shown(await after)).toEqual({ sequence: 2, price: 200 })
  })

  test('requested after a change does not come from a read that started before it', async () => {
    const db = table({ sequence: 1, price: 100 })
    const answer = new SharedAnswer(db.source, nobody)
    const before = answer.fresh()
    db.write({ sequence: 2, price: 200 })
    answer.invalidate(2)
    const after = answer.fresh()
    await db.answerRead()
    expect(shown(await before).sequence).toBe(1)
    await db.answerRead()
    expect(shown(await after).sequence).toBe(2)
  })

  test('never goes back to the result of an overtaken read', async () => {
    const db = table({ sequence: 1, price: 100 })
    const answer = new SharedAnswer(db.source, nobody)
    const first = answer.fresh()
    await db.answerRead()
    await first
    answer.invalidate(2)
    const slow = answer.fresh()
    answer.replace({ sequence: 2, price: 200 })
    answer.replace({ sequence: 3, price: 300 })
    await db.answerRead()
    expect(shown(await slow).sequence).toBe(3)
    answer.replace({ sequence: 2, price: 200 })
    expect(shown(await answer.fresh()).sequence).toBe(3)
  })

  test('follows the table back if it lost history', async () => {
    const db = table({ sequence: 9, price: 900 })
    const answer = new SharedAnswer(db.source, nobody)
    const first = answer.fresh()
    await db.answerRead()
    await first
    db.write({ sequence: 4, price: 400 })
    answer.invalidate(10)
    const after = answer.fresh()
    await db.answerRead()
    expect(shown(await after).sequence).toBe(4)
    expect(shown(answer.current(performance.now())!).sequence).toBe(4)
  })

  test('is reread when it is old, even without messages: first in the background, later before the answer', async () => {
    const db = table({ sequence: 1, price: 100 })
    const answer = new SharedAnswer(db.source, nobody)
    const first = answer.fresh()
    await db.answerRead()
    await first
    db.write({ sequence: 2, price: 200 })
    const later = performance.now() + 2000
    expect(shown(answer.current(later)!).sequence).toBe(1)
    expect(answer.current(later + 2000)).toBeNull()
    await db.answerRead()
    await vi.waitFor(() => expect(shown(answer.current(performance.now())!).sequence).toBe(2), { timeout: 5000 })
  })

  test('keeps its bytes and its compressed forms while a reread returns the same', async () => {
    const db = table({ sequence: 1, price: 100 })
    const answer = new SharedAnswer(
      { ...db.source, render: (value) => `${JSON.stringify(value)}${' '.repeat(2000)}` },
      nobody,
    )
    const first = answer.fresh()
    await db.answerRead()
    const rendering = await first
    answer.isAskedAgain = true
    answer.packSoon()
    await vi.waitFor(() => expect(rendering.formFor('br').encoding).toBe('br'), { timeout: 5000 })
    answer.invalidate(2)
    const again = answer.fresh()
    await db.answerRead()
    expect(await again).toBe(rendering)
  })
})

test('every form of a body has its own tag and unpacks to the same bytes', async () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ title: `Lot ${index}, “Kiri”` })))
  const rendering = new Rendering(text)
  expect(rendering.formFor('br')).toBe(rendering.plain)
  await rendering.pack()
  const [plain, br, gzip] = [rendering.plain, rendering.formFor('br'), rendering.formFor('gzip')]
  const bytesOf = ({ body }: { body: string }) => Buffer.from(body, 'latin1')
  expect(bytesOf(plain).toString()).toBe(text)
  expect(brotliDecompressSync(bytesOf(br)).toString()).toBe(text)
  expect(gunzipSync(bytesOf(gzip)).toString()).toBe(text)
  expect(new Set([plain.tag, br.tag, gzip.tag]).size).toBe(3)
  for (const form of [plain, br, gzip]) expect(rendering.formNamed(form.tag)).toBe(form)
  expect(rendering.formNamed('"else"')).toBeNull()
})

describe('the answers of a process', () => {
  const constant = (text: string, ...topics: string[]): SharedSource<string> => ({
    access: 'visitor',
    mediaType: 'text/plain',
    topics: topics.length === 0 ? ['shown'] : topics,
    read: () => Promise.resolve(text),
    render: (value) => value,
  })

  test('become stale by a message on any of their topics, and are removed from all of them', async () => {
    const answers = new SharedAnswers()
    let text = 'first'
    const source = { ...constant('', 'lot', 'auction'), read: () => Promise.resolve(text) }
    const of = async () => (await answers.keep('/list', source), answers.find('/list')!.current(performance.now()))
    const bodies = [(await of())?.plain.body]
    for (const topic of ['lot', 'auction', 'elsewhere']) {
      text = topic
      answers.invalidate(topic)
      bodies.push((await of())?.plain.body)
    }
    expect(bodies).toEqual(['first', 'lot', 'auction', 'auction'])
    answers.forget()
    answers.invalidate('lot')
    expect(answers.counters()).toMatchObject({ answers: 0, bytes: 0 })
  })

  test('are compressed when they are requested again since they changed, and not on every change', async () => {
    const answers = new SharedAnswers()
    let text = 'a'
    const source = { ...constant(''), read: () => Promise.resolve(text.repeat(5000)) }
    await answers.keep('/list', source)
    const answer = answers.find('/list')!
    expect(answer.isAskedAgain).toBe(true)
    text = 'b'
    answers.invalidate('shown')
    await answers.keep('/list', source)
    expect(answer.isAskedAgain).toBe(false)
    await answers.keep('/list', source)
    expect(answer.isAskedAgain).toBe(true)
  })

  test('are compressed before anyone gets them, if they are pages, also after each change', async () => {
    const answers = new SharedAnswers()
    let text = 'a'
    const source = { ...constant(''), isPackedFirst: true, read: () => Promise.resolve(text.repeat(5000)) }
    for (text of ['a', 'b']) {
      answers.invalidate('shown')
      expect(answers.find('/page')?.current(performance.now()) ?? null).toBeNull()
      await answers.keep('/page', source)
      expect(answers.find('/page')!.current(performance.now())?.formFor('br').encoding).toBe('br')
    }
  })

  test('are limited in number, and those requested again stay', async () => {
    const answers = new SharedAnswers({ answersMax: 3 })
    for (const address of ['/a', '/b', '/c']) await answers.keep(address, constant(address))
    await answers.keep('/d', constant('/d'))
    answers.find('/c')
    await answers.keep('/e', constant('/e'))
    expect(answers.counters()).toMatchObject({ answers: 3, evicted: 2 })
    expect(answers.find('/c')).toBeDefined()
  })

  test('are limited in bytes, and removed ones are not counted', async () => {
    const answers = new SharedAnswers({ bytesMax: 10_000 })
    for (let index = 0; index < 40; index += 1) await answers.keep(`/${index}`, constant('x'.repeat(900)))
    const { bytes, answers: count } = answers.counters()
    expect(bytes).toBe(900 * count)
    expect(bytes).toBeLessThanOrEqual(10_000)
    await answers.keep('/huge', constant('x'.repeat(20_000)))
    expect(answers.counters()).toMatchObject({ bytes: 0, answers: 0 })
    answers.forget()
    expect(answers.counters()).toMatchObject({ bytes: 0, answers: 0 })
  })

  test('become stale only by messages of their topic', async () => {
    const answers = new SharedAnswers()
    await answers.keep('/auctions', constant('auctions'))
    await answers.keep('/lot', constant('lot', 'standing 1'))
    answers.invalidate('standing 1')
    expect(answers.find('/lot')!.current(performance.now())).toBeNull()
    expect(answers.find('/auctions')!.current(performance.now())).not.toBeNull()
  })

  test('keep nothing that could not be read', async () => {
    const answers = new SharedAnswers()
    const gone = { ...constant(''), read: () => Promise.reject(new Error('there is no such lot')) }
    await expect(answers.keep('/gone', gone)).rejects.toThrow('there is no such lot')
    expect(answers.counters()).toMatchObject({ answers: 0, bytes: 0 })
  })
})
