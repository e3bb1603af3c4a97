import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InHand } from './in-hand.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('who waits too long is told so once, and nobody else is', () => {
  const hand = new InHand(1000)
  const [slow, quick, late] = [vi.fn(), vi.fn(), vi.fn()]
  hand.enter(slow)
  const left = hand.enter(quick)
  vi.advanceTimersByTime(600)
  hand.leave(left)
  const open = hand.enter(late)
  expect(hand.count).toBe(2)
  vi.advanceTimersByTime(650)
  expect(slow).toHaveBeenCalledOnce()
  expect(late).not.toHaveBeenCalled()
  hand.leave(open)
  vi.advanceTimersByTime(5000)
  expect(slow).toHaveBeenCalledOnce()
  expect([quick.mock.calls, late.mock.calls]).toEqual([[], []])
})

test('with nobody in hand no timer runs', () => {
  const hand = new InHand(1000)
  hand.leave(hand.enter(() => undefined))
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
  const again = vi.fn()
  hand.enter(again)
  vi.advanceTimersByTime(1000)
  expect(again).toHaveBeenCalledOnce()
})
