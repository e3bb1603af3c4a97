import type { Kysely } from 'kysely'
import { type Bus, publishWithCommit } from '../bus/bus.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** What visitors see: sales, teasers of lots, heads of pages. One topic for all, because they change together and are cheap to read anew. */
export const SHOWN = 'shown'

/** Call after the commit that changed what visitors see: every process reads it anew when it is asked. */
export function shownChanged({ bus }: { bus: Bus }): void {
  bus.publish(SHOWN, '')
}

/** The same for who has only the transaction: the news goes out with the commit. Never in a transaction of bids. */
export async function shownChangesWith<T>(trx: Kysely<T>): Promise<void> {
  await publishWithCommit(trx, SHOWN, '')
}

/** Whatever one process changes, all others hear of; after a silence of the bus everything is read anew. */
export function hearShown(bus: Bus, answers: SharedAnswers): void {
  bus.subscribe(SHOWN, () => answers.hear(SHOWN))
  bus.onGap(() => answers.forget())
}
