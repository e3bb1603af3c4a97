import type { Kysely } from 'kysely'
import type { Refusal } from '#server/platform/problem.ts'

/** Why the membership fee of a person stays with the house, or null. A later room knows, such as bidding: a bid was placed. */
export type RefundRule = <T>(db: Kysely<T>, accountId: string) => Promise<Refusal | null>

/** What later rooms say about refunds of the fee while they are set up; one list a house. */
const known = new WeakMap<object, RefundRule[]>()

export function feeStaysWhen(house: object, rule: RefundRule): void {
  known.set(house, [...(known.get(house) ?? []), rule])
}

export async function whyFeeStays<T>(house: object, db: Kysely<T>, accountId: string): Promise<Refusal | null> {
  for (const rule of known.get(house) ?? []) {
    const refusal = await rule(db, accountId)
    if (refusal !== null) return refusal
  }
  return null
}
