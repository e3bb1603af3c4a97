import { deleteDraftRow, lockAuction } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { deleteDraftLots } from './run-list-store.ts'

/** Deletes an auction that was never published, with its run list; the vehicles stay in stock. Refuses `auction-published`. */
export async function deleteDraft(app: App, actorId: string, auctionId: string): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const auction = await lockAuction(trx, auctionId)
    if (auction === undefined) throw notFound('this auction')
    if (auction.publishedAt !== null)
      return refuse(
        'auction-published',
        'This auction is published, so it can’t be deleted. Withdraw its lots instead.',
      )
    const vehicleIds = await deleteDraftLots(trx, auctionId)
    await deleteDraftRow(trx, auctionId)
    const before = { title: auction.title, vehicleIds }
    await audit(trx, { actorId, action: 'delete-draft', subjectKind: 'auction', subjectId: auctionId, before })
    return null
  })
}
