import { personalData } from '#server/accounts/profile/personal-data.ts'
import type { Feature } from '#server/platform/feature.ts'
import { exportSeller } from './personal-data.ts'
import { mergeSellers } from './merge-sellers.ts'
import { sellerRoutes } from './routes.ts'
import { unlinkAccount } from './store.ts'

/** Whose vehicles we sell. Lots name their seller; what sellers are owed is in `settlements`. */
export const sellersFeature: Feature = {
  name: 'sellers',
  setUp(http, app) {
    // A seller is a business partner: the record stays, as the law requires of bookkeeping, and no longer names the account.
    personalData(app, {
      name: 'seller',
      read: (db, accountId) => exportSeller(app, db, accountId),
      forget: unlinkAccount,
    })
    app.extensions.merges.push(mergeSellers)
    sellerRoutes(http, app)
  },
}
