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
  throw new Error('no ladder')
}

test('a screen that fails says so with its details and a way to reload', () => {
  render(
    <ScreenFailure>
      <Broken />
    </ScreenFailure>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page could not be shown')
  expect(screen.getByText('Error: no ladder')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('without a connection it says that instead', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(
    <ScreenFailure>
      <Broken />
    </ScreenFailure>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You are offline')
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
