import { personalData } from '#server/accounts/profile/personal-data.ts'
import { job, HOUR_MS } from '#server/platform/job.ts'
import type { Feature } from '#server/platform/feature.ts'
import { deleteWhatMayGo, exportDocuments, forgetDocuments } from './personal-data.ts'
import { deleteExpired, deleteOrphans } from './retention.ts'
import { verificationRoutes } from './routes.ts'
import { mergeDocuments } from './merge-documents.ts'
import { documentEvents } from './timeline.ts'
import { feeAfterRejection } from './submit-document.ts'
import { openVault } from './vault.ts'

/** Identity documents: submitted, stored encrypted, viewed by reviewers only, decided, deleted. */
export const verificationFeature: Feature = {
  name: 'verification',
  async setUp(http, app) {
    const vault = await openVault(app)
    personalData(app, { name: 'documents', read: exportDocuments, forget: forgetDocuments })
    deleteWhatMayGo(app, vault)
    app.extensions.feeClosedWhen.push(feeAfterRejection)
    app.extensions.merges.push(mergeDocuments)
    app.extensions.timeline.push(documentEvents)
    await verificationRoutes(http, app, vault)
    return job(app, 'delete expired documents', HOUR_MS, async () => {
      await deleteExpired(app, vault)
      await deleteOrphans(app, vault)
    })
  },
}
