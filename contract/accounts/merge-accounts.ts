import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Reason } from '../platform/values.ts'

/** One person with two accounts: one stays, and the duplicate is merged into it and closed. It can't be undone. */

/** What moves to the account that stays, how many of each. */
export const Carried = z.object({
  watches: z.int(),
  savedSearches: z.int(),
  tickets: z.int(),
  notes: z.int(),
  strikes: z.int(),
  /** Pending referral rewards of which the duplicate is the referrer. */
  referrals: z.int(),
  /** 1: the duplicate has paid the membership fee, and the account that stays hadn't. */
  membership: z.int(),
})
export type Carried = z.infer<typeof Carried>

export const MergePreview = z.object({
  /** Why they can't be merged, as sentences to staff; empty: they can. */
  reasons: z.array(z.string()),
  carried: Carried,
})
export type MergePreview = z.infer<typeof MergePreview>

const merge = {
  path: '/api/admin/accounts/:accountId/merges/:duplicateId',
  access: 'reviewer',
  params: z.object({ accountId: Id, duplicateId: Id }),
} as const

export const previewMerge = endpoint({
  ...merge,
  method: 'GET',
  summary: 'Whether an account can be merged into another, and what would move to the one that stays',
  reply: MergePreview,
})

export const mergeAccounts = endpoint({
  ...merge,
  method: 'POST',
  stepUp: true,
  summary: 'Merge an account into another of the same person and close it; can’t be undone',
  body: z.object({ reason: Reason }),
  reply: z.object({ carried: Carried }),
  rejections: ['not-mergeable'],
})
