import { personalData } from '#server/accounts/profile/personal-data.ts'
import type { Feature } from '#server/platform/feature.ts'
import { notifySeller } from './notify-seller.ts'
import { sellingRoutes } from './routes.ts'
import { forgetViews, reservesAskedBy, viewsOf } from './store.ts'
import { countViewers } from './viewers.ts'

/** The pages of a member who sells: their lots, requests, negotiations and statements. */
export const sellingFeature: Feature = {
  name: 'selling',
  setUp(http, app) {
    sellingRoutes(http, app)
    app.outbox.on('lot-reserve-not-met', ({ lotId }, trx) => notifySeller(app, trx, { lotId, sequence: null }))
    app.outbox.on('negotiation-step', (payload, trx) => notifySeller(app, trx, payload))
    personalData(app, { name: 'reserveRequests', read: reservesAskedBy })
    personalData(app, { name: 'openedLots', read: viewsOf, forget: forgetViews })
    return countViewers(app)
  },
}
