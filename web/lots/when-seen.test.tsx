import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WhenSeen } from './when-seen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  // Nothing ever comes near this screen.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is far down loads without scrolling once the browser is idle, and not before the first picture', async () => {
  render(
    <WhenSeen>
      <a href="/report.pdf">Inspection report</a>
    </WhenSeen>,
  )
  expect(screen.queryByRole('link')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByRole('link', { name: 'Inspection report' })).toBeTruthy()
})

test('what the page opens with is loaded first', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  render(
    <WhenSeen>
      <p>Far down</p>
    </WhenSeen>,
  )
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.queryByText('Far down')).toBeNull()
  state.mockReturnValue('complete')
  window.dispatchEvent(new Event('load'))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByText('Far down')).toBeTruthy()
  state.mockRestore()
})
