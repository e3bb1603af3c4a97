import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shownToasts } from '../ui/toast-store.ts'
import { toast } from '../ui/toast.tsx'
import '../ui/toast-region.tsx'
import { openApp } from './stage.test-support.tsx'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => {
  localStorage.setItem('cookie-consent', '{}')
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  act(() => void vi.advanceTimersByTime(2_000_000))
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function shown(title: string) {
  openApp('/about', null)
  act(() => void toast({ title }))
  const words = await screen.findByText(title, { selector: 'li *' })
  return words.closest('li') as HTMLElement
}

const open = () => shownToasts().filter((one) => one.open).length

function swipe(element: HTMLElement, distance: number) {
  const at = (clientX: number) => ({ clientX, clientY: 0, pointerId: 1, button: 0, pointerType: 'touch' })
  fireEvent.pointerDown(element, at(0))
  fireEvent.pointerMove(element, at(distance / 2))
  fireEvent.pointerMove(element, at(distance))
  fireEvent.pointerUp(element, at(distance))
}

describe('a notification', () => {
  test('is shown for 5000 ms', async () => {
    await shown('Saved')
    act(() => void vi.advanceTimersByTime(4500))
    expect(open()).toBe(1)
    act(() => void vi.advanceTimersByTime(600))
    expect(open()).toBe(0)
  })

  test('is removed 1,000,000 ms after it was dismissed', async () => {
    await shown('Saved')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(open()).toBe(0)
    act(() => void vi.advanceTimersByTime(999_000))
    expect(shownToasts()).toHaveLength(1)
    act(() => void vi.advanceTimersByTime(1001))
    expect(shownToasts()).toHaveLength(0)
  })

  test('is dismissed by a swipe of 50 px to the right, not by a shorter one', async () => {
    const element = await shown('Saved')
    element.setPointerCapture = () => {}
    element.releasePointerCapture = () => {}
    element.hasPointerCapture = () => false
    swipe(element, 40)
    expect(open()).toBe(1)
    swipe(element, 60)
    expect(open()).toBe(0)
  })

  test('F8 moves the focus to the region', async () => {
    await shown('Saved')
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    await waitFor(() => expect(screen.getByRole('region', { name: /F8/ }).contains(document.activeElement)).toBe(true))
  })
})
