import { expect, test } from 'vitest'
import type { Standing } from '#contract/bidding/bidding.ts'
import { standing } from '../lot.test-support.ts'
import { placesOf, placeWords, timeWords } from './lot-order.ts'

const TERMS = { liveStartMs: 30_000, extensionMs: 15_000 }
const START = 1_000_000

function run(...lots: Partial<Standing>[]): Map<string, Standing> {
  return new Map(lots.map((lot, index) => [`${index}`, { ...standing(), ...lot, lotId: `${index}` }]))
}

const up = { status: 'scheduled', closesAt: null } as const
const sold = (closesAt: number) => ({ status: 'sold', closesAt }) as const

function words(standings: Map<string, Standing>, lotId: string, now: number): string {
  const place = placesOf(standings, TERMS, START, now).get(lotId)
  return place === undefined ? '' : placeWords(place)
}

test('before the auction, lots wait for its start and for those ahead, at the assumed minute each', () => {
  const standings = run(up, up, up)
  expect(words(standings, '0', START - 10 * 60_000)).toBe('Lot 1 of 3, in about 10 min')
  expect(words(standings, '2', START - 10 * 60_000)).toBe('Lot 3 of 3, in about 12 min')
})

test('in the auction, a lot waits for the one on the block and those ahead, at the median pace of the latest closes', () => {
  const closes = [0, 120_000, 240_000, 900_000, 1_020_000].map((at) => sold(START + at))
  const now = START + 1_020_000
  const standings = run(...closes, { status: 'open', closesAt: now + 20_000 }, up, up, up)
  expect(words(standings, '5', now)).toBe('')
  expect(words(standings, '6', now)).toBe('Lot 7 of 9, next')
  expect(words(standings, '7', now)).toBe('Lot 8 of 9, in about 2 min')
  expect(words(standings, '8', now)).toBe('Lot 9 of 9, in about 4 min')
})

test('while the lot on the block is paused no time is promised, and a withdrawn lot keeps its place but takes no time', () => {
  const paused = run({ status: 'open', closesAt: null }, up, up)
  expect(words(paused, '2', START + 5000)).toBe('Lot 3 of 3')
  const withdrawn = run({ status: 'open', closesAt: START + 5000 }, up, { status: 'withdrawn', closesAt: null }, up)
  expect(words(withdrawn, '3', START + 5000)).toBe('Lot 4 of 4, in about 1 min')
})

test('far estimates are rounded to five minutes and to days', () => {
  expect(words(run(up), '0', START - 83 * 60_000)).toBe('Lot 1 of 1, in about 1 h 25 min')
  expect(words(run(up), '0', START - 120 * 60_000)).toBe('Lot 1 of 1, in about 2 h')
  expect(words(run(up), '0', START - 50 * 3_600_000)).toBe('Lot 1 of 1, in about 2 days')
})

test('in the run list a lot says only when it is likely to open', () => {
  const places = placesOf(run({ status: 'open', closesAt: START + 30_000 }, up, up), TERMS, START, START)
  expect(timeWords(places.get('1')!)).toBe('Next')
  expect(timeWords(places.get('2')!)).toBe('In about 2 min')
  expect(timeWords({ ...places.get('2')!, inMs: null })).toBe('Upcoming')
})
