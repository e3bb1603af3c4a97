import type { FastifyInstance } from 'fastify'
import {
  changeAuction as changeEndpoint,
  cloneAuction as cloneEndpoint,
  enterAuction as enterEndpoint,
  listAuctions,
  readStaffAuction as readEndpoint,
} from '#contract/auctions/auction-entry.ts'
import type { App } from '#server/platform/app.ts'
import { faultsUnder, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { changeAuction, cloneAuction, enterAuction, readStaffAuction } from './enter-auction.ts'
import { presentStaffAuction } from './present.ts'
import { AUCTION_LIST, type StaffAuctionRow } from './staff-store.ts'

/** Auctions for staff. Publishing belongs to the bidding feature, because it creates the lots' standings. */
export function staffAuctionRoutes(http: FastifyInstance, app: App): void {
  serveList(http, app.db, listAuctions, AUCTION_LIST, {
    present: (rows: StaffAuctionRow[]) => rows.map(presentStaffAuction),
  })

  serve(http, readEndpoint, async ({ params }) => presentStaffAuction(await readStaffAuction(app.db, params.auctionId)))

  const presented = (row: StaffAuctionRow | Refusal) => (row instanceof Refusal ? row : presentStaffAuction(row))

  serve(http, enterEndpoint, async ({ body, person }) =>
    presented(await faultsUnder('entry', () => enterAuction(app, person.id, body.id, body.entry))),
  )

  serve(http, changeEndpoint, async ({ params, body, person }) =>
    presented(await faultsUnder('entry', () => changeAuction(app, person.id, params.auctionId, body.entry))),
  )

  serve(http, cloneEndpoint, async ({ params, body, person }) =>
    presented(await cloneAuction(app, person.id, params.auctionId, body)),
  )
}
