import type { User } from '#contract/accounts.ts'
import { paths } from '../paths.ts'

/**
 * What a route asks of the person. `paid` includes `login`, `checked` includes `paid`. `complete` has no check for a log-in:
 * without a person it does nothing, and the screen shows what a visitor may see. Source: the specification, sections 2 and 4.
 */
export type Guard = 'none' | 'login' | 'paid' | 'checked' | 'complete'

type Person = Pick<User, 'hasPaidMembershipFee' | 'verificationStatus' | 'accountStatus'> & {
  idDocument: object | null
}

/** Where the guard sends the person, or null to let in. The order of the checks is the specification's, section 4. */
export function redirectOf(guard: Guard, person: Person | null): string | null {
  if (guard === 'none') return null
  if (guard === 'complete') return person === null ? null : redirectOfIncomplete(person)
  if (person === null) return paths.logIn
  if (guard === 'login') return null
  if (!person.hasPaidMembershipFee) return paths.payment
  return guard === 'checked' ? redirectOfUnverified(person) : null
}

function redirectOfUnverified(person: Person): string | null {
  if (person.verificationStatus !== 'pending') return null
  return person.idDocument === null ? paths.verification : paths.verificationPending
}

function redirectOfIncomplete(person: Person): string | null {
  const { hasPaidMembershipFee, verificationStatus, accountStatus } = person
  if (verificationStatus === 'verified' && accountStatus === 'active' && hasPaidMembershipFee) return null
  if (!hasPaidMembershipFee) return paths.payment
  if (person.idDocument === null) return paths.verification
  return verificationStatus === 'pending' ? paths.verificationPending : null
}
