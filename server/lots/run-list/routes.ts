import type { FastifyInstance } from 'fastify'
import {
  changeLot as changeEndpoint,
  changeLots as changeLotsEndpoint,
  type EnteredLot,
  enterLot as enterEndpoint,
  exportRunList,
  orderRunList as orderEndpoint,
  readRunList,
  deleteDraft as deleteDraftEndpoint,
  relistVehicles as relistEndpoint,
  removeLot as removeEndpoint,
} from '#contract/lots/lot-entry.ts'
import { changePublishRules, readChecklist } from '#contract/lots/publish-checks.ts'
import { chooseAuctionHero } from '#contract/lots/auction-hero.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { readAuctionRow, lockAuction, noteHero } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, Refusal, refuse } from '#server/platform/problem.ts'
import { shownChangesWith } from '#server/platform/shared/shown.ts'
import { sendCsv } from '#server/platform/http/send-file.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeRules, checklistOf } from '../publish-checks/checklist.ts'
import { changeLots } from './change-lots.ts'
import { sellersOf, type SellerFacts } from '#server/sellers/find-sellers.ts'
import { changeLot, enterLot, orderRunList, removeLot } from './make-run-list.ts'
import { runListCsv } from './run-list-file.ts'
import { runListOf, type EnteredLotRow, heroOfVehicle } from './run-list-store.ts'
import { photoUrlOf } from '#contract/lots/photos.ts'
import { audit } from '#server/platform/audit.ts'
import { deleteDraft } from './delete-draft.ts'
import { relistVehicles } from './relist.ts'

export function runListRoutes(http: FastifyInstance, app: App): void {
  const presented = async (rows: EnteredLotRow[]): Promise<EnteredLot[]> => {
    const sellers = [...new Set(rows.flatMap(({ seller_id: id }) => id ?? []))]
    const found = await Promise.all(sellers.map((id) => personFacts(app.db, id)))
    const emails = new Map(found.flatMap((person) => (person === null ? [] : [[person.id, person.email] as const])))
    const consignors = await sellersOf(
      app.db,
      rows.flatMap(({ consignor_id: id }) => id ?? []),
    )
    return rows.map((row) => ({
      ...present(row, row.seller_id === null ? null : (emails.get(row.seller_id) ?? null)),
      consignor: presentConsignor(row.consignor_id === null ? undefined : consignors.get(row.consignor_id)),
    }))
  }
  const presentedOne = async (row: EnteredLotRow | Refusal) =>
    row instanceof Refusal ? row : (await presented([row]))[0]!

  serve(http, readRunList, async ({ params }) => {
    if ((await readAuctionRow(app.db, params.auctionId)) === undefined) throw notFound('this auction')
    return { items: await presented(await runListOf(app.db, params.auctionId)) }
  })

  serve(http, exportRunList, async ({ params, reply }) => {
    const auction = await readAuctionRow(app.db, params.auctionId)
    if (auction === undefined) throw notFound('this auction')
    const lots = await presented(await runListOf(app.db, params.auctionId))
    return sendCsv(reply, 'run-list', runListCsv(lots, auction.currency))
  })

  serve(http, enterEndpoint, async ({ params, body, person }) =>
    presentedOne(await enterLot(app, person.id, params.auctionId, body)),
  )

  serve(http, changeEndpoint, async ({ params, body, person }) =>
    presentedOne(await changeLot(app, person.id, params.lotId, body)),
  )

  serve(http, changeLotsEndpoint, async ({ params, body, person }) => {
    const rows = await changeLots(app, person.id, params.auctionId, body)
    return rows instanceof Refusal ? rows : { items: await presented(rows) }
  })

  serve(http, removeEndpoint, ({ params, person }) => removeLot(app, person.id, params.lotId))

  serve(http, relistEndpoint, ({ params, body, person }) =>
    relistVehicles(app, person.id, params.auctionId, body.vehicleIds),
  )

  serve(http, deleteDraftEndpoint, ({ params, person }) => deleteDraft(app, person.id, params.auctionId))

  serve(http, readChecklist, async ({ params }) => {
    if ((await readAuctionRow(app.db, params.auctionId)) === undefined) throw notFound('this auction')
    return checklistOf(app, app.db, params.auctionId)
  })

  serve(http, changePublishRules, async ({ body, person }) => ({
    rules: await changeRules(app, person.id, body.rules),
  }))

  serve(http, chooseAuctionHero, ({ params, body, person }) =>
    chooseHero(app, person.id, params.auctionId, body.vehicleId),
  )

  serve(http, orderEndpoint, async ({ params, body, person }) => {
    const rows = await orderRunList(app, person.id, params.auctionId, body.lotIds)
    return rows instanceof Refusal ? rows : { items: await presented(rows) }
  })
}

function presentConsignor(seller: SellerFacts | undefined): EnteredLot['consignor'] {
  return seller === undefined ? null : { code: seller.code, name: seller.name }
}

function present(row: EnteredLotRow, sellerEmail: string | null): Omit<EnteredLot, 'consignor'> {
  return {
    id: row.id,
    lotNumber: row.lot_number,
    position: row.position,
    vehicleId: row.vehicle_id,
    title: row.title,
    vin: row.vin,
    stockNumber: row.stock_number,
    photoCount: row.photo_count,
    photosExpected: row.photos_expected,
    isPublished: row.is_published,
    state: row.state,
    openingBid: row.opening_bid,
    reserve: row.reserve,
    buyNow: row.buy_now,
    sellerEmail,
    consignorId: row.consignor_id,
    commission: row.commission,
    costs: row.costs,
    guide: row.guide,
  }
}

/**
 * Makes a vehicle in the run list represent the auction, or none: its first photo becomes the auction's, and its lot can lead the home page. Throws `not-found` for an unknown auction and for
 * a vehicle that is not in it.
 */
async function chooseHero(
  app: App,
  actorId: string,
  auctionId: string,
  vehicleId: string | null,
): Promise<{ heroPhoto: string | null } | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    if ((await lockAuction(trx, auctionId)) === undefined) throw notFound('this auction')
    const hero = vehicleId === null ? { name: null } : await heroOfVehicle(trx, auctionId, vehicleId)
    if (hero === undefined) throw notFound('this vehicle in the auction')
    if (hero.name === null && vehicleId !== null) {
      return refuse('no-photo', 'This vehicle has no processed photo yet. Add one, or wait a moment.')
    }
    await noteHero(trx, auctionId, { name: hero.name, vehicleId })
    await shownChangesWith(trx)
    await audit(trx, {
      actorId,
      action: 'choose-hero',
      subjectKind: 'auction',
      subjectId: auctionId,
      after: { vehicleId },
    })
    return { heroPhoto: hero.name === null ? null : photoUrlOf(hero.name) }
  })
}
