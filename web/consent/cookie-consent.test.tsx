import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CookieConsent } from './cookie-consent.tsx'
import { openCookieSettings } from './settings-door.ts'
import './cookie-settings.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

const stored = () => JSON.parse(localStorage.getItem('cookie-consent') ?? 'null')
const banner = () => screen.queryByRole('region', { name: 'Cookies' })
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })
const settings = () => screen.queryByRole('dialog', { name: 'Cookie settings' })

function wait(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

function openBanner() {
  render(<CookieConsent />)
  wait(1000)
}

async function openSettings() {
  act(openCookieSettings)
  vi.useRealTimers()
  await waitFor(() => expect(settings()).not.toBeNull())
}

describe('the banner', () => {
  test('appears one second after load, not sooner', () => {
    render(<CookieConsent />)
    wait(999)
    expect(banner()).toBeNull()
    wait(1)
    expect(banner()).not.toBeNull()
  })

  test('does not appear where a choice is stored', () => {
    localStorage.setItem('cookie-consent', '{"necessary":true,"analytics":false,"marketing":false,"functional":false}')
    openBanner()
    expect(banner()).toBeNull()
  })

  test('Accept All stores all four categories as true and hides it', () => {
    openBanner()
    press('Accept All')
    expect(stored()).toEqual({ necessary: true, analytics: true, marketing: true, functional: true })
    expect(banner()).toBeNull()
  })

  test('Reject All keeps only necessary and hides it', () => {
    openBanner()
    press('Reject All')
    expect(stored()).toEqual({ necessary: true, analytics: false, marketing: false, functional: false })
    expect(banner()).toBeNull()
  })
})

describe('the settings', () => {
  test('necessary is on and locked; the others are off at first', async () => {
    openBanner()
    await openSettings()
    expect(toggle('Necessary')).toMatchObject({ checked: true, disabled: true })
    for (const name of ['Analytics', 'Marketing', 'Functional']) {
      expect(toggle(name)).toMatchObject({ checked: false, disabled: false })
    }
  })

  test('Save Preferences stores the current switches, hides the banner and closes the dialog', async () => {
    openBanner()
    await openSettings()
    fireEvent.click(toggle('Functional'))
    expect(stored()).toBeNull()
    press('Save Preferences')
    expect(stored()).toEqual({ necessary: true, analytics: false, marketing: false, functional: true })
    await waitFor(() => expect(settings()).toBeNull())
    expect(banner()).toBeNull()
  })

  test.each(['Accept All', 'Reject All'])('%s closes the dialog too', async (name) => {
    openBanner()
    await openSettings()
    press(name)
    await waitFor(() => expect(settings()).toBeNull())
    expect(stored().analytics).toBe(name === 'Accept All')
  })

  test('open again from the footer with the stored choice', async () => {
    localStorage.setItem('cookie-consent', '{"necessary":true,"analytics":true,"marketing":false,"functional":false}')
    render(<CookieConsent />)
    await openSettings()
    expect(toggle('Analytics').checked).toBe(true)
    expect(toggle('Marketing').checked).toBe(false)
  })

  test('a switch that was not saved is off again when they are opened again', async () => {
    localStorage.setItem('cookie-consent', '{"necessary":true,"analytics":false,"marketing":false,"functional":false}')
    render(<CookieConsent />)
    await openSettings()
    fireEvent.click(toggle('Marketing'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(settings()).toBeNull())
    await openSettings()
    expect(toggle('Marketing').checked).toBe(false)
    press('Save Preferences')
    expect(stored().marketing).toBe(false)
  })

  test.each(['[]', 'not json', '"text"', 'null', '{"necessary":false,"analytics":"yes"}'])(
    'a stored choice that cannot be read (%s) resets to the defaults',
    async (unreadable) => {
      localStorage.setItem('cookie-consent', unreadable)
      render(<CookieConsent />)
      await openSettings()
      expect(toggle('Necessary').checked).toBe(true)
      for (const name of ['Analytics', 'Marketing', 'Functional']) expect(toggle(name).checked).toBe(false)
    },
  )
})
