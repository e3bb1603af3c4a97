import { personalData } from '#server/accounts/profile/personal-data.ts'
import type { Feature } from '#server/platform/feature.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { refuse } from '#server/platform/problem.ts'
import { settleLot } from './entries/settle-lot.ts'
import { batchPaidBy } from './payouts/payout-store.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { payByLine } from './payouts/settle-batch.ts'
import { exportSettlements } from './personal-data.ts'
import { statementRoutes } from './statements/routes.ts'

/** What we owe sellers for their lots: booked as lots end and buyers are credited, stated per auction, and paid out. */
export const settlementsFeature: Feature = {
  name: 'settlements',
  setUp(http, app) {
    for (const topic of ['lot-sold', 'lot-passed', 'invoice-credited'] as const) {
      app.outbox.on(topic, ({ lotId }, trx) => settleLot(trx, lotId))
    }
    // In a message of its own: the catalog's part of this one holds the catalog, for which lots that are ending wait with their rows locked.
    app.outbox.on('lots-published', ({ lotIds }, trx) => enqueue(trx, 'lots-to-settle', { lotIds }))
    app.outbox.on('lots-to-settle', async ({ lotIds }, trx) => {
      for (const lotId of lotIds.toSorted()) await settleLot(trx, lotId)
    })
    app.extensions.outgoingClaims.push({
      claim: (trx, line) => payByLine(app, trx, line),
      async keeps(trx, lineId) {
        const number = await batchPaidBy(trx, lineId)
        return number === undefined
          ? null
          : refuse('line-used', `This line paid payout ${number}, so it stays in the books.`)
      },
    })
    personalData(app, { name: 'settlements', read: exportSettlements })
    statementRoutes(http, app)
    payoutRoutes(http, app)
  },
}
