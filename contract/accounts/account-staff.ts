import * as z from 'zod/mini'
import { OpenSession } from './account-profile.ts'
import { User } from './accounts.ts'
import { Email } from './account-inputs.ts'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { SharedIdentifier, SimilarAccount } from './shared-identifiers.ts'
import { ACCOUNT_ROLE_WORDS, accountRoles } from './staff.ts'
import { Amount, Id, Instant, Ok, plainText } from '../platform/values.ts'

/** Accounts, as staff see and manage them. Every change is audited with its reason. */

/** Their codes are in files and in the API. */
export const ACCOUNT_WORDS: Readonly<Record<string, string>> = {
  active: 'Active',
  suspended: 'Suspended',
  closed: 'Closed',
}
export const IDENTITY_WORDS: Readonly<Record<string, string>> = { verified: 'Verified', pending: 'Not verified' }
const FEE_WORDS = { paid: 'Paid', 'not paid': 'Not paid' }

export const AccountRow = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  paddle: z.int(),
  role: z.string(),
  /** Other roles of a staff account. */
  moreRoles: z.array(z.string()),
  hasPaidMembershipFee: z.boolean(),
  verificationStatus: z.string(),
  accountStatus: z.string(),
  biddingLimit: z.nullable(Amount),
  createdAt: Instant,
})
export type AccountRow = z.infer<typeof AccountRow>

const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText)
const OfAccount = z.object({ accountId: Id })

const PersonRow = z.extend(AccountRow, { currency: z.string() })
export type PersonRow = z.infer<typeof PersonRow>

const PersonFileRow = z.extend(PersonRow, {
  phone: z.string(),
  country: z.string(),
  emailConfirmed: z.boolean(),
  secondFactor: z.boolean(),
})
type PersonFileRow = z.infer<typeof PersonFileRow>

export const listAccounts = adminList({
  path: '/api/admin/accounts',
  name: 'accounts',
  access: 'staff',
  subject: 'account',
  personal: true,
  summary: 'List accounts; search by name, email or paddle, filter by status, sort and page',
  item: PersonRow,
  row: PersonFileRow,
  columns: {
    paddle: { label: 'Paddle', kind: 'text', sort: 'up' },
    name: { label: 'Name', kind: 'link', sort: 'up' },
    email: { label: 'Email', kind: 'text', sort: 'up' },
    emailConfirmed: { label: 'Email confirmed', fileLabel: 'Address confirmed', kind: 'yes-no', in: 'file' },
    phone: { label: 'Phone', kind: 'text', in: 'file' },
    country: { label: 'Country', kind: 'text', in: 'file' },
    role: {
      label: 'Role',
      kind: 'status',
      of: ({ role, moreRoles }: AccountRow) => accountRoles([role, ...moreRoles]),
      words: ACCOUNT_ROLE_WORDS,
    },
    fee: {
      label: 'Fee',
      kind: 'status',
      of: ({ hasPaidMembershipFee }: AccountRow) => (hasPaidMembershipFee ? 'paid' : 'not paid'),
      words: FEE_WORDS,
    },
    identity: { label: 'Identity', kind: 'status', of: 'verificationStatus', words: IDENTITY_WORDS },
    account: { label: 'Account', kind: 'status', of: 'accountStatus', words: ACCOUNT_WORDS },
    limit: { label: 'Limit', fileLabel: 'Bidding limit', kind: 'price', of: 'biddingLimit', sort: 'down' },
    currency: {
      label: 'Currency',
      kind: 'text',
      of: ({ biddingLimit, currency }: PersonRow) => (biddingLimit === null ? null : currency),
      in: 'file',
    },
    secondFactor: {
      label: 'Second factor',
      kind: 'text',
      of: ({ secondFactor }: PersonFileRow) => (secondFactor ? 'on' : 'off'),
      in: 'file',
    },
    since: { label: 'Joined', fileLabel: 'Since', kind: 'instant', of: 'createdAt', sort: 'down' },
  },
  filters: {
    q: { kind: 'search', label: 'Name, email or paddle' },
    status: {
      kind: 'choice',
      label: 'Account',
      options: { active: 'Active', suspended: 'Suspended', closed: 'Closed' },
      all: 'Any',
    },
    role: {
      kind: 'choice',
      label: 'Role',
      options: {
        member: 'Members',
        staff: 'All staff',
        auctioneer: 'Auctioneers',
        reviewer: 'Reviewers',
        cashier: 'Cashiers',
        owner: 'Owners',
      },
      all: 'Any',
    },
    step: {
      kind: 'choice',
      label: 'Step',
      options: {
        'not-paid': 'Fee not paid',
        'not-verified': 'Paid, not verified',
        complete: 'Verified members',
        'not-approved': 'Waiting for approval',
      },
      all: 'Any',
    },
    shares: { kind: 'choice', label: 'Duplicates', options: { yes: 'Share something' }, all: 'Any' },
  },
  order: 'since',
  paging: 'cursor',
  csv: 'reviewer',
})

