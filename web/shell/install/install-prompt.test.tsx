import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FULL_CONSENT } from '../../platform/consent-choice.ts'

beforeEach(() => vi.resetModules())

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

async function open() {
  const { InstallPrompt } = await import('./install-prompt.tsx')
  render(<InstallPrompt />)
}

async function fromMenu() {
  const { installFromMenu } = await import('./install-offer.ts')
  await act(() => installFromMenu())
}

function browserOffers() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn(async () => {}) })
  act(() => void window.dispatchEvent(event))
  return event
}

const offer = () => screen.queryByRole('region', { name: 'Install' })

test('nothing shows before the browser offers to install', async () => {
  await open()
  expect(offer()).toBeNull()
})

test('the browser’s prompt is held back and offered here; Install triggers it', async () => {
  await open()
  const event = browserOffers()
  expect(event.defaultPrevented).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(event.prompt).toHaveBeenCalledOnce()
  expect(offer()).toBeNull()
})

test('once declined with consent to store settings, it does not come back', async () => {
  localStorage.setItem('cookie-consent', JSON.stringify(FULL_CONSENT))
  await open()
  browserOffers()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(offer()).toBeNull()
  cleanup()
  vi.resetModules()
  await open()
  browserOffers()
  expect(offer()).toBeNull()
})

test('an iPhone shows the manual steps', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  await open()
  expect(screen.getByText(/Add to Home Screen/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
})

test('after it was declined, the menu still triggers the browser’s prompt', async () => {
  await open()
  const event = browserOffers()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  const { canInstall } = await import('./install-offer.ts')
  expect(canInstall()).toBe(true)
  await fromMenu()
  expect(event.prompt).toHaveBeenCalledOnce()
  expect(canInstall()).toBe(false)
})

test('after they were declined on an iPhone, the menu shows the steps again', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(offer()).toBeNull()
  await fromMenu()
  expect(screen.getByText(/Add to Home Screen/)).toBeTruthy()
})
