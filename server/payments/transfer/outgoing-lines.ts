import type { Kysely } from 'kysely'
import type { Refusal } from '#server/platform/problem.ts'
import type { BankLineRow } from './store.ts'

export type OutgoingLine = Pick<BankLineRow, 'id' | 'amount' | 'currency' | 'text'>

export type OutgoingClaim = {
  /**
   * What money that left the bank account was for: books it, in the transaction that imports the line, and returns a sentence for cashiers;
   * null: it doesn't concern this feature. A line that nothing claims is only kept.
   */
  claim(trx: Kysely<object>, line: OutgoingLine): Promise<string | null>
  /** Why a line can't be taken out of the books: this feature booked something by it; null: it didn't. */
  keeps(trx: Kysely<object>, lineId: string): Promise<Refusal | null>
}

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    outgoingClaims: OutgoingClaim[]
  }
}

export async function claimOutgoing(
  trx: Kysely<object>,
  claims: readonly OutgoingClaim[],
  line: OutgoingLine,
): Promise<string | null> {
  for (const { claim } of claims) {
    const words = await claim(trx, line)
    if (words !== null) return words
  }
  return null
}

export async function keptByClaim(
  trx: Kysely<object>,
  claims: readonly OutgoingClaim[],
  lineId: string,
): Promise<Refusal | null> {
  for (const { keeps } of claims) {
    const refusal = await keeps(trx, lineId)
    if (refusal !== null) return refusal
  }
  return null
}
