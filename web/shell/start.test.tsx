import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as leave from '../platform/leave.ts'
import { createQueryClient } from '../platform/query.ts'
import * as app from './app.tsx'
import { playServer } from './stage.test-support.tsx'
import { start } from './start.tsx'

const reload = vi.spyOn(leave, 'reloadFresh').mockImplementation(() => {})

let end = () => {}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  playServer({ '/api/user': null })
  document.body.innerHTML = '<div id="root"></div>'
})

afterEach(() => {
  // Nothing of the application runs on after its page is gone.
  end()
  reload.mockClear()
  vi.unstubAllGlobals()
})

test('a failure during start shows the error’s details and a reload button', async () => {
  const broken = vi.spyOn(app, 'App').mockImplementation(() => {
    throw new TypeError('bid increments is not iterable')
  })
  end = start(document.getElementById('root'), createQueryClient())
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('This page couldn’t start'))
  expect(screen.getByText('TypeError: bid increments is not iterable')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reload page' }))
  expect(reload).toHaveBeenCalledOnce()
  broken.mockRestore()
})

test('a missing root element shows a page that asks to refresh or to contact support', () => {
  document.body.innerHTML = ''
  end = start(document.getElementById('root'), createQueryClient())
  expect(screen.getByRole('heading').textContent).toBe('This page is incomplete')
  expect(screen.getByText(/refresh the page.*contact support/i)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support')
  fireEvent.click(screen.getByRole('button', { name: 'Refresh page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a screen whose file a newer build has replaced reloads the page, but only once', () => {
  end = start(document.getElementById('root'), createQueryClient())
  window.dispatchEvent(new Event('vite:preloadError'))
  window.dispatchEvent(new Event('vite:preloadError'))
  expect(reload).toHaveBeenCalledOnce()
})
