import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AddressInput } from '#contract/accounts/account-inputs.ts'
import { newId } from '#server/platform/id.ts'
import { createAccount } from './create-account.ts'
import { hashPassword } from './passwords/passwords.ts'
import { insertAddress } from './profile/address-store.ts'

export type NewClient = {
  name: string
  email: string
  phone: string
  address: AddressInput
  document: { kind: string; submittedAt: number }
}

/**
 * A verified member whom a reviewer met in person. No one knows the account's password: to sign in, the person asks for a link to choose
 * one. `passwordHash`: of {@link unknownPassword}. Null: the email is another account's.
 */
export async function createClient<T>(
  trx: Kysely<T>,
  { name, email, phone, address, document }: NewClient,
  passwordHash: string,
): Promise<{ id: string; paddle: number } | null> {
  const account = await createAccount(
    trx,
    { email, passwordHash, name, phone, country: address.country },
    {
      emailConfirmed: true,
      hasPaid: true,
      verificationStatus: 'verified',
      idDocument: { ...document, state: 'approved' },
    },
  )
  if (account === null) return null
  await insertAddress(trx, account.id, newId(), address)
  return account
}

/** The hash of a password that is stored nowhere. */
export function unknownPassword(): Promise<string> {
  return hashPassword(randomBytes(18).toString('base64url'))
}