export const AccountNote = z.object({ id: Id, by: z.string(), at: Instant, text: z.string() })

/** The other account of a merge, and when. */
const MergedAccount = z.object({ id: Id, name: z.string(), email: z.string(), paddle: z.int(), at: Instant })

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
  /** Other open accounts with their phone number or postal address. */
  similar: z.array(SimilarAccount),
  /** Set if it was closed because it is the same person's as another. */
  mergedInto: z.nullable(MergedAccount),
  /** Accounts that were merged into this one, the latest first. */
  merged: z.array(MergedAccount),
})
export type AccountDetail = z.infer<typeof AccountDetail>

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:accountId',
  access: 'staff',
  audit: { action: 'view-account', of: 'account' },
  summary: 'One account with its sessions and notes',
  params: OfAccount,
  reply: AccountDetail,
})

export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/api/admin/accounts/:accountId',
  access: 'reviewer',
  summary: 'Suspend, reactivate or limit an account, effective immediately',
  params: OfAccount,
  body: z.object({
    accountStatus: z.optional(z.enum(['active', 'suspended'])),
    biddingLimit: z.optional(z.nullable(Amount)),
    reason: Reason,
  }),
  reply: AccountRow,
})

export const EmailCorrection = z.object({ email: Email, reason: Reason })

export const correctEmail = endpoint({
  method: 'PUT',
  path: '/api/admin/accounts/:accountId/email',
  access: 'reviewer',
  summary: 'Correct an email address; it must be confirmed again, and both addresses get an email',
  params: OfAccount,
  body: EmailCorrection,
  reply: AccountRow,
  rejections: ['same-address', 'address-taken'],
  stepUp: true,
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/confirmations',
  access: 'reviewer',
  summary: 'Resend the link that confirms the email',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: Ok,
  rejections: ['already-confirmed'],
})

export const NewNote = z.object({
  text: z.string().check(z.trim(), z.minLength(3, 'Enter the note.'), z.maxLength(2000), plainText),
})

export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/notes',
  access: 'staff',
  summary: 'Add a staff note about a person; it is part of their data export',
  params: OfAccount,
  body: NewNote,
  reply: AccountNote,
  status: 201,
})

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/session-endings',
  access: 'reviewer',
  summary: 'Sign a person out everywhere',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: Ok,
})

export const endSessionOf = endpoint({
  method: 'DELETE',
  path: '/api/admin/accounts/:accountId/sessions/:sessionId',
  access: 'reviewer',
  summary: 'End one session of a person',
  params: z.object({ accountId: Id, sessionId: Id }),
  reply: Ok,
})

export const sendPasswordReset = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/password-resets',
  access: 'reviewer',
  summary: 'Email a link to choose a new password; the old password works until then',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: Ok,
})

export const removeSecondFactorOf = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/second-factor-removals',
  access: 'owner',
  summary: 'Remove the second factor of a person who lost their phone and recovery codes; this ends all their sessions',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: Ok,
  rejections: ['not-on'],
  // With a mailbox of one's own and no second factor, anyone could sign in as a colleague.
  stepUp: true,
})

export const startSupport = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/support-sessions',
  access: 'reviewer',
  summary: 'View the site as this member, read-only, for 30 minutes',
  params: OfAccount,
  body: z.object({ reason: Reason }),
  reply: User,
})

export const endSupport = endpoint({
  method: 'DELETE',
  path: '/api/support-session',
  access: 'member',
  summary: 'Return to your own account',
  reply: User,
  support: 'allowed',
})
