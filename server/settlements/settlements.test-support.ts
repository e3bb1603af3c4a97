import { sql } from 'kysely'
import type { BankAccount } from '#contract/payments/bank-account.ts'
import { NO_COMMISSION, type Commission } from '#contract/sellers/commission.ts'
import type { PayoutBatch } from '#contract/settlements/payouts.ts'
import type { SellerInAuction, SellerSettlement, StatementRow } from '#contract/settlements/statements.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { sealSecrets } from '#server/sellers/seller-secrets.ts'
import type { CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

/** 10% up to 5,000.00, then 5%; at least 200.00; fees for lots without a sale and for relisting. */
export const SCHEME: Commission = {
  ...NO_COMMISSION,
  bands: [
    { from: 0, basisPoints: 1000 },
    { from: 500_000, basisPoints: 500 },
  ],
  minimum: 20_000,
  noSaleFee: 7500,
  relistFee: 5000,
}

export const US_BANK: BankAccount = {
  kind: 'us',
  holder: 'Northgate Motors LLC',
  routingNumber: '021000021',
  accountNumber: '000987654321',
  bank: 'First Bank',
}

export const IBAN: BankAccount = {
  kind: 'iban',
  holder: 'Łukasz & Søn GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  bank: 'Commerzbank',
}

type CastSeller = {
  name?: string
  kind?: string
  commission?: Commission
  bank?: BankAccount | null
  accountId?: string
}

let codes = 0

/** Inserts a seller. */
export async function castSeller({ app }: TestServer, options: CastSeller = {}): Promise<string> {
  const id = newId()
  const { name = 'Northgate Motors', kind = 'dealer', commission = SCHEME, bank = null, accountId = null } = options
  const secrets = sealSecrets(app.keys, id, { bank, taxId: null })
  await sql`
    insert into seller (id, code, name, kind, address, country, email, phone, account_id, commission, sealed, bank_kind, bank_end)
    values (${id}, ${`CAST-${(codes += 1)}`}, ${name}, ${kind}, '12 Depot Road', 'US', 'office@northgate.example', '', ${accountId},
      ${JSON.stringify(commission)}::jsonb, ${secrets.sealed}, ${secrets.bank_kind}, ${secrets.bank_end})`.execute(
    app.db,
  )
  return id
}

/** A published lot of a seller, in an auction of its own unless one is given. */
export async function castConsigned({ app }: TestServer, sellerId: string, auctionId = newId()): Promise<CastLot> {
  const taken = await app.pool.query<{ count: number }>('select count(*)::int from lot where auction_id = $1', [
    auctionId,
  ])
  const lot = await castLot(app, { auctionId, position: taken.rows[0]!.count + 1, isFree: true })
  await app.pool.query('update lot set consignor_id = $2 where id = $1', [lot.lotId, sellerId])
  return lot
}

/** Announces the end of a lot as bidding does, and handles it. `hammer` null: it passed. */
export async function endLot(
  { app }: TestServer,
  { lotId, auctionId }: CastLot,
  sale: { buyer: CastMember; hammer: number } | null,
): Promise<void> {
  const end = { lotId, auctionId, at: Date.now(), by: 'closed' as const }
  await app.db.transaction().execute(async (trx) => {
    if (sale === null) return enqueue(trx, 'lot-passed', { ...end, accountId: null, hammer: null })
    const { buyer, hammer } = sale
    await sql`insert into purchase_due (lot_id, bidder_id, amount) values (${lotId}, ${buyer.id}, ${hammer})`.execute(
      trx,
    )
    return enqueue(trx, 'lot-sold', { ...end, accountId: buyer.id, hammer })
  })
  await app.outbox.drain()
}

/** What a cashier does with settlements and payouts. */
export function payoutDesk(place: TestServer, kofi: CastMember) {
  const call = (method: string, at: string, body?: object) =>
    place.call(method, `/api/admin${at}`, { token: kofi.token, ...(body === undefined ? {} : { body }) })
  return {
    call,
    async settlement(auctionId: string): Promise<SellerInAuction[]> {
      return ((await call('GET', `/auctions/${auctionId}/seller-settlement`)).body as SellerSettlement).sellers
    },
    issue: (auctionId: string, sellerIds: string[]) => call('POST', `/auctions/${auctionId}/statements`, { sellerIds }),
    async statements(query: string): Promise<StatementRow[]> {
      return ((await call('GET', `/statements?${query}`)).body as { items: StatementRow[] }).items
    },
    make: (format: PayoutBatch['format'], statementIds: string[], id: string = newId()) =>
      call('POST', '/payouts', { id, format, statementIds }),
    /** The balance of an account in the money ledger; of a seller: below zero is owed to them. */
    async balance(account: string): Promise<number> {
      const found = await place.app.pool.query<{ sum: number }>(
        'select coalesce(sum(amount), 0)::bigint as sum from money_entry where account = $1',
        [account],
      )
      return found.rows[0]!.sum
    },
  }
}

const DUE_HAMMER = 800_000

export type DueSale = { sellerId?: string; bank?: BankAccount | null; currency?: string }

/** A seller with one sold lot whose buyer has paid, and the statement about it. */
export async function castDue(
  place: TestServer,
  desk: ReturnType<typeof payoutDesk>,
  buyer: CastMember,
  { sellerId: known, bank = null, currency = 'USD' }: DueSale = {},
): Promise<StatementRow> {
  const sellerId = known ?? (await castSeller(place, { bank }))
  const lot = await castConsigned(place, sellerId)
  const { pool } = place.app
  await pool.query('update auction set currency = $2 where id = $1', [lot.auctionId, currency])
  await endLot(place, lot, { buyer, hammer: DUE_HAMMER })
  const invoice = await pool.query<{ id: string }>('select id from invoice where lot_id = $1', [lot.lotId])
  await saleroom(place).payAll(buyer, invoice.rows[0]!.id)
  await desk.issue(lot.auctionId, [sellerId])
  return (await desk.statements(`auctionId=${lot.auctionId}`))[0]!
}
