import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as leave from '../platform/leave.ts'
import { Optional } from './optional.tsx'
import { ScreenFailure } from './screen-failure.tsx'

const reload = vi.spyOn(leave, 'reloadFresh').mockImplementation(() => {})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('no bid increments')
}

test('a screen that fails says so, with its details and a reload button', () => {
  render(
    <ScreenFailure>
      <Broken />
    </ScreenFailure>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page couldn’t load')
  expect(screen.getByText('Error: no bid increments')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reload page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('while offline it says that instead', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(
    <ScreenFailure>
      <Broken />
    </ScreenFailure>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You’re offline')
})

test('an optional part that fails is left out, and the rest stays', () => {
  render(
    <>
      <Optional>
        <Broken />
      </Optional>
      <p>The screen</p>
    </>,
  )
  expect(screen.getByText('The screen')).toBeTruthy()
})
