import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Consent, DEFAULT_CONSENT, FULL_CONSENT } from './consent-choice.ts'
import { applyConsent, clearStored, dropStored, keepConsent, keepStored, readConsent, readStored } from './stored.ts'

const SETTINGS = {
  theme: 'dark',
  'bid-alarms': 'on',
  'calendar-zone': 'UTC',
  'marketing-ticks': '[]',
  'company-terms-4': '{}',
  'install-dismissed': 'yes',
  'shipping-destination': 'US|',
  'seen-lots-1': '[]',
} as const
type Setting = keyof typeof SETTINGS

const keepAll = () => Object.entries(SETTINGS).forEach(([name, value]) => keepStored(name as Setting, value))
const inBrowser = () => Object.keys(localStorage).toSorted()

afterEach(() => {
  vi.restoreAllMocks()
  clearStored()
})

describe('what is stored in the browser', () => {
  test.each<[string, () => void]>([
    ['before a choice', () => {}],
    ['after Reject All', () => keepConsent(DEFAULT_CONSENT)],
    ['with consent to the other categories', () => keepConsent({ ...FULL_CONSENT, functional: false })],
  ])('%s nothing functional is stored, and values last until the page is left', (_, choose) => {
    choose()
    const before = inBrowser()
    keepAll()
    keepStored('compared-lots', '7,9')
    expect(inBrowser()).toEqual(before)
    expect(sessionStorage).toHaveLength(0)
    expect(readStored('theme')).toBe('dark')
  })

  test('what is necessary is stored without a choice', () => {
    keepStored('authToken', 'secret')
    expect(inBrowser()).toEqual(['authToken'])
  })

  test('consent stores what was set before it', () => {
    keepAll()
    keepConsent({ ...DEFAULT_CONSENT, functional: true })
    expect(inBrowser()).toEqual(['cookie-consent', ...Object.keys(SETTINGS)].toSorted())
    expect(localStorage.getItem('theme')).toBe('dark')
  })

  test('withdrawn consent removes what its category stored, and nothing else', () => {
    keepConsent(FULL_CONSENT)
    keepAll()
    keepStored('authToken', 'secret')
    keepStored('compared-lots', '7')
    keepConsent({ ...FULL_CONSENT, functional: false })
    expect(inBrowser()).toEqual(['authToken', 'cookie-consent'])
    expect(sessionStorage).toHaveLength(0)
    expect(readStored('theme')).toBeNull()
  })

  test('what an earlier version stored without consent is removed when the page loads', () => {
    localStorage.setItem('bid-alarms', 'on')
    localStorage.setItem('authToken', 'secret')
    applyConsent()
    expect(inBrowser()).toEqual(['authToken'])
  })

  test('what another tab removed is gone here, too', () => {
    keepStored('authToken', 'secret')
    localStorage.removeItem('authToken')
    expect(readStored('authToken')).toBeNull()
    dropStored('authToken')
  })

  test('in a browser that refuses storage, values last until the page is left', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    keepStored('authToken', 'secret')
    expect(readStored('authToken')).toBe('secret')
  })
})

describe('the stored choice', () => {
  const chosen: Consent = { necessary: true, analytics: true, marketing: false, functional: true }

  test('is read as it was stored', () => {
    keepConsent(chosen)
    expect(readConsent(DEFAULT_CONSENT)).toEqual(chosen)
  })

  test('is null before a choice', () => {
    expect(readConsent(DEFAULT_CONSENT)).toBeNull()
  })

  test.each([
    '[]',
    '{}',
    'null',
    'true',
    '7',
    '"text"',
    'not json',
    '[true,true,true,true]',
    '{"necessary":true,"analytics":true,"marketing":true}',
    '{"necessary":true,"analytics":1,"marketing":true,"functional":true}',
    '{"necessary":false,"analytics":true,"marketing":true,"functional":true}',
  ])('resets to the defaults from %s', (unreadable) => {
    localStorage.setItem('cookie-consent', unreadable)
    expect(readConsent(DEFAULT_CONSENT)).toEqual(DEFAULT_CONSENT)
    expect(JSON.parse(localStorage.getItem('cookie-consent') ?? '')).toEqual(DEFAULT_CONSENT)
  })
})
