import { personalData } from '#server/accounts/profile/personal-data.ts'
import { chore, HOUR_MS } from '#server/platform/chore.ts'
import { openFiles } from '#server/platform/files/files.ts'
import type { Room } from '#server/platform/room.ts'
import { fixMissingCosts } from './cost-terms.ts'
import { sweepDocuments } from './documents/delete-document.ts'
import { documentRoutes } from './documents/routes.ts'
import { importRoutes } from './import/routes.ts'
import { runImports } from './import/run-imports.ts'
import { END_TOPICS, noteClose, noteSaleUndone, SALE_UNDONE, type LotEnd } from './note-close.ts'
import { openDarkroom } from './photographs/darkroom.ts'
import { makePhotographsReady } from './photographs/make-ready.ts'
import { photographRoutes } from './photographs/routes.ts'
import { sweepPhotographs } from './photographs/sweep.ts'
import { photoReader, servePhotos } from './photo-files.ts'
import { openPhotoStorage } from './photo-storage.ts'
import { exportQuestionsOf, forgetQuestions } from './questions/personal-data.ts'
import { questionRoutes } from './questions/routes.ts'
import { lotRoutes } from './routes.ts'
import { runListRoutes } from './run-list/routes.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { openVinDecoder } from './vehicles/decode-vin.ts'
import { vehicleRoutes } from './vehicles/routes.ts'
import { socialRoutes } from './social/routes.ts'

const IMPORT_EVERY_MS = 1000

/** The facts of lots: vehicle, photographs, terms. What moves is in bidding. */
export const lotsRoom: Room = {
  name: 'lots',
  async setUp(app, house) {
    const files = await openPhotoStorage(house.config)
    const ready = makePhotographsReady(house, files, openDarkroom())
    lotRoutes(app, house)
    const decoder = openVinDecoder()
    vehicleRoutes(app, house, decoder)
    importRoutes(app, house)
    runListRoutes(app, house)
    photographRoutes(app, house, files, ready)
    const readPhoto = photoReader(house, files)
    servePhotos(app, house, readPhoto)
    socialRoutes(app, house, readPhoto)
    const papers = await openFiles(house.config, 'lot-documents')
    documentRoutes(app, house, papers)
    questionRoutes(app, house)
    shippingRoutes(app, house)
    personalData(house, { name: 'questions', read: exportQuestionsOf, forget: forgetQuestions })
    for (const topic of END_TOPICS) {
      house.outbox.on(topic, (payload, trx) => noteClose(trx, topic, payload as LotEnd))
    }
    house.outbox.on(SALE_UNDONE, (payload, trx) => noteSaleUndone(trx, payload as LotEnd))
    let isStopping = false
    const works = [
      ready,
      chore(house, 'remove photographs that nothing shows', HOUR_MS, () => sweepPhotographs(house, files)),
      chore(house, 'remove documents that no vehicle has', HOUR_MS, () => sweepDocuments(house, papers)),
      chore(house, 'import vehicles', IMPORT_EVERY_MS, () => runImports(house, () => isStopping)),
    ]
    return {
      async beforeListen() {
        await fixMissingCosts(house)
        for (const work of works) await work.beforeListen?.()
      },
      async stop() {
        isStopping = true
        await decoder.stop()
        for (const work of works) await work.stop?.()
      },
    }
  },
}
