import { sql, type Kysely } from 'kysely'
import type { User } from '#contract/accounts/accounts.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { accountChanges } from './sessions/sessions.ts'
import { accountById, lockAccount, type AccountRow } from './store.ts'

/** What features after this one decide about a person, and every request checks. */
export type MemberState = Pick<
  User,
  'hasPaidMembershipFee' | 'verificationStatus' | 'idDocument' | 'createdAt' | 'emailConfirmed' | 'accountStatus'
>

export async function readMemberState<T>(db: Kysely<T>, accountId: string): Promise<MemberState | null> {
  return memberStateOf(await accountById(db, accountId))
}

/** Locks the account's row to the end of the transaction, so these facts cannot change under the decision. Null: no account. */
export async function lockMemberState<T>(trx: Kysely<T>, accountId: string): Promise<MemberState | null> {
  return memberStateOf(await lockAccount(trx, accountId))
}

function memberStateOf(row: AccountRow | null): MemberState | null {
  if (row === null) return null
  return {
    hasPaidMembershipFee: row.has_paid_membership_fee,
    verificationStatus: row.verification_status,
    idDocument: row.id_document,
    createdAt: row.created_at,
    accountStatus: row.account_status,
    emailConfirmed: row.email_confirmed_at !== null,
  }
}

/** Account changes for later features, each in the transaction of its cause; call `accountChanged` after the commit. */
export async function markMembershipPaid<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await sql`update account set has_paid_membership_fee = true where id = ${accountId}`.execute(trx)
}

/** Records that the fee is refunded, also with the account into which the payer's was merged: it has its membership from there. */
export async function markMembershipUnpaid<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  const changed = await sql<{ id: string }>`
    update account set has_paid_membership_fee = false
    where id = ${accountId} or id = (select merged_into from account where id = ${accountId}) returning id`.execute(trx)
  for (const { id } of changed.rows) await accountChanges(trx, id)
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
export function refusalOfUnconfirmed(member: Pick<MemberState, 'emailConfirmed'> | null): Refusal | null {
  if (member?.emailConfirmed === true) return null
  return refuse('email-not-confirmed', 'Confirm your email first. Open the link we sent you, or ask for a new one.')
}
