import { sql, type Kysely } from 'kysely'
import type { User } from '#contract/accounts.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { accountById, lockAccount, type AccountRow } from '../store.ts'

/** What rooms after this one decide about a person, and every request checks. */
export type AccountStanding = Pick<
  User,
  'hasPaidMembershipFee' | 'verificationStatus' | 'idDocument' | 'createdAt' | 'emailConfirmed'
>

export async function readStanding<T>(db: Kysely<T>, accountId: string): Promise<AccountStanding | null> {
  return standingOf(await accountById(db, accountId))
}

/** Locks the account's row to the end of the transaction: what is decided on these facts cannot be overtaken. Null: nobody. */
export async function lockStanding<T>(trx: Kysely<T>, accountId: string): Promise<AccountStanding | null> {
  return standingOf(await lockAccount(trx, accountId))
}

function standingOf(row: AccountRow | null): AccountStanding | null {
  if (row === null) return null
  return {
    hasPaidMembershipFee: row.has_paid_membership_fee,
    verificationStatus: row.verification_status,
    idDocument: row.id_document,
    createdAt: row.created_at,
    emailConfirmed: row.email_confirmed_at !== null,
  }
}

/** What later rooms may change of an account, each in the transaction that makes it true; `accountChanged` follows the commit. */
export async function markMembershipPaid<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`update account set has_paid_membership_fee = true where id = ${accountId}`.execute(trx)
}

/** The fee goes back. */
export async function markMembershipUnpaid<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`update account set has_paid_membership_fee = false where id = ${accountId}`.execute(trx)
}

export async function setVerification<T>(
  trx: Kysely<T>,
  accountId: string,
  to: { status: User['verificationStatus']; document: User['idDocument']; note: string | null },
): Promise<void> {
  const document = to.document === null ? null : JSON.stringify(to.document)
  await sql`
    update account set verification_status = ${to.status}, id_document = ${document}::jsonb, verification_note = ${to.note}
    where id = ${accountId}`.execute(trx)
}

/** Why nothing can be paid and no document sent yet; null: the email is confirmed. */
export function refusalOfUnconfirmed(standing: Pick<AccountStanding, 'emailConfirmed'> | null): Refusal | null {
  if (standing?.emailConfirmed === true) return null
  return refuse(
    'email-not-confirmed',
    'Confirm your email first: open the link we sent you. You can have it sent again.',
  )
}
