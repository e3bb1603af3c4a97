/** The categories of what may be stored in the browser. Source: the specification, section 3. */
export const CATEGORIES = ['necessary', 'analytics', 'marketing', 'functional'] as const
export type Category = (typeof CATEGORIES)[number]
export type Consent = { necessary: true } & Record<Exclude<Category, 'necessary'>, boolean>

export const DEFAULT_CONSENT: Consent = { necessary: true, analytics: false, marketing: false, functional: false }
export const FULL_CONSENT: Consent = { necessary: true, analytics: true, marketing: true, functional: true }

/** The stored choice; null for anything but an object of the four booleans with `necessary` on. */
export function consentIn(text: string): Consent | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const said = new Map<string, unknown>(Object.entries(value))
    const [analytics, marketing, functional] = [said.get('analytics'), said.get('marketing'), said.get('functional')]
    if (said.get('necessary') !== true || typeof analytics !== 'boolean') return null
    if (typeof marketing !== 'boolean' || typeof functional !== 'boolean') return null
    return { necessary: true, analytics, marketing, functional }
  } catch {
    return null
  }
}
