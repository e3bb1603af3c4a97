import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { SharedIdentifier, SimilarAccount } from '#contract/accounts/shared-identifiers.ts'
import type { App } from '#server/platform/app.ts'
import {
  COMPARABLE_ADDRESS,
  deleteOldDevices,
  holderOf,
  sharedBy,
  sharedOfPairs,
  similarTo,
  upsertIdentifier,
  type SharedRow,
} from './identifier-store.ts'

export { COMPARABLE_ADDRESS, sharedOfPairs }

export type IdentifierKind = SharedIdentifier['kind']

/** As long as the device cookie lives: a device not seen for that long can't be recognized again. */
const DEVICE_DAYS = 400

/**
 * Notes that an account has an identity document, card or device. Stores a hash under a key of the kind's own, never the value. May be
 * called again for the same value: it is then seen once more.
 */
export async function noteIdentifier<T>(
  app: Pick<App, 'keys'>,
  db: Kysely<T>,
  accountId: string,
  kind: IdentifierKind,
  value: string | Buffer,
): Promise<void> {
  await upsertIdentifier(db, accountId, kind, app.keys.mac(`identifier:${kind}`, value))
}

/**
 * A document number in the form used for comparison: uppercase letters and digits only, so that spaces, hyphens and the filler `<` of a
 * machine-readable zone make no difference. Empty if nothing remains.
 */
export function comparableNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The client number of an account that isn't closed and has this document; null: none. `number` as in {@link comparableNumber}. */
export function holderOfDocument<T>(app: Pick<App, 'keys'>, db: Kysely<T>, number: string): Promise<number | null> {
  return holderOf(db, 'document-number', app.keys.mac('identifier:document-number', number))
}

/** Other accounts that have a document, card or device of these accounts, by account; accounts that share nothing are missing. */
export async function sharedIdentifiers<T>(
  db: Kysely<T>,
  accountIds: readonly string[],
): Promise<Map<string, SharedIdentifier[]>> {
  const rows = accountIds.length === 0 ? [] : await sharedBy(db, accountIds)
  return new Map(
    Object.entries(Object.groupBy(rows, ({ of_account: of }) => of)).map(([id, own]) => [id, (own ?? []).map(present)]),
  )
}

/** {@link sharedIdentifiers} of one account. */
export async function sharedIdentifiersOf<T>(db: Kysely<T>, accountId: string): Promise<SharedIdentifier[]> {
  return (await sharedIdentifiers(db, [accountId])).get(accountId) ?? []
}

/** Other accounts with the phone number or a postal address of this one. */
export async function similarAccounts<T>(db: Kysely<T>, accountId: string): Promise<SimilarAccount[]> {
  return (await similarTo(db, accountId)).map((row) => {
    const { kind, account_id: id, name, account_status: accountStatus, verification_status: verificationStatus } = row
    return { kind, account: { id, name, accountStatus, verificationStatus } }
  })
}

/** Whether an account, named by a column, shares a document, card or device with another: a condition for a query's `where`. */
export function sharesAny(accountColumn: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from account_identifier own
    join account_identifier other on other.kind = own.kind and other.hash = own.hash and other.account_id <> own.account_id
    where own.account_id = ${accountColumn})`
}

/** Devices whose cookie has expired. */
export function deleteExpiredDevices<T>(db: Kysely<T>): Promise<void> {
  return deleteOldDevices(db, DEVICE_DAYS)
}

function present(row: SharedRow): SharedIdentifier {
  const { kind, since, is_referral: isReferral, account_id: id, name, account_status: accountStatus } = row
  const { verification_status } = row
  return { kind, since, isReferral, account: { id, name, accountStatus, verificationStatus: verification_status } }
}
