import { afterEach, expect, test, vi } from 'vitest'
import { TERMS } from '#web/shell/stage.test-support.tsx'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import { usualOf, weekLater } from './admin-new-auction.tsx'

afterEach(() => vi.unstubAllEnvs())

const clockOf = (at: number | null) => (at === null ? null : new Date(at).toTimeString().slice(0, 5))

test('an auction copied to the week after clocks change has the same times of day', () => {
  vi.stubEnv('TZ', 'America/Chicago')
  // Clocks go back on Nov 1, 2026.
  const [opensAt, startsAt, hardEndAt] = [27, 29, 29].map((day, index) => new Date(2026, 9, day, 18 + index).getTime())
  const copy = weekLater({ opensAt, startsAt, hardEndAt } as StaffAuction)
  expect([copy?.opensAt, copy?.startsAt, copy?.hardEndAt ?? null].map((at) => clockOf(at ?? null))).toEqual([
    '18:00',
    '19:00',
    '20:00',
  ])
  expect(new Date(copy!.startsAt).getDate()).toBe(5)
})

test('a new auction opens at the hour at which its first lot closes, also where clocks change in between', () => {
  vi.stubEnv('TZ', 'America/Chicago')
  const entry = usualOf(TERMS, new Date(2026, 9, 26, 9).getTime())!
  expect([clockOf(entry.startsAt), clockOf(entry.opensAt)]).toEqual(['09:00', '09:00'])
})

test('bids are in whole units of the company’s currency, unless an auctioneer changes that', () => {
  expect(['USD', 'JPY'].map((currency) => usualOf({ ...TERMS, currency }, 0)!.bidUnit)).toEqual([100, 1])
})
