import { numberOf, type BankAccount } from '#contract/payments/bank-account.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { SellerRow, StoredMoney } from './store.ts'

/** What is stored encrypted about a seller. */
export type SellerSecrets = { bank: BankAccount | null; taxId: string | null }

const END_LENGTH = 4

export function secretsContext(sellerId: string): string {
  return `seller:${sellerId}`
}

export function openSecrets(keys: Keys, { id, sealed }: Pick<SellerRow, 'id' | 'sealed'>): SellerSecrets {
  if (sealed === null) return { bank: null, taxId: null }
  return JSON.parse(keys.open(sealed, secretsContext(id)).toString()) as SellerSecrets
}

/** The columns that hold the secrets: the sealed box, and the ends of its numbers for lists. */
export function sealSecrets(keys: Keys, id: string, secrets: SellerSecrets): Omit<StoredMoney, 'commission'> {
  const { bank, taxId } = secrets
  const number = bank === null ? '' : numberOf(bank)
  return {
    sealed:
      bank === null && taxId === null ? null : keys.seal(Buffer.from(JSON.stringify(secrets)), secretsContext(id)),
    bank_kind: bank?.kind ?? null,
    bank_end: endOf(number),
    tax_id_end: endOf(taxId ?? ''),
  }
}

/** The last characters, and never more than half of the number. */
function endOf(number: string): string {
  const plain = number.replaceAll(/\s/g, '')
  return plain.slice(-Math.min(END_LENGTH, Math.floor(plain.length / 2)))
}
