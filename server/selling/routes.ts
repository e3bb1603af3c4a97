import type { FastifyInstance } from 'fastify'
import type { TakeStaffStep } from '#contract/bidding/negotiations.ts'
import {
  decideReserveRequest,
  linkOwnStatement,
  listReserveRequests,
  listSellingLots,
  readSelling,
  readSellingLot,
  requestReserve as requestEndpoint,
  type ReserveRequestRow,
  type SellerStep,
  takeSellerStep as stepEndpoint,
  withdrawReserveRequest,
} from '#contract/selling/selling.ts'
import { negotiationOf, takeSellerStep } from '#server/bidding/negotiations/seller-steps.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { sellerBy } from '#server/sellers/find-sellers.ts'
import { statementsOfSeller } from '#server/settlements/seller-statements.ts'
import { linkToStatement } from '#server/settlements/statements/routes.ts'
import { presentLot, readOwnLot, requireOwnLot, requireSeller } from './read-lot.ts'
import { REQUEST_LIST, requestRow } from './request-store.ts'
import { decideReserve, requestReserve, withdrawRequest } from './reserve-requests.ts'
import { countLots, lotsOfSeller } from './store.ts'

const PAGE_SIZE = 50

/** The sellers' own pages, and what staff answer them. */
export function sellingRoutes(http: FastifyInstance, app: App): void {
  readRoutes(http, app)
  const after = async (accountId: string, lotId: string, refused: Refusal | null) =>
    refused ?? readOwnLot(app, accountId, lotId)

  serve(http, requestEndpoint, async ({ params: { lotId }, body, person }) =>
    after(person.id, lotId, await requestReserve(app, await requireSeller(app, person.id), lotId, body)),
  )

  serve(http, withdrawReserveRequest, async ({ params: { lotId, requestId }, person }) =>
    after(person.id, lotId, await withdrawRequest(app, await requireSeller(app, person.id), lotId, requestId)),
  )

  serve(http, stepEndpoint, async ({ params: { lotId }, body, person }) =>
    after(person.id, lotId, await answerFor(app, person.id, lotId, body)),
  )

  serveList(http, app.db, listReserveRequests, REQUEST_LIST, { present: (rows: ReserveRequestRow[]) => rows })

  serve(http, decideReserveRequest, async ({ params: { requestId }, body, person }) => {
    const refused = await decideReserve(app, person.id, requestId, body)
    return refused ?? (await requestRow(app.db, requestId))!
  })
}

function readRoutes(http: FastifyInstance, app: App): void {
  serve(http, readSelling, async ({ person }) => {
    const seller = await sellerBy(app.db, person.id)
    if (seller === null) return { seller: null, counts: { running: 0, over: 0 }, statements: [] }
    const [counts, statements] = await Promise.all([
      countLots(app.db, seller.id),
      statementsOfSeller(app.db, seller.id),
    ])
    return { seller: { code: seller.code, name: seller.name }, counts, statements }
  })

  serve(http, listSellingLots, async ({ query: { cursor = null, limit = PAGE_SIZE, tab = null }, person }) => {
    const seller = await requireSeller(app, person.id)
    const rows = await lotsOfSeller(app.db, seller.id, { tab, before: cursor, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    return { items: shown.map(presentLot), next: rows.length > limit ? (shown.at(-1)?.lotId ?? null) : null }
  })

  serve(http, readSellingLot, ({ params, person }) => readOwnLot(app, person.id, params.lotId))

  serve(http, linkOwnStatement, async ({ params: { statementId }, person }) => {
    const seller = await requireSeller(app, person.id)
    const own = await statementsOfSeller(app.db, seller.id)
    if (!own.some(({ id }) => id === statementId)) throw notFound('this statement')
    return linkToStatement(app, statementId)
  })
}

/** Takes a step in the negotiation about one of the seller's own lots. */
async function answerFor(app: App, accountId: string, lotId: string, step: SellerStep): Promise<Refusal | null> {
  const seller = await requireSeller(app, accountId)
  await requireOwnLot(app, seller.id, lotId)
  if (step.kind === 'approve' && (await negotiationOf(app, lotId))?.highBid !== step.amount) {
    return refuse('offer-gone', 'The high bid is another amount. Reload the page.')
  }
  return takeSellerStep(app, accountId, lotId, staffStepOf(step))
}

function staffStepOf(step: SellerStep): TakeStaffStep {
  if (step.kind === 'approve') return { kind: 'approve', reason: 'The seller accepted on their page' }
  return step.kind === 'end' ? { kind: 'end', reason: 'The seller kept the vehicle, on their page' } : step
}
