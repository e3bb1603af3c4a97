import { photoUrlOf } from '#contract/photos.ts'
import { lockSale, noteHero } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { heroOfVehicle } from './run-list-store.ts'

/**
 * Has the first photograph of a vehicle of the run list stand for the sale, or none. Throws `not-found` for a sale that is not there
 * and for a vehicle that is not in it.
 */
export async function chooseHero(
  house: House,
  actorId: string,
  auctionId: string,
  vehicleId: string | null,
): Promise<{ heroPhoto: string | null } | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    if ((await lockSale(trx, auctionId)) === undefined) throw notFound('this sale')
    const hero = vehicleId === null ? { name: null } : await heroOfVehicle(trx, auctionId, vehicleId)
    if (hero === undefined) throw notFound('this vehicle in the sale')
    if (hero.name === null && vehicleId !== null) {
      return refuse('no-photograph', 'This vehicle has no photograph that is ready yet.')
    }
    await noteHero(trx, auctionId, hero.name)
    await audit(trx, {
      actorId,
      act: 'choose-hero',
      subjectKind: 'auction',
      subjectId: auctionId,
      after: { vehicleId },
    })
    return { heroPhoto: hero.name === null ? null : photoUrlOf(hero.name) }
  })
}
