import type { Kysely } from 'kysely'
import type { BankLineRow } from './store.ts'

export type OutgoingLine = Pick<BankLineRow, 'id' | 'amount' | 'currency' | 'text'>

/**
 * What money that left the bank account was for: books it, in the transaction that imports the line, and returns a sentence for cashiers;
 * null: it doesn't concern this feature. A line that nothing claims is only kept.
 */
export type OutgoingClaim = (trx: Kysely<object>, line: OutgoingLine) => Promise<string | null>

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
  for (const claim of claims) {
    const words = await claim(trx, line)
    if (words !== null) return words
  }
  return null
}
