import type { User } from './accounts.ts'
import type { Rung, STAFF_ROLES } from './rungs.ts'

/** What the ladder looks at; `User` of `GET /api/user` has all of it. */
export type Standing = Pick<User, 'role' | 'hasPaidMembershipFee' | 'verificationStatus' | 'accountStatus'> & {
  idDocument: object | null
  /** `due`: staff who have not set it up yet. */
  secondFactor?: User['secondFactor']
}

/** Why somebody is not let in, with the HTTP status and, for the client, where to go next. */
export type Barrier = { status: 401 | 402 | 403; code: string; message: string; goTo: string }

const LOG_IN: Barrier = { status: 401, code: 'login-required', message: 'Log in first.', goTo: '/auth' }
const PAY: Barrier = {
  status: 402,
  code: 'membership-required',
  message: 'Pay the membership fee first.',
  goTo: '/payment',
}
const SEND_DOCUMENT: Barrier = {
  status: 403,
  code: 'document-required',
  message: 'Send an identity document first.',
  goTo: '/verification',
}
const WAIT: Barrier = {
  status: 403,
  code: 'verification-pending',
  message: 'Your identity document is being checked.',
  goTo: '/verification-pending',
}
const NOT_ACTIVE: Barrier = {
  status: 403,
  code: 'account-not-active',
  message: 'This account is not active. Contact support.',
  goTo: '/support',
}
const NOT_STAFF: Barrier = {
  status: 403,
  code: 'not-permitted',
  message: 'Your account does not include this.',
  goTo: '/admin-login',
}

const SET_UP_FACTOR: Barrier = {
  status: 403,
  code: 'second-factor-required',
  message: 'Set up your second factor first. The administration opens with it.',
  goTo: '/admin-login',
}

/** Null: let in. Source: the specification, section 4, in its order. */
export function barrier(person: Standing | null, rung: Rung): Barrier | null {
  if (rung === 'visitor') return null
  if (person === null) return LOG_IN
  if (rung === 'member') return null
  if (rung === 'paid') return person.hasPaidMembershipFee ? null : PAY
  // What is owed can be paid while the account is suspended; nothing else opens with it.
  if (rung === 'customer') {
    return completeBarrier(person.accountStatus === 'suspended' ? { ...person, accountStatus: 'active' } : person)
  }
  if (rung === 'complete') return completeBarrier(person)
  if (rung === 'informed') return person.role === 'member' ? completeBarrier(person) : staffBarrier(person, 'staff')
  return staffBarrier(person, rung)
}

function completeBarrier(person: Standing): Barrier | null {
  const { hasPaidMembershipFee, verificationStatus, idDocument, accountStatus } = person
  if (hasPaidMembershipFee && verificationStatus === 'verified' && accountStatus === 'active') return null
  if (!hasPaidMembershipFee) return PAY
  if (idDocument === null) return SEND_DOCUMENT
  return verificationStatus === 'pending' ? WAIT : NOT_ACTIVE
}

/** `staff`: any staff role. The owner holds every role. Who is suspended may log in to read why, and holds none. */
function staffBarrier(
  { role, accountStatus, secondFactor }: Standing,
  rung: 'staff' | (typeof STAFF_ROLES)[number],
): Barrier | null {
  const holds = role !== 'member' && (rung === 'staff' || role === 'owner' || role === rung)
  if (!holds) return NOT_STAFF
  if (accountStatus !== 'active') return NOT_ACTIVE
  return secondFactor === 'due' ? SET_UP_FACTOR : null
}
