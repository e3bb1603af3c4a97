import type { FastifyInstance } from 'fastify'
import {
  issueStatements as issueEndpoint,
  linkStatement,
  listStatements,
  openStatement,
  readSellerSettlement,
  type SellerSettlement,
  type StatementRow,
} from '#contract/settlements/statements.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import { languageOf } from '#server/platform/language/account-language.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { notFound, rateLimited } from '#server/platform/problem.ts'
import { checkLink, signLink } from '#server/platform/signed-link.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { issueStatements } from './issue-statement.ts'
import { sellerSums, STATEMENT_LIST, statementsOfAuction, type ListedStatement } from './list-store.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementById } from './statement-store.ts'

/** Openings of one link: more is a program. */
const OPENINGS = { burst: 10, perSecond: 0.5 }

/** What sellers are owed in an auction, and the statements that say so. */
export function statementRoutes(http: FastifyInstance, app: App): void {
  const throttle = sharedThrottle(app, 'statement', OPENINGS)

  serveList(http, app.db, listStatements, STATEMENT_LIST, {
    present: (rows: ListedStatement[]) => rows.map(presentRow),
  })

  serve(http, readSellerSettlement, ({ params }) => settlementOf(app, params.auctionId))

  serve(http, issueEndpoint, async ({ params: { auctionId }, body, person }) => {
    const refused = await issueStatements(app, person.id, auctionId, body.sellerIds)
    return refused ?? settlementOf(app, auctionId)
  })

  serve(http, linkStatement, async ({ params }) => {
    const statement = await statementById(app.db, params.statementId)
    if (statement === undefined) throw notFound('this statement')
    return linkToStatement(app, statement.id)
  })

  serve(http, openStatement, async ({ params: { statementId }, query, reply }) => {
    checkLink(app, pathOf(statementId), query)
    const statement = await statementById(app.db, statementId)
    if (statement === undefined) throw notFound('this statement')
    if (!(await throttle.take(query.signature))) throw rateLimited(2)
    const file = await statementPdf(statement.document, await languageOf(app.db, statement.account_id))
    return sendFile(reply, `statement-${statement.number}.pdf`, 'application/pdf', file)
  })
}

export function linkToStatement(app: App, statementId: string): { url: string; expiresAt: number } {
  return signLink(app, pathOf(statementId))
}

function pathOf(statementId: string): string {
  return openStatement.path.replace(':statementId', statementId)
}

async function settlementOf(app: App, auctionId: string): Promise<SellerSettlement> {
  const auction = await readAuctionRow(app.db, auctionId)
  if (auction === undefined) throw notFound('this auction')
  const [sellers, statements] = await Promise.all([
    sellerSums(app.db, auctionId),
    statementsOfAuction(app.db, auctionId),
  ])
  return {
    title: auction.title,
    startsAt: auction.startsAt,
    currency: auction.currency,
    sellers: sellers.map((seller) => ({
      ...seller,
      statements: statements
        .filter(({ seller_id: sellerId }) => sellerId === seller.sellerId)
        .map(({ id, number, net, state }) => ({ id, number, net, state })),
    })),
  }
}

function presentRow(row: ListedStatement): StatementRow {
  const { id, number, seller, auction, currency, net, state } = row
  return {
    id,
    number,
    sellerId: row.seller_id,
    sellerCode: row.code,
    seller,
    auctionId: row.auction_id,
    auction,
    currency,
    net,
    state,
    issuedAt: row.issued_at,
    payoutId: row.batch_id,
    payout: row.batch_number,
  }
}
