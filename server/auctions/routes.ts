import type { FastifyInstance } from 'fastify'
import { companyTerms, listAuctions, readAuction } from '#contract/auctions/auctions.ts'
import { readAuctionTerms } from '#contract/auctions/auction-terms.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { presentAuction, presentTerms } from './present.ts'
import { readAuctionRow } from './run-list.ts'
import { announcedAuctions } from './announced.ts'
import { findAuction } from './store.ts'

export function auctionRoutes(http: FastifyInstance, app: App): void {
  serveShared(http, listAuctions, {
    topic: () => SHOWN,
    read: ({ query }) => announcedAuctions(app, query),
  })

  serveShared(http, readAuction, {
    topic: () => SHOWN,
    async read({ params }) {
      const row = await findAuction(app.db, params.auctionId)
      if (row === undefined) throw notFound('this auction')
      return presentAuction(row)
    },
  })

  serve(http, readAuctionTerms, async ({ params }) => {
    const shown = await findAuction(app.db, params.auctionId)
    const auction = shown === undefined ? undefined : await readAuctionRow(app.db, params.auctionId)
    if (auction === undefined) throw notFound('this auction')
    return presentTerms(auction.terms)
  })

  serveShared(http, companyTerms, { topic: () => SHOWN, read: () => readCompanyTerms(app) })
}
