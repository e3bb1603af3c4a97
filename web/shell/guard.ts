import { accessDenial, type AccessFacts } from '#contract/accounts/access.ts'
import { paths } from '../paths.ts'

/**
 * What a route requires of the person. `paid` includes `login`, `checked` includes `paid`. `complete` does not require a sign-in: without
 * a person it does nothing, and the screen shows what a visitor may see. `sees-prices` is the same, and admits staff without fee or
 * document: they see lots, auctions and the calendar as bidders do. Source: the specification, sections 2 and 4.
 */
export type Guard = 'none' | 'login' | 'paid' | 'checked' | 'complete' | 'sees-prices'

/** Where the guard redirects the person, or null to allow. The order of the checks is the specification's, section 4. */
export function redirectOf(guard: Guard, person: AccessFacts | null): string | null {
  if (guard === 'none') return null
  if (guard === 'complete' || guard === 'sees-prices')
    return person === null ? null : redirectOfIncomplete(person, guard)
  if (person === null) return paths.logIn
  if (guard === 'login') return null
  if (!person.hasPaidMembershipFee) return paths.payment
  return guard === 'checked' ? redirectOfUnverified(person) : null
}

function redirectOfUnverified(person: AccessFacts): string | null {
  if (person.verificationStatus !== 'pending') return null
  return person.idDocument === null ? paths.verification : paths.verificationPending
}

/**
 * Uses the same access levels as the server. A person who lacks only an active account is not redirected, because the
 * specification names no screen for it: the screen opens, and the server refuses its requests and says why.
 */
function redirectOfIncomplete(person: AccessFacts, guard: 'complete' | 'sees-prices'): string | null {
  const stop = accessDenial(person, guard)
  return stop === null || stop.code === 'account-not-active' ? null : stop.goTo
}
