import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Instant } from './values.ts'

/** What `GET /api/user` answers: the current person. Source: the specification, section 3, and the product, "People and rights". */
export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  country: z.string(),
  role: z.enum(['member', 'auctioneer', 'reviewer', 'cashier', 'owner']),
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
})
export type User = z.infer<typeof User>

const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Write an email address such as name@example.com.'))

/** Any characters; the server also refuses the common ones. */
const Password = z
  .string()
  .check(z.minLength(12, 'Use at least 12 characters.'), z.maxLength(200, 'Use at most 200 characters.'))

export const Registration = z.object({
  email: Email,
  password: Password,
  name: z.string().check(z.trim(), z.minLength(2, 'Write your full name.'), z.maxLength(120)),
  phone: z.string().check(z.trim(), z.regex(/^\+?[0-9 ()./-]{6,30}$/, 'Write a phone number with its country code.')),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  acceptTerms: z.literal(true, 'Accept the terms to register.'),
  referralCode: z.optional(z.string().check(z.maxLength(40))),
})
export type Registration = z.infer<typeof Registration>

export const LogIn = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, 'Write your password.'), z.maxLength(200)),
})
export type LogIn = z.infer<typeof LogIn>

/** The token goes to local storage under `authToken`; a browser also receives the cookie it is bound to. */
export const Session = z.object({ token: z.string(), user: User })
export type Session = z.infer<typeof Session>

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'visitor',
  summary: 'Open an account',
  body: Registration,
  reply: Session,
  status: 201,
  rejections: ['email-not-usable', 'password-too-common'],
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'visitor',
  summary: 'Open a session',
  body: LogIn,
  reply: Session,
  problems: [401],
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'visitor',
  summary: 'End the session',
  reply: null,
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'member',
  summary: 'The current person',
  reply: User,
})

/** People, for staff. */
export const AccountRow = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  paddle: z.int(),
  role: z.string(),
  hasPaidMembershipFee: z.boolean(),
  verificationStatus: z.string(),
  accountStatus: z.string(),
  biddingLimit: z.nullable(Amount),
  createdAt: Instant,
})

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  access: 'staff',
  summary: 'Find people by name, email or paddle',
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(120))),
    /** `next` of the page before. */
    cursor: z.optional(Id),
  }),
  reply: z.object({ items: z.array(AccountRow), next: z.nullable(z.string()) }),
})

export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/api/admin/accounts/:accountId',
  access: 'reviewer',
  summary: 'Suspend, reactivate or limit an account; effective at once',
  params: z.object({ accountId: Id }),
  body: z.object({
    accountStatus: z.optional(z.enum(['active', 'suspended'])),
    biddingLimit: z.optional(z.nullable(Amount)),
    reason: z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500)),
  }),
  reply: AccountRow,
})
