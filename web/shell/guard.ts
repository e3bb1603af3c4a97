import { barrier, type Standing } from '#contract/access.ts'
import { paths } from '../paths.ts'

/**
 * What a route asks of the person. `paid` includes `login`, `checked` includes `paid`. `complete` has no check for a log-in:
 * without a person it does nothing, and the screen shows what a visitor may see. `informed` is the same, and lets staff in without fee
 * or document: they see lots, auctions and the calendar as bidders do. Source: the specification, sections 2 and 4.
 */
export type Guard = 'none' | 'login' | 'paid' | 'checked' | 'complete' | 'informed'

/** Where the guard sends the person, or null to let in. The order of the checks is the specification's, section 4. */
export function redirectOf(guard: Guard, person: Standing | null): string | null {
  if (guard === 'none') return null
  if (guard === 'complete' || guard === 'informed') return person === null ? null : redirectOfIncomplete(person, guard)
  if (person === null) return paths.logIn
  if (guard === 'login') return null
  if (!person.hasPaidMembershipFee) return paths.payment
  return guard === 'checked' ? redirectOfUnverified(person) : null
}

function redirectOfUnverified(person: Standing): string | null {
  if (person.verificationStatus !== 'pending') return null
  return person.idDocument === null ? paths.verification : paths.verificationPending
}

/**
 * By the ladder that the house itself goes by. Who lacks nothing but an active account is sent nowhere, because the specification
 * names no screen for it: the screen opens, and the house refuses what it asks for and says why.
 */
function redirectOfIncomplete(person: Standing, guard: 'complete' | 'informed'): string | null {
  const stop = barrier(person, guard)
  return stop === null || stop.code === 'account-not-active' ? null : stop.goTo
}
