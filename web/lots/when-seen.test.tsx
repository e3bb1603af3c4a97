import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Below, WhenSeen } from './when-seen.tsx'

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

test('two parts far down are not rendered in one go: each waits until the browser is idle again', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  render(
    <>
      <WhenSeen>
        <p>Documents</p>
      </WhenSeen>
      <WhenSeen>
        <p>Similar lots</p>
      </WhenSeen>
    </>,
  )
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(idle).toHaveLength(1)
  await act(async () => idle[0]?.())
  expect(screen.getByText('Documents')).toBeTruthy()
  expect(screen.queryByText('Similar lots')).toBeNull()
  await act(async () => idle[1]?.())
  expect(screen.getByText('Similar lots')).toBeTruthy()
})

test('what is below the first screen comes right after it while the page starts, and at once later', async () => {
  document.body.innerHTML = '<div data-starting></div>'
  const shown: string[] = []
  const note = (part: string) => () => {
    shown.push(`${part} ${screen.queryByText('Condition report') === null ? 'alone' : 'with the report'}`)
  }
  const page = (part: string) => (
    <div ref={note(part)}>
      <h1>{part}</h1>
      <Below>
        <p>Condition report</p>
      </Below>
    </div>
  )
  render(page('At the start'))
  expect(screen.getByText('Condition report')).toBeTruthy()
  cleanup()
  document.body.innerHTML = ''
  render(page('Back again'))
  expect(shown).toContain('At the start alone')
  expect(shown.at(-1)).toBe('Back again with the report')
})
