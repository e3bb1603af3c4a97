import type { Kysely } from 'kysely'
import { enqueue, type Outbox } from '#server/platform/outbox/outbox.ts'

/** An outbox for messages that only tests use. */
export type AnyTopic = Omit<Outbox, 'on'> & {
  add(trx: Kysely<object>, topic: string, payload: object): Promise<void>
  on(topic: string, handler: (payload: unknown, trx: Kysely<object>) => Promise<void>): void
}

export function anyTopic(outbox: Outbox): AnyTopic {
  return { ...outbox, add: enqueue as AnyTopic['add'] }
}
