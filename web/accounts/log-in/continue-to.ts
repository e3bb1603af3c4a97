import { barrier } from '#contract/access.ts'
import type { User } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'

const LOG_INS: readonly string[] = [paths.logIn, paths.register, paths.adminLogIn]

/** The page asked for in `?redirect=` while it is one of ours and no log-in itself, else null. */
export function askedFor(search: string, origin: string): string | null {
  const asked = new URLSearchParams(search).get('redirect')
  if (asked === null || !asked.startsWith('/') || !URL.canParse(asked, origin)) return null
  const url = new URL(asked, origin)
  if (url.origin !== origin || LOG_INS.includes(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** Where a person goes on: the page asked for, else the next step of the ladder, else the auctions. */
export function continueTo(user: User, search: string, origin: string): string {
  return askedFor(search, origin) ?? nextStep(user) ?? paths.calendar
}

/** The next step of the access ladder; null for a complete bidder. */
export function nextStep(user: User): string | null {
  return barrier(user, 'complete')?.goTo ?? null
}
