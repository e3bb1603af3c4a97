import type { Kysely } from 'kysely'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { LOT_ENDS } from '#server/platform/outbox/topics.ts'
import type { Feature } from '#server/platform/feature.ts'
import { job } from '#server/platform/job.ts'
import { shownChangesWith } from '#server/platform/shared/shown.ts'
import { catalogOf } from './keep-index.ts'
import { catalogRoutes } from './routes.ts'
import { sendDigests } from './saved/digest.ts'
import { matchSaved } from './saved/match.ts'
import { exportSaved, forgetSaved, moveSaved } from './saved/personal-data.ts'
import { savedSearchRoutes } from './saved/routes.ts'
import { lotsOfVehicles, noteChanges } from './store.ts'

const DIGESTS_EVERY_MS = 10_000

/** Searches lots by words and facts and announces new lots that match saved searches. Built entirely from earlier features. */
export const catalogFeature: Feature = {
  name: 'catalog',
  setUp(http, app) {
    const catalog = catalogOf(app)
    catalogRoutes(http, app, catalog)
    savedSearchRoutes(http, app)
    personalData(app, { name: 'savedSearches', read: exportSaved, forget: forgetSaved })
    app.extensions.merges.push({ carry: moveSaved })
    app.outbox.on('lots-published', async ({ lotIds }, trx) => {
      await matchSaved(app, trx, lotIds)
      await changed(trx, lotIds)
    })
    app.outbox.on('vehicles-changed', async ({ vehicleIds }, trx) =>
      changed(trx, await lotsOfVehicles(trx, vehicleIds)),
    )
    for (const topic of LOT_ENDS) app.outbox.on(topic, ({ lotId }, trx) => changed(trx, [lotId]))
    const digests = job(app, 'send saved-search digests', DIGESTS_EVERY_MS, async () => {
      await sendDigests(app)
    })
    return {
      async beforeListen() {
        await digests.beforeListen?.()
        // Loaded in advance for the first search; startup does not wait for it either.
        if (app.config.roles.has('api')) {
          catalog
            .ready()
            .catch((err: unknown) => app.log.warn({ err }, 'could not read the catalog yet; it will be retried'))
        }
      },
      async stop() {
        await digests.stop?.()
        await catalog.stop()
      },
    }
  },
}

/** Every process re-reads these lots in its index, and what is shown publicly. */
async function changed(trx: Kysely<object>, lotIds: readonly string[]): Promise<void> {
  await noteChanges(trx, lotIds)
  await shownChangesWith(trx)
}
