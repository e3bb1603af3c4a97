import type { Kysely } from 'kysely'
import type { Refusal } from '#server/platform/problem.ts'

/** Why a person cannot pay the membership fee (any more), or null. A later room knows, such as verification: refused for good. */
export type FeeRule = <T>(db: Kysely<T>, accountId: string) => Promise<Refusal | null>

/** What later rooms say while they are set up; one list a house. */
const known = new WeakMap<object, FeeRule[]>()

export function feeClosedWhen(house: object, rule: FeeRule): void {
  known.set(house, [...(known.get(house) ?? []), rule])
}

export async function whyFeeClosed<T>(house: object, db: Kysely<T>, accountId: string): Promise<Refusal | null> {
  for (const rule of known.get(house) ?? []) {
    const refusal = await rule(db, accountId)
    if (refusal !== null) return refusal
  }
  return null
}
