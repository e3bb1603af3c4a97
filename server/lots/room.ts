import { chore } from '#server/platform/chore.ts'
import type { Room } from '#server/platform/room.ts'
import { importRoutes } from './import/routes.ts'
import { runImports } from './import/run-imports.ts'
import { END_TOPICS, noteClose, type LotEnd } from './note-close.ts'
import { servePhotos } from './photo-files.ts'
import { lotRoutes } from './routes.ts'
import { runListRoutes } from './run-list/routes.ts'
import { openVinDecoder } from './vehicles/decode-vin.ts'
import { vehicleRoutes } from './vehicles/routes.ts'

const IMPORT_EVERY_MS = 1000

/** The facts of lots: vehicle, photographs, terms. What moves is in bidding. */
export const lotsRoom: Room = {
  name: 'lots',
  async setUp(app, house) {
    lotRoutes(app, house)
    const decoder = openVinDecoder()
    vehicleRoutes(app, house, decoder)
    importRoutes(app, house)
    runListRoutes(app, house)
    await servePhotos(app, house)
    for (const topic of END_TOPICS) house.outbox.on(topic, (payload, trx) => noteClose(trx, payload as LotEnd))
    let isStopping = false
    const imports = chore(house, 'import vehicles', IMPORT_EVERY_MS, () => runImports(house, () => isStopping))
    return {
      ...imports,
      async stop() {
        isStopping = true
        await decoder.stop()
        await imports.stop?.()
      },
    }
  },
}
