import type { User } from './accounts.ts'
import type { AccessLevel, StaffRole } from '../platform/access-levels.ts'

/** Input of the access check; `User` of `GET /api/user` includes all of it. */
export type AccessFacts = Pick<User, 'role' | 'hasPaidMembershipFee' | 'verificationStatus' | 'accountStatus'> & {
  idDocument: object | null
  /** Roles besides `role`. */
  moreRoles?: readonly StaffRole[]
  /** `due`: staff who have not set it up yet. */
  secondFactor?: User['secondFactor']
}

/** Why access is denied, with the HTTP status and the page the client sends the person to. */
export type AccessDenial = { status: 401 | 402 | 403; code: string; message: string; goTo: string }

const LOG_IN: AccessDenial = { status: 401, code: 'login-required', message: 'Sign in first.', goTo: '/auth' }
const PAY: AccessDenial = {
  status: 402,
  code: 'membership-required',
  message: 'Pay the membership fee first.',
  goTo: '/payment',
}
const SEND_DOCUMENT: AccessDenial = {
  status: 403,
  code: 'document-required',
  message: 'Send an identity document first.',
  goTo: '/verification',
}
const WAIT: AccessDenial = {
  status: 403,
  code: 'verification-pending',
  message: 'Your identity document is being checked.',
  goTo: '/verification-pending',
}
const NOT_ACTIVE: AccessDenial = {
  status: 403,
  code: 'account-not-active',
  message: 'This account isn’t active. Contact our team.',
  goTo: '/support',
}
const NOT_STAFF: AccessDenial = {
  status: 403,
  code: 'not-permitted',
  message: 'Your account doesn’t have access to this.',
  goTo: '/admin-login',
}

const SET_UP_FACTOR: AccessDenial = {
  status: 403,
  code: 'second-factor-required',
  message: 'Set up two-factor authentication first. You need it to open the administration.',
  goTo: '/admin-login',
}

/** The first access requirement that is not met; null if access is allowed. Source: the specification, section 4, in its order. */
export function accessDenial(person: AccessFacts | null, accessLevel: AccessLevel): AccessDenial | null {
  if (accessLevel === 'visitor') return null
  if (person === null) return LOG_IN
  if (accessLevel === 'member') return null
  if (accessLevel === 'paid') return person.hasPaidMembershipFee ? null : PAY
  // A suspended account can still pay what it owes, and nothing else.
  if (accessLevel === 'customer') {
    return memberDenial(person.accountStatus === 'suspended' ? { ...person, accountStatus: 'active' } : person)
  }
  if (accessLevel === 'complete') return memberDenial(person)
  if (accessLevel === 'sees-prices')
    return person.role === 'member' ? memberDenial(person) : staffDenial(person, 'staff')
  return staffDenial(person, accessLevel)
}

function memberDenial(person: AccessFacts): AccessDenial | null {
  const { hasPaidMembershipFee, verificationStatus, idDocument, accountStatus } = person
  if (hasPaidMembershipFee && verificationStatus === 'verified' && accountStatus === 'active') return null
  if (!hasPaidMembershipFee) return PAY
  if (idDocument === null) return SEND_DOCUMENT
  return verificationStatus === 'pending' ? WAIT : NOT_ACTIVE
}

/** `staff`: any staff role. The owner has every role. A suspended person may sign in to read why, and has no role. */
function staffDenial(
  { role, moreRoles = [], accountStatus, secondFactor }: AccessFacts,
  accessLevel: 'staff' | StaffRole,
): AccessDenial | null {
  const has = accessLevel === 'staff' || role === 'owner' || role === accessLevel || moreRoles.includes(accessLevel)
  const holds = role !== 'member' && has
  if (!holds) return NOT_STAFF
  if (accountStatus !== 'active') return NOT_ACTIVE
  return secondFactor === 'due' ? SET_UP_FACTOR : null
}
