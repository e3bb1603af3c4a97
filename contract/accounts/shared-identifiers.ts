import * as z from 'zod/mini'
import { User } from './accounts.ts'
import { Id, Instant } from '../platform/values.ts'

/** What can show that two accounts belong together. Only keyed hashes are stored, so the originals cannot be read back. */
export const IDENTIFIER_KINDS = ['document-number', 'document-file', 'card', 'device'] as const

/** An identity document, card or device of an account that is also on another account. */
export const SharedIdentifier = z.object({
  kind: z.enum(IDENTIFIER_KINDS),
  /** When the second of the two accounts first had it. */
  since: Instant,
  /** One of the two accounts registered with the other's referral code: that referral earns no reward. */
  isReferral: z.boolean(),
  account: z.object({
    id: Id,
    name: z.string(),
    accountStatus: User.shape.accountStatus,
    verificationStatus: User.shape.verificationStatus,
  }),
})
export type SharedIdentifier = z.infer<typeof SharedIdentifier>

/** Another account with the same phone number or postal address: a household, or one person twice. */
export const SimilarAccount = z.object({
  kind: z.enum(['phone', 'address']),
  account: SharedIdentifier.shape.account,
})
export type SimilarAccount = z.infer<typeof SimilarAccount>
