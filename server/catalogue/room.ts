import { END_TOPICS, type LotEnd } from '#server/lots/note-close.ts'
import { LOTS_PUBLISHED } from '#server/lots/publish-lots.ts'
import type { Room } from '#server/platform/room.ts'
import { keepCatalogue } from './keep-index.ts'
import { catalogueRoutes } from './routes.ts'
import { lotsOfVehicles, noteChanges } from './store.ts'

type Lots = { lotIds: string[] }
type Vehicles = { vehicleIds: string[] }

/** Finds lots by words and facts and tells of new ones that somebody looks for. All of it is made from the rooms before. */
export const catalogueRoom: Room = {
  name: 'catalogue',
  setUp(app, house) {
    const catalogue = keepCatalogue(house)
    catalogueRoutes(app, house, catalogue)
    house.outbox.on(LOTS_PUBLISHED, (payload, trx) => noteChanges(trx, (payload as Lots).lotIds))
    house.outbox.on('vehicles-changed', async (payload, trx) =>
      noteChanges(trx, await lotsOfVehicles(trx, (payload as Vehicles).vehicleIds)),
    )
    for (const topic of END_TOPICS) {
      house.outbox.on(topic, (payload, trx) => noteChanges(trx, [(payload as LotEnd).lotId]))
    }
    return {
      beforeListen() {
        // The first search need not wait for it, and a start does not either.
        if (house.config.roles.has('api')) {
          catalogue.ready().catch((err: unknown) => house.log.warn({ err }, 'the catalogue could not be read yet'))
        }
        return Promise.resolve()
      },
      stop: () => catalogue.stop(),
    }
  },
}
