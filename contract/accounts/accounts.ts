import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { LANGUAGE_CODES } from '../platform/languages.ts'
import { STAFF_ROLES } from '../platform/access-levels.ts'
import { LinkTo, LinkToken, LogIn, PasswordReset, Registration } from './account-inputs.ts'
import { Amount, Id, Instant, namesOf, Ok } from '../platform/values.ts'

/** What `GET /api/user` answers: the current person. Source: the specification, section 3, and the product, "People and rights". */
export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  country: z.string(),
  /** Null: they never chose one, and the page follows their browser. */
  language: z.nullable(z.enum(LANGUAGE_CODES)),
  role: namesOf(['member'], STAFF_ROLES),
  /** Staff may have several roles; these are the others. */
  moreRoles: z.array(z.enum(STAFF_ROLES)),
  hasPaidMembershipFee: z.boolean(),
  verificationStatus: z.enum(['pending', 'verified']),
  idDocument: z.nullable(
    z.object({ submittedAt: Instant, kind: z.string(), state: z.enum(['submitted', 'approved']) }),
  ),
  verificationNote: z.nullable(z.string()),
  accountStatus: z.enum(['active', 'suspended', 'closed']),
  paddle: z.int(),
  biddingLimit: z.nullable(Amount),
  referralCode: z.string(),
  createdAt: Instant,
  /** The email is confirmed: a link sent to it was opened. */
  emailConfirmed: z.boolean(),
  /** `due`: staff who must set it up before they can use the administration. */
  secondFactor: z.enum(['off', 'on', 'due']),
  /** The staff member who is viewing this account, read-only, in this session; null in the person's own session. */
  support: z.nullable(z.object({ by: z.string(), until: Instant })),
})
export type User = z.infer<typeof User>

/** Days after which an account whose email was never confirmed is closed. */
export const CLAIM_DAYS = 30

/** The token goes to local storage under `authToken`; a browser also receives the cookie it is bound to. */
export const Session = z.object({ token: z.string(), user: User })
export type Session = z.infer<typeof Session>

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'visitor',
  summary: 'Create an account',
  body: Registration,
  reply: Session,
  status: 201,
  rejections: ['password-too-common'],
})

export const readReferralCode = endpoint({
  method: 'GET',
  path: '/api/referral-codes/:code',
  access: 'visitor',
  summary: 'Check whether a referral code belongs to a member, or to an account that was closed',
  params: z.object({ code: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: z.object({ isKnown: z.boolean(), isClosed: z.boolean() }),
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'visitor',
  summary: 'Sign in',
  body: LogIn,
  reply: Session,
  problems: [401],
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'visitor',
  summary: 'Sign out',
  reply: null,
  support: 'allowed',
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'member',
  summary: 'The current user',
  reply: User,
})

export const askConfirmation = endpoint({
  method: 'POST',
  path: '/api/email-confirmation-requests',
  access: 'visitor',
  summary: 'Resend the link that confirms an email; the reply doesn’t reveal whether the account exists',
  body: LinkTo,
  reply: Ok,
  status: 202,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/email-confirmations',
  access: 'visitor',
  summary: 'Confirm an email, or a new email, with the secret in the link; works once',
  body: z.object({ token: LinkToken }),
  reply: z.object({ email: z.string() }),
  rejections: ['link-not-valid'],
})

export const askPasswordReset = endpoint({
  method: 'POST',
  path: '/api/password-reset-requests',
  access: 'visitor',
  summary: 'Send a link to choose a new password; the reply doesn’t reveal whether the account exists',
  body: LinkTo,
  reply: Ok,
  status: 202,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password-resets',
  access: 'visitor',
  summary: 'Choose a new password with the secret in the link; works once. Ends every session',
  body: PasswordReset,
  reply: z.object({ email: z.string() }),
  rejections: ['link-not-valid', 'password-too-common'],
})
