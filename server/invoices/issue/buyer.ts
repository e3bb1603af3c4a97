import type { Kysely } from 'kysely'
import { townLines } from '#contract/accounts/postal-address.ts'
import type { Document } from '#contract/invoices/invoices.ts'
import { invoiceAddressOf } from '#server/accounts/profile/addresses.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { taxIdOf } from '../billing-store.ts'

/** The buyer as printed on a document: the address chosen for invoices, else the account's name and country. */
export async function buyerOf<T>(db: Kysely<T>, accountId: string): Promise<Document['buyer']> {
  const person = await personFacts(db, accountId)
  if (person === null) throw new Error(`the buyer ${accountId} has no account`)
  const { name, email, country, paddle } = person
  const taxId = await taxIdOf(db, accountId)
  const chosen = await invoiceAddressOf(db, accountId)
  if (chosen === null) return { name, address: '', country, email, paddle, taxId }
  const { recipient, company, street, extra } = chosen
  const lines = [company === '' ? '' : recipient, street, extra, ...townLines(chosen)]
  const address = lines.filter((line) => line !== '').join('\n')
  return { name: company === '' ? recipient : company, address, country: chosen.country, email, paddle, taxId }
}
