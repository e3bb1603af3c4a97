import type { OpenSession } from '#contract/accounts/account-profile.ts'
import type { OpenSessionRow } from './session-store.ts'

/** The first match counts: most browsers also name their ancestors. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** What a person would call it: "Firefox on Windows", "Safari on iPhone", "A program (curl)". */
export function deviceWords(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'A program'
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1]
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  const program = /^[\w.-]{1,30}/.exec(userAgent)?.[0]
  return program === undefined ? 'A program' : `A program (${program})`
}

/** `current`: the session of the request. */
export function presentSession(row: OpenSessionRow, current: string | null): OpenSession {
  return {
    id: row.id,
    current: row.id === current,
    device: deviceWords(row.user_agent),
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }
}
