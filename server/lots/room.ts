import type { Room } from '#server/platform/room.ts'
import { END_TOPICS, noteClose, type LotEnd } from './note-close.ts'
import { servePhotos } from './photo-files.ts'
import { lotRoutes } from './routes.ts'

/** The facts of lots: vehicle, photographs, terms. What moves is in bidding. */
export const lotsRoom: Room = {
  name: 'lots',
  async setUp(app, house) {
    lotRoutes(app, house)
    await servePhotos(app, house)
    for (const topic of END_TOPICS) house.outbox.on(topic, (payload, trx) => noteClose(trx, payload as LotEnd))
  },
}
