import type { FastifyInstance } from 'fastify'
import {
  changeLot as changeEndpoint,
  type EnteredLot,
  enterLot as enterEndpoint,
  orderRunList as orderEndpoint,
  readRunList,
  removeLot as removeEndpoint,
} from '#contract/lot-entry.ts'
import { chooseSaleHero } from '#contract/sale-hero.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { readSale } from '#server/auctions/run-list.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { chooseHero } from './choose-hero.ts'
import { changeLot, enterLot, orderRunList, removeLot } from './make-run-list.ts'
import { runListOf, type EnteredLotRow } from './run-list-store.ts'

export function runListRoutes(app: FastifyInstance, house: House): void {
  const presented = async (rows: EnteredLotRow[]): Promise<EnteredLot[]> => {
    const sellers = [...new Set(rows.flatMap(({ seller_id: id }) => id ?? []))]
    const found = await Promise.all(sellers.map((id) => personFacts(house.db, id)))
    const emails = new Map(found.flatMap((person) => (person === null ? [] : [[person.id, person.email] as const])))
    return rows.map((row) => present(row, row.seller_id === null ? null : (emails.get(row.seller_id) ?? null)))
  }
  const presentedOne = async (row: EnteredLotRow | Refusal) =>
    row instanceof Refusal ? row : (await presented([row]))[0]!

  serve(app, readRunList, async ({ params }) => {
    if ((await readSale(house.db, params.auctionId)) === undefined) throw notFound('this sale')
    return { items: await presented(await runListOf(house.db, params.auctionId)) }
  })

  serve(app, enterEndpoint, async ({ params, body, person }) =>
    presentedOne(await enterLot(house, person.id, params.auctionId, body)),
  )

  serve(app, changeEndpoint, async ({ params, body, person }) =>
    presentedOne(await changeLot(house, person.id, params.lotId, body)),
  )

  serve(app, removeEndpoint, ({ params, person }) => removeLot(house, person.id, params.lotId))

  serve(app, chooseSaleHero, ({ params, body, person }) =>
    chooseHero(house, person.id, params.auctionId, body.vehicleId),
  )

  serve(app, orderEndpoint, async ({ params, body, person }) => {
    const rows = await orderRunList(house, person.id, params.auctionId, body.lotIds)
    return rows instanceof Refusal ? rows : { items: await presented(rows) }
  })
}

function present(row: EnteredLotRow, sellerEmail: string | null): EnteredLot {
  return {
    id: row.id,
    lotNumber: row.lot_number,
    position: row.position,
    vehicleId: row.vehicle_id,
    title: row.title,
    vin: row.vin,
    photoCount: row.photo_count,
    photosExpected: row.photos_expected,
    isPublished: row.is_published,
    state: row.state,
    openingBid: row.opening_bid,
    reserve: row.reserve,
    buyNow: row.buy_now,
    sellerEmail,
  }
}
