/** Where the choice is stored. Source: the specification, section 3. */
export const CONSENT_KEY = 'cookie-consent'

export const CATEGORIES = ['necessary', 'analytics', 'marketing', 'functional'] as const
export type Category = (typeof CATEGORIES)[number]
export type Consent = { necessary: true } & Record<Exclude<Category, 'necessary'>, boolean>

export const DEFAULT_CONSENT: Consent = { necessary: true, analytics: false, marketing: false, functional: false }
export const FULL_CONSENT: Consent = { necessary: true, analytics: true, marketing: true, functional: true }

/** The stored choice, or null without one. One that cannot be read is reset to the defaults. */
export function readConsent(): Consent | null {
  const stored = localStorage.getItem(CONSENT_KEY)
  if (stored === null) return null
  const consent = parsed(stored)
  if (consent !== null) return consent
  keepConsent(DEFAULT_CONSENT)
  return DEFAULT_CONSENT
}

export function keepConsent(consent: Consent): void {
  localStorage.setItem(CONSENT_KEY, JSON.stringify(consent))
}

function parsed(text: string): Consent | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const said = new Map<string, unknown>(Object.entries(value))
    return {
      necessary: true,
      analytics: said.get('analytics') === true,
      marketing: said.get('marketing') === true,
      functional: said.get('functional') === true,
    }
  } catch {
    return null
  }
}
