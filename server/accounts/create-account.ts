import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'
import { insertAccount, type AccountRow, type NewAccount } from './store.ts'

/** The terms that a registration accepts. */
const TERMS_VERSION = '2026-11'

type Given = Pick<NewAccount, 'email' | 'passwordHash' | 'name' | 'phone' | 'country'>

/** A new account; a plain member unless `more` says otherwise (the demo's seed and the owner's command). Null: the address
 * should count as confirmed and is another account's. */
export function createAccount<T>(
  db: Kysely<T>,
  given: Given,
  more: Partial<Omit<NewAccount, keyof Given>> = {},
): Promise<AccountRow | null> {
  return insertAccount(db, {
    id: newId(),
    role: 'member',
    moreRoles: [],
    referralCode: randomBytes(5).toString('hex'),
    termsVersion: TERMS_VERSION,
    demo: false,
    emailConfirmed: false,
    hasPaid: false,
    verificationStatus: 'pending',
    idDocument: null,
    accountStatus: 'active',
    biddingLimit: null,
    referredBy: null,
    language: null,
    ...given,
    ...more,
  })
}
