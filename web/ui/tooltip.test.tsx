import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))

afterEach(() => {
  cleanup()
  // Outside the time window in which a tooltip follows the previous one.
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
})

const words = () => screen.queryByRole('tooltip')?.textContent ?? null
const control = (name: string) => screen.getByRole('button', { name })
const enter = (name: string) =>
  fireEvent.pointerEnter(control(name).parentElement as HTMLElement, { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerLeave(control(name).parentElement as HTMLElement)

function wait(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

function open() {
  render(
    <>
      <Tooltip label="Follows the lot">
        <button type="button">Watch</button>
      </Tooltip>
      <Tooltip label="Copies the address">
        <button type="button">Share</button>
      </Tooltip>
    </>,
  )
}

test('opens after 700 ms of hovering, not sooner, and describes its control', () => {
  open()
  enter('Watch')
  wait(699)
  expect(words()).toBeNull()
  wait(1)
  expect(words()).toBe('Follows the lot')
  expect(control('Watch').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
})

test('opens immediately within 300 ms of another, and waits again after that', () => {
  open()
  enter('Watch')
  wait(700)
  leave('Watch')
  wait(299)
  enter('Share')
  wait(0)
  expect(words()).toBe('Copies the address')
  leave('Share')
  wait(300)
  enter('Watch')
  wait(699)
  expect(words()).toBeNull()
})

test('a hover that ends before its time opens nothing', () => {
  open()
  enter('Watch')
  wait(600)
  leave('Watch')
  wait(1000)
  expect(words()).toBeNull()
})

test.each([
  ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['a press', () => fireEvent.pointerDown(control('Watch'))],
])('closes with %s', (_, close) => {
  open()
  enter('Watch')
  wait(700)
  close()
  expect(words()).toBeNull()
})
