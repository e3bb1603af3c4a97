import type { Kysely } from 'kysely'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { END_TOPICS, type LotEnd } from '#server/lots/note-close.ts'
import { LOTS_PUBLISHED } from '#server/lots/publish-lots.ts'
import type { Room } from '#server/platform/room.ts'
import { chore } from '#server/platform/chore.ts'
import { shownChangesWith } from '#server/platform/shared/shown.ts'
import { keepCatalogue } from './keep-index.ts'
import { catalogueRoutes } from './routes.ts'
import { tellDigests } from './saved/digest.ts'
import { matchSaved } from './saved/match.ts'
import { exportSaved, forgetSaved } from './saved/personal-data.ts'
import { savedSearchRoutes } from './saved/routes.ts'
import { lotsOfVehicles, noteChanges } from './store.ts'

type Lots = { lotIds: string[] }
type Vehicles = { vehicleIds: string[] }

const DIGESTS_EVERY_MS = 10_000

/** Finds lots by words and facts and tells of new ones that somebody looks for. All of it is made from the rooms before. */
export const catalogueRoom: Room = {
  name: 'catalogue',
  setUp(app, house) {
    const catalogue = keepCatalogue(house)
    catalogueRoutes(app, house, catalogue)
    savedSearchRoutes(app, house)
    personalData(house, { name: 'savedSearches', read: exportSaved, forget: forgetSaved })
    house.outbox.on(LOTS_PUBLISHED, async (payload, trx) => {
      const { lotIds } = payload as Lots
      await matchSaved(house, trx, lotIds)
      await changed(trx, lotIds)
    })
    house.outbox.on('vehicles-changed', async (payload, trx) =>
      changed(trx, await lotsOfVehicles(trx, (payload as Vehicles).vehicleIds)),
    )
    for (const topic of END_TOPICS) {
      house.outbox.on(topic, (payload, trx) => changed(trx, [(payload as LotEnd).lotId]))
    }
    const digests = chore(house, 'tell what saved searches found', DIGESTS_EVERY_MS, async () => {
      await tellDigests(house)
    })
    return {
      async beforeListen() {
        await digests.beforeListen?.()
        // The first search need not wait for it, and a start does not either.
        if (house.config.roles.has('api')) {
          catalogue.ready().catch((err: unknown) => house.log.warn({ err }, 'the catalogue could not be read yet'))
        }
      },
      async stop() {
        await digests.stop?.()
        await catalogue.stop()
      },
    }
  },
}

/** What is searched and what is shown to everybody is read anew, in every process. */
async function changed(trx: Kysely<object>, lotIds: readonly string[]): Promise<void> {
  await noteChanges(trx, lotIds)
  await shownChangesWith(trx)
}
