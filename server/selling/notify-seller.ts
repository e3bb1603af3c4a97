import type { Kysely } from 'kysely'
import { stepToTell } from '#server/bidding/negotiations/notify-parties.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { sellerAccountOfLot } from './store.ts'

/** Tells a lot's seller about a step of its negotiation that was not their side's, with a link to answer. */
export async function notifySeller(
  app: App,
  trx: Kysely<object>,
  at: { lotId: string; sequence: number | null },
): Promise<void> {
  const accountId = await sellerAccountOfLot(trx, at.lotId)
  if (accountId === null) return
  const step = await stepToTell(app, trx, at)
  if (step === null) return
  const { by, what, ...facts } = step.facts
  // What staff answered for the seller is news to them as well; a counteroffer they made themselves is not worth an email.
  if (
    what === 'countered' ||
    (by !== 'bidder' && by !== null && what !== 'agreed' && what !== 'closed' && what !== 'lapsed')
  )
    return
  await notify(app, trx, {
    kind: 'seller-negotiation',
    accountId,
    key: `seller:${step.key}`,
    facts: { ...facts, what },
  })
}
