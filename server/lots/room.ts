import { chore, HOUR_MS } from '#server/platform/chore.ts'
import type { Room } from '#server/platform/room.ts'
import { END_TOPICS, noteClose, type LotEnd } from './note-close.ts'
import { openDarkroom } from './photographs/darkroom.ts'
import { makePhotographsReady } from './photographs/make-ready.ts'
import { photographRoutes } from './photographs/routes.ts'
import { sweepPhotographs } from './photographs/sweep.ts'
import { photoReader, servePhotos } from './photo-files.ts'
import { openPhotoStorage } from './photo-storage.ts'
import { lotRoutes } from './routes.ts'
import { socialRoutes } from './social/routes.ts'

/** The facts of lots: vehicle, photographs, terms. What moves is in bidding. */
export const lotsRoom: Room = {
  name: 'lots',
  async setUp(app, house) {
    const files = await openPhotoStorage(house.config)
    const ready = makePhotographsReady(house, files, openDarkroom())
    lotRoutes(app, house)
    photographRoutes(app, house, files, ready)
    const readPhoto = photoReader(house, files)
    servePhotos(app, house, readPhoto)
    socialRoutes(app, house, readPhoto)
    for (const topic of END_TOPICS) house.outbox.on(topic, (payload, trx) => noteClose(trx, payload as LotEnd))
    const sweep = chore(house, 'remove photographs that nothing shows', HOUR_MS, () => sweepPhotographs(house, files))
    return {
      async beforeListen() {
        await ready.beforeListen?.()
        await sweep.beforeListen?.()
      },
      async stop() {
        await ready.stop?.()
        await sweep.stop?.()
      },
    }
  },
}
