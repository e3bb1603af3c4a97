// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addSample } from '#web/platform/clock.ts'
import { Countdown } from './countdown.tsx'
import { timeLeft } from './closes-in.tsx'

const TEN_MINUTES_MS = 600_000

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the countdown', () => {
  it('is right on a device whose clock is ten minutes fast', async () => {
    vi.useFakeTimers()
    const serverNow = Date.now()
    vi.setSystemTime(serverNow + TEN_MINUTES_MS)
    const at = performance.now()
    addSample({ sentAt: at, receivedAt: at, serverTime: serverNow })
    render(<Countdown closesAt={serverNow + 90_000} />)
    const seconds = () => {
      const [m = 0, s = 0] = (screen.getByRole('timer').textContent ?? '').split(':').map(Number)
      return m * 60 + s
    }
    expect(seconds()).toBeGreaterThanOrEqual(88)
    expect(seconds()).toBeLessThanOrEqual(90)
    const before = seconds()
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(Math.abs(before - seconds() - 30)).toBeLessThanOrEqual(1)
  })

  it('says how accurately the server’s clock is known', () => {
    render(<Countdown closesAt={Date.now() + 90_000} />)
    expect(screen.getByText(/Our clock, ±\d+ ms/)).toBeTruthy()
  })

  it('shows tenths in the last ten seconds and never more time than there is', () => {
    expect(timeLeft(9_990)).toBe('9.9')
    expect(timeLeft(140)).toBe('0.1')
    expect(timeLeft(10_000)).toBe('00:10')
    expect(timeLeft(59_999)).toBe('00:59')
    expect(timeLeft(3_600_000)).toBe('01:00:00')
    expect(timeLeft(90_061_000)).toBe('1 d 01:01:01')
    expect(timeLeft(-5)).toBe('0.0')
  })
})
