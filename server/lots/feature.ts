import { personalData } from '#server/accounts/profile/personal-data.ts'
import { job, HOUR_MS } from '#server/platform/job.ts'
import { openFiles } from '#server/platform/files/files.ts'
import { LOT_ENDS } from '#server/platform/outbox/topics.ts'
import type { Feature } from '#server/platform/feature.ts'
import { fixMissingCosts } from './cost-terms.ts'
import { sweepDocuments } from './documents/delete-document.ts'
import { documentRoutes } from './documents/routes.ts'
import { runImports } from '#server/platform/import/run-imports.ts'
import { importRoutes } from './import/routes.ts'
import { VEHICLE_IMPORT } from './import/vehicle-import.ts'
import { noteClose, noteSaleUndone } from './note-close.ts'
import { openPhotoWorker } from '#server/platform/images/photo-worker.ts'
import { makePhotosReady } from './photos/make-ready.ts'
import { photoRoutes } from './photos/routes.ts'
import { sweepPhotos } from './photos/sweep.ts'
import { photoReader, servePhotos } from './photo-files.ts'
import { openPhotoStorage } from './photo-storage.ts'
import { exportQuestionsOf, forgetQuestions } from './questions/personal-data.ts'
import { questionRoutes } from './questions/routes.ts'
import { lotRoutes } from './routes.ts'
import { fitsDraft } from './run-list/fits-draft.ts'
import { runListRoutes } from './run-list/routes.ts'
import { moveSellersLots } from './seller-account.ts'
import { shippingRoutes } from './shipping/routes.ts'
import { vinDecoderOf } from './vehicles/decode-vin.ts'
import { noteBack, noteCollected } from './vehicles/record-event.ts'
import { vehicleRoutes } from './vehicles/routes.ts'

const IMPORT_EVERY_MS = 1000

/** The facts of lots: vehicle, photos, terms. Changing state is in bidding. */
export const lotsFeature: Feature = {
  name: 'lots',
  async setUp(http, app) {
    const files = await openPhotoStorage(app.config)
    const ready = makePhotosReady(app, files, openPhotoWorker())
    lotRoutes(http, app)
    const decoder = vinDecoderOf(app)
    vehicleRoutes(http, app, decoder)
    importRoutes(http, app)
    runListRoutes(http, app)
    photoRoutes(http, app, files, ready)
    const readPhoto = photoReader(app, files)
    servePhotos(http, app, readPhoto)
    const documents = await openFiles(app.config, 'lot-documents')
    documentRoutes(http, app, documents)
    questionRoutes(http, app)
    shippingRoutes(http, app)
    personalData(app, { name: 'questions', read: exportQuestionsOf, forget: forgetQuestions })
    for (const topic of LOT_ENDS) app.outbox.on(topic, (payload, trx) => noteClose(trx, topic, payload))
    app.extensions.sellerLinkMoves.push(moveSellersLots)
    app.extensions.draftChecks.push(fitsDraft)
    app.outbox.on('vehicle-collected', (payload, trx) => noteCollected(trx, payload))
    app.outbox.on('sale-voided', async (payload, trx) => {
      await noteSaleUndone(trx, payload.lotId)
      await noteBack(trx, payload)
    })
    let isStopping = false
    const works = [
      ready,
      job(app, 'delete unused photos', HOUR_MS, () => sweepPhotos(app, files)),
      job(app, 'delete documents that belong to no vehicle', HOUR_MS, () => sweepDocuments(app, documents)),
      job(app, 'import vehicles', IMPORT_EVERY_MS, () => runImports(app, VEHICLE_IMPORT, () => isStopping)),
    ]
    return {
      async beforeListen() {
        await fixMissingCosts(app)
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
