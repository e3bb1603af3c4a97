import { type Consent, consentIn } from './consent-choice.ts'
import { STORED, type StoredName } from '#contract/platform/stored-keys.ts'

/** Where the choice is stored. Source: the specification, section 3. */
const CONSENT_KEY = 'cookie-consent'

/** Values without consent, or where the browser stores nothing: kept until the page is left. */
const memory = new Map<StoredName, string>()

const NAMES = (Object.keys(STORED) as (keyof typeof STORED)[]).filter(isWritten)

/** The value stored under the name, or held by this page instead; null for nothing. */
export function readStored(name: StoredName): string | null {
  return (mayStore(name) ? inBrowser(name, (storage) => storage.getItem(name)) : null) ?? memory.get(name) ?? null
}

/** Stores a value where its category has consent, else holds it until the page is left. */
export function keepStored(name: StoredName, value: string): void {
  const isStored = mayStore(name) && store(name, value)
  if (isStored) memory.delete(name)
  else memory.set(name, value)
}

export function dropStored(name: StoredName): void {
  memory.delete(name)
  inBrowser(name, (storage) => storage.removeItem(name))
}

/** The stored choice about cookies, or null without one. An unreadable one is reset to `instead`. */
export function readConsent(instead: Consent): Consent | null {
  const stored = inBrowser(CONSENT_KEY, (storage) => storage.getItem(CONSENT_KEY)) ?? memory.get(CONSENT_KEY) ?? null
  if (stored === null) return null
  const consent = consentIn(stored)
  if (consent === null) keepConsent(instead)
  return consent ?? instead
}

/** Stores the choice and immediately whatever it allows; what it does not allow is removed from the browser. */
export function keepConsent(consent: Consent): void {
  keepStored(CONSENT_KEY, JSON.stringify(consent))
  applyConsent()
}

/** Enforces the choice on the browser's storage. Also on load: an earlier version may have stored more. */
export function applyConsent(): void {
  for (const name of NAMES) {
    const held = memory.get(name)
    if (!mayStore(name)) inBrowser(name, (storage) => storage.removeItem(name))
    else if (held !== undefined && store(name, held)) memory.delete(name)
  }
}

/** Deletes everything stored under this origin, including what other code stored. */
export function clearStored(): void {
  memory.clear()
  for (const storages of [() => sessionStorage, () => localStorage]) attempt(() => storages().clear())
}

function mayStore(name: StoredName): boolean {
  const { category } = STORED[name]
  if (category === 'necessary') return true
  const stored = readStored(CONSENT_KEY)
  return stored !== null && consentIn(stored)?.[category] === true
}

function store(name: StoredName, value: string): boolean {
  return (
    inBrowser(name, (storage) => {
      storage.setItem(name, value)
      return true
    }) ?? false
  )
}

function isWritten(name: keyof typeof STORED): name is StoredName {
  const { where } = STORED[name]
  return where === 'browser' || where === 'tab'
}

function inBrowser<T>(name: StoredName, use: (storage: Storage) => T): T | null {
  return attempt(() => use(STORED[name].where === 'tab' ? sessionStorage : localStorage))
}

/** A browser may refuse storage or have no space left. */
function attempt<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}
