import type { SellerEntry } from '#contract/sellers/sellers.ts'
import { newId } from '#server/platform/id.ts'
import { castConsigned, castSeller, endLot } from '#server/settlements/settlements.test-support.ts'
import type { Desk, Stages } from './audit-stages.ts'

const ENTRY: SellerEntry = {
  code: 'STAGE-1',
  name: 'Northgate Motors',
  kind: 'dealer',
  address: '',
  country: 'US',
  email: '',
  phone: '',
  accountEmail: null,
  isActive: true,
}

/** Actions about sellers: their records, statements, payouts and requests. */
export function sellerStages(desk: () => Desk): Stages {
  const rows = async (text: string, ...values: unknown[]) => {
    await desk().server.app.pool.query(text, values)
  }
  /** A seller and an auction with a no-sale fee that no statement has. */
  const owing = async () => {
    const { server } = desk()
    const sellerId = await castSeller(server)
    const lot = await castConsigned(server, sellerId)
    await endLot(server, lot, null)
    return { sellerId, ...lot }
  }
  const statement = async () => {
    const { sellerId, auctionId } = await owing()
    const id = newId()
    await rows(
      `insert into seller_statement (id, number, seller_id, auction_id, currency, net, document, issued_at, actor_id)
       values ($1, $2, $3, $4, 'USD', 9900, '{}', now(), $3)`,
      id,
      `ST-${id}`,
      sellerId,
      auctionId,
    )
    return id
  }
  const batch = async () => {
    const id = newId()
    await rows(
      `insert into payout_batch (id, number, format, currency, total, sealed, made_at, actor_id)
       values ($1, $2, 'csv', 'USD', 9900, '\\x00', now(), $3)`,
      id,
      `PO-${id}`,
      desk().helper.id,
    )
    return id
  }
  const decided = async () => ({ params: { batchId: await batch() }, body: { reason: 'A test of the rules' } })
  return {
    'PUT /api/admin/sellers/:sellerId': () =>
      Promise.resolve({ params: { sellerId: newId() }, body: { version: 0, ...ENTRY } }),
    'PUT /api/admin/sellers/:sellerId/money': async () => ({
      params: { sellerId: await castSeller(desk().server) },
      body: { version: 1, taxId: '12-3456789' },
    }),
    'POST /api/admin/auctions/:auctionId/statements': async () => {
      const { sellerId, auctionId } = await owing()
      return { params: { auctionId }, body: { sellerIds: [sellerId] } }
    },
    'POST /api/admin/payouts': async () => ({
      body: { id: newId(), format: 'csv', statementIds: [await statement()] },
    }),
    'POST /api/admin/payouts/:batchId/paid': decided,
    'POST /api/admin/payouts/:batchId/cancel': decided,
    'POST /api/admin/reserve-requests/:requestId/decision': async () => {
      const { server } = desk()
      const sellerId = await castSeller(server)
      const { lotId } = await castConsigned(server, sellerId)
      const requestId = newId()
      await rows(
        `insert into reserve_request (id, lot_id, seller_id, reserve, note) values ($1, $2, $3, 20000, '')`,
        requestId,
        lotId,
        sellerId,
      )
      return { params: { requestId }, body: { decision: 'refuse', reason: 'Too late for that.' } }
    },
  }
}
