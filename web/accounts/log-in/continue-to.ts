import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'

const LOG_INS: readonly string[] = [paths.logIn, paths.register, paths.adminLogIn]

/** The page requested in `?redirect=` if it is one of ours and not a sign-in page, else null. */
export function askedFor(search: string, origin: string): string | null {
  const asked = new URLSearchParams(search).get('redirect')
  if (asked === null || !asked.startsWith('/') || !URL.canParse(asked, origin)) return null
  const url = new URL(asked, origin)
  if (url.origin !== origin || LOG_INS.includes(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** Where a person continues: the page requested, else the next access level, else the auctions. */
export function continueTo(user: User, search: string, origin: string): string {
  return askedFor(search, origin) ?? nextStep(user) ?? paths.calendar
}

/** The page for the next access level; null for a verified member. */
export function nextStep(user: User): string | null {
  return accessDenial(user, 'complete')?.goTo ?? null
}
