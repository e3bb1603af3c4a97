import { afterEach, expect, test } from 'vitest'
import { FULL_CONSENT } from '#web/platform/consent-choice.ts'
import { clearStored, keepConsent } from '#web/platform/stored.ts'
import { keepSeenLot, seenLots } from './seen-lots.ts'

afterEach(clearStored)

const lot = (lotNumber: number, seenAt = lotNumber) => ({
  lotNumber,
  title: `Kiri ${lotNumber}`,
  closesAt: null,
  seenAt,
})

test('the last ten lots are kept, each once, the last one first', () => {
  for (let number = 1; number <= 12; number += 1) keepSeenLot(lot(number))
  keepSeenLot(lot(5, 99))
  expect(seenLots().map(({ lotNumber }) => lotNumber)).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3])
  expect(seenLots()[0]?.seenAt).toBe(99)
})

test('without consent to functional storage nothing stays in the browser', () => {
  keepSeenLot(lot(1))
  expect(localStorage.length).toBe(0)
})

test('what is not such a list counts as none', () => {
  keepConsent(FULL_CONSENT)
  for (const wrong of ['{', '{"a":1}', '[1,{"lotNumber":"7"}]']) {
    localStorage.setItem('seen-lots-1', wrong)
    expect(seenLots()).toEqual([])
  }
})
