import type { Kysely } from 'kysely'
import type { Refusal } from '#server/platform/problem.ts'

/** A later feature's refusal about a person's fee, or null. */
export type FeeRule = <T>(db: Kysely<T>, accountId: string) => Promise<Refusal | null>

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    /** Why a person can't pay the membership fee (anymore): the identity was permanently rejected. */
    feeClosedWhen: FeeRule[]
    /** Why a person's membership fee can't be refunded: a bid was placed. */
    feeStaysWhen: FeeRule[]
  }
}

/** The refusal of the first rule that has one. */
export async function refusalOf<T>(
  rules: readonly FeeRule[],
  db: Kysely<T>,
  accountId: string,
): Promise<Refusal | null> {
  for (const rule of rules) {
    const refusal = await rule(db, accountId)
    if (refusal !== null) return refusal
  }
  return null
}
