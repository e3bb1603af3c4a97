import { personalData } from '#server/accounts/profile/personal-data.ts'
import { feeClosedWhen } from '#server/membership/fee-rules.ts'
import { chore, HOUR_MS } from '#server/platform/chore.ts'
import type { Room } from '#server/platform/room.ts'
import { deleteWhatMayGo, exportDocuments, forgetDocuments } from './personal-data.ts'
import { deleteExpired, deleteOrphans } from './retention.ts'
import { verificationRoutes } from './routes.ts'
import { feeAfterRejection } from './submit-document.ts'
import { openVault } from './vault.ts'

/** Identity documents: sent, kept under lock, looked at by reviewers alone, decided, deleted. */
export const verificationRoom: Room = {
  name: 'verification',
  async setUp(app, house) {
    const vault = await openVault(house)
    personalData(house, { name: 'documents', read: exportDocuments, forget: forgetDocuments(house) })
    deleteWhatMayGo(house, vault)
    feeClosedWhen(house, feeAfterRejection)
    await verificationRoutes(app, house, vault)
    return chore(house, 'delete documents whose time is over', HOUR_MS, async () => {
      await deleteExpired(house, vault)
      await deleteOrphans(house, vault)
    })
  },
}
