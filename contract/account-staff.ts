import * as z from 'zod/mini'
import { STAFF_ROLES } from './rungs.ts'
import { OpenSession } from './account-profile.ts'
import { Email, User } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { SharedIdentifier } from './shared-identifiers.ts'
import { Amount, Id, Instant, Ok, plainText } from './values.ts'

/** People, as staff see and handle them. Every change is audited with its reason. */

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
export type AccountRow = z.infer<typeof AccountRow>

const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText)
const OfAccount = z.object({ accountId: Id })

export const ACCOUNT_SORTS = ['since', 'name', 'email', 'paddle', 'limit'] as const

const AccountFilter = {
  q: z.optional(z.string().check(z.maxLength(120))),
  status: z.optional(User.shape.accountStatus),
  role: z.optional(z.enum(['member', 'staff', ...STAFF_ROLES])),
  step: z.optional(z.enum(['not-paid', 'not-verified', 'complete'])),
  /** `since` unless said otherwise, and then the newest first. */
  sort: z.optional(z.enum(ACCOUNT_SORTS)),
  order: z.optional(z.enum(['up', 'down'])),
}

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  access: 'staff',
  audit: { act: 'view-accounts', of: 'account' },
  summary: 'Find people by name, email or paddle; filter by where they stand; sort and page',
  query: z.object({ ...AccountFilter, page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))) }),
  reply: z.object({ items: z.array(AccountRow), page: z.int(), pages: z.int(), count: z.int() }),
})

export const exportAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts-csv',
  access: 'reviewer',
  audit: { act: 'export-accounts', of: 'account' },
  summary: 'The found people as CSV; the export is audited',
  query: z.object(AccountFilter),
  reply: null,
  media: 'text/csv',
})

export const AccountNote = z.object({ id: Id, by: z.string(), at: Instant, text: z.string() })

export const AccountDetail = z.object({
  ...AccountRow.shape,
  phone: z.string(),
  country: z.string(),
  emailConfirmed: z.boolean(),
  secondFactor: z.boolean(),
  sessions: z.array(OpenSession),
  notes: z.array(AccountNote),
  /** Documents, cards and devices of this person that are also on another account. */
  shared: z.array(SharedIdentifier),
})
export type AccountDetail = z.infer<typeof AccountDetail>

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:accountId',
  access: 'staff',
  audit: { act: 'view-account', of: 'account' },
  summary: 'One person with sessions and notes',
  params: OfAccount,
  reply: AccountDetail,
})

export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/api/admin/accounts/:accountId',
  access: 'reviewer',
  summary: 'Suspend, reactivate or limit an account; effective at once',
  params: OfAccount,
  body: z.object({
    accountStatus: z.optional(z.enum(['active', 'suspended'])),
    biddingLimit: z.optional(z.nullable(Amount)),
    reason: Reason,
  }),
  reply: AccountRow,
})

export const correctEmail = endpoint({
  method: 'PUT',
  path: '/api/admin/accounts/:accountId/email',
  access: 'reviewer',
  summary: 'Correct an email address; it must be confirmed again, and both addresses are told',
  params: OfAccount,
  body: z.object({ email: Email, reason: Reason }),
  reply: AccountRow,
  rejections: ['same-address', 'address-taken'],
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/confirmations',
  access: 'reviewer',
  summary: 'Send the link that confirms the email again',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: Ok,
  rejections: ['already-confirmed'],
})

export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/notes',
  access: 'staff',
  summary: 'Note something about a person, for staff; it is part of the person’s data export',
  params: OfAccount,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(3, 'Write the note.'), z.maxLength(2000), plainText) }),
  reply: AccountNote,
  status: 201,
})

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/session-endings',
  access: 'reviewer',
  summary: 'Log a person out everywhere',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: Ok,
})

export const removeSecondFactorOf = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/second-factor-removals',
  access: 'owner',
  summary: 'Take the second factor off for somebody who lost phone and recovery codes; all their sessions end',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: Ok,
  rejections: ['not-on'],
})

export const startSupport = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/support-sessions',
  access: 'reviewer',
  summary: 'See the house as this member does, to read only, for half an hour',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: User,
})

export const endSupport = endpoint({
  method: 'DELETE',
  path: '/api/support-session',
  access: 'member',
  summary: 'Back to one’s own account',
  reply: User,
  support: 'allowed',
})
