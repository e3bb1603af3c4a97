import type { Kysely } from 'kysely'
import { type Bus, publishWithCommit } from '../bus/bus.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** What visitors see: auctions, lot summaries, page heads. One topic for all, because they change together and are cheap to reread. */
export const SHOWN = 'shown'

/** Call after the commit that changed what visitors see: every process rereads it on the next request. */
export function shownChanged({ bus }: { bus: Bus }): void {
  bus.publish(SHOWN, '')
}

/** The same inside a transaction: the message is sent on commit. Never use it in a transaction of bids. */
export async function shownChangesWith<T>(trx: Kysely<T>): Promise<void> {
  await publishWithCommit(trx, SHOWN, '')
}

/** A change in one process makes these answers stale in every process; after a gap of the bus everything is reread. */
export function subscribeShown(bus: Bus, answers: SharedAnswers): void {
  bus.subscribe(SHOWN, () => answers.invalidate(SHOWN))
  bus.onGap(() => answers.forget())
}
