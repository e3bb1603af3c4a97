import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'

/** A feature's data about people, under the name of its part in a person's export. */
export type PersonalData = {
  name: string
  /**
   * What is stored about a person, as plain values; a list that may be long is an async iterable (`inPages`). Never includes other people's
   * secrets.
   */
  read: (db: Kysely<object>, accountId: string) => Promise<unknown>
  /**
   * Deletes or anonymizes data about a person who closed the account, in the transaction of the outbox; may run
   * twice. Omitted if the law requires keeping everything, such as invoices.
   */
  forget?: (trx: Kysely<object>, accountId: string) => Promise<void>
}

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    /** By the name of the part. */
    personalData: Map<string, PersonalData['read']>
  }
}

/** Called by a feature during setup: from then on its data is in every export, and is deleted with every account that is closed. */
export function personalData(app: App, { name, read, forget }: PersonalData): void {
  app.extensions.personalData.set(name, read)
  if (forget === undefined) return
  app.outbox.on('account-closed', ({ accountId }, trx) => forget(trx, accountId))
}
