import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PendingRequests } from './pending-requests.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a client that waits too long gets one answer, and nobody else does', () => {
  const pending = new PendingRequests(1000)
  const [slow, quick, late] = [vi.fn(), vi.fn(), vi.fn()]
  pending.enter(slow)
  const left = pending.enter(quick)
  vi.advanceTimersByTime(600)
  pending.leave(left)
  const open = pending.enter(late)
  expect(pending.count).toBe(2)
  vi.advanceTimersByTime(650)
  expect(slow).toHaveBeenCalledOnce()
  expect(late).not.toHaveBeenCalled()
  pending.leave(open)
  vi.advanceTimersByTime(5000)
  expect(slow).toHaveBeenCalledOnce()
  expect([quick.mock.calls, late.mock.calls]).toEqual([[], []])
})

test('without pending requests no timer runs', () => {
  const pending = new PendingRequests(1000)
  pending.leave(pending.enter(() => undefined))
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
  const again = vi.fn()
  pending.enter(again)
  vi.advanceTimersByTime(1000)
  expect(again).toHaveBeenCalledOnce()
})
