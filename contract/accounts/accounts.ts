import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { LANGUAGE_CODES } from '../platform/languages.ts'
import { STAFF_ROLES } from '../platform/access-levels.ts'
import { REFERRAL_CHANNELS } from './referral-channels.ts'
import { Amount, Id, Instant, Ok, oneLine } from '../platform/values.ts'

/** What `GET /api/user` answers: the current person. Source: the specification, section 3, and the product, "People and rights". */
export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  country: z.string(),
  /** Null: they never chose one, and the page follows their browser. */
  language: z.nullable(z.enum(LANGUAGE_CODES)),
  role: z.enum(['member', ...STAFF_ROLES]),
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

export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter an email address, such as name@example.com.'))

/** Any characters; the server also refuses the common ones. */
export const Password = z
  .string()
  .check(z.minLength(12, 'Use at least 12 characters.'), z.maxLength(200, 'Use at most 200 characters.'))

export const Phone = z
  .string()
  .check(z.trim(), z.regex(/^\+?[0-9 ()./-]{6,30}$/, 'Enter a phone number with its country code.'))

export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country.'))

/** The current password, repeated before a sensitive action. */
export const GivenPassword = z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(200))

/** Six digits of an authenticator app, or a recovery code; spaces and dashes as people write them. */
export const FactorCode = z
  .string()
  .check(z.trim(), z.minLength(6, 'Enter the six digits, or a recovery code.'), z.maxLength(40))

export const PersonName = z.string().check(z.trim(), z.minLength(2, 'Enter your full name.'), z.maxLength(120), oneLine)

export const ReferralChannel = z.enum(
  REFERRAL_CHANNELS,
  `This isn’t a referral channel that we know. Use one of: ${REFERRAL_CHANNELS.join(', ')}.`,
)

export const Registration = z.object({
  email: Email,
  password: Password,
  name: PersonName,
  phone: Phone,
  country: Country,
  /** The language of the page they registered on. */
  language: z.optional(z.enum(LANGUAGE_CODES)),
  acceptTerms: z.literal(true, 'Accept the terms to register.'),
  referralCode: z.optional(z.string().check(z.maxLength(40))),
  /** Where the person found the referral link. */
  referralChannel: z.optional(ReferralChannel),
})
export type Registration = z.infer<typeof Registration>

export const LogIn = z.object({
  email: Email,
  password: GivenPassword,
  /** Required if the account has a second factor; without it the answer is 401 `second-factor-required`. */
  code: z.optional(FactorCode),
})
export type LogIn = z.infer<typeof LogIn>

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

/** A secret that was sent by email. */
const LinkToken = z.string().check(z.regex(/^[\w-]{43}$/, 'This link isn’t complete. Copy all of it from the email.'))

export const askConfirmation = endpoint({
  method: 'POST',
  path: '/api/email-confirmation-requests',
  access: 'visitor',
  summary: 'Resend the link that confirms an email; the reply doesn’t reveal whether the account exists',
  body: z.object({ email: Email }),
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
  body: z.object({ email: Email }),
  reply: Ok,
  status: 202,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password-resets',
  access: 'visitor',
  summary: 'Choose a new password with the secret in the link; works once. Ends every session',
  body: z.object({ token: LinkToken, password: Password }),
  reply: z.object({ email: z.string() }),
  rejections: ['link-not-valid', 'password-too-common'],
})
