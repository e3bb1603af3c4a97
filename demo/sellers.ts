import { sql } from 'kysely'
import type { BankAccount } from '#contract/payments/bank-account.ts'
import { NO_COMMISSION, type Commission } from '#contract/sellers/commission.ts'
import type { SellerEntry } from '#contract/sellers/sellers.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { changeSellerMoney, saveSeller } from '#server/sellers/save-seller.ts'
import { settleLot } from '#server/settlements/entries/settle-lot.ts'
import { makeBatch } from '#server/settlements/payouts/make-batch.ts'
import { markPaid } from '#server/settlements/payouts/settle-batch.ts'
import { issueStatements } from '#server/settlements/statements/issue-statement.ts'
import type { SellerOfLot } from './auctions.ts'
import { CONSIGNOR } from './people.ts'
import { OLD_AUCTION } from './planned-auctions.ts'

type DemoSeller = { entry: SellerEntry; commission: Commission; bank: BankAccount; taxId: string }

const ENTRY = { address: '', country: 'US', phone: '', accountEmail: null, isActive: true }

/** Test numbers of a payment provider: they belong to no bank customer. */
const bank = (holder: string, accountNumber: string): BankAccount => ({
  kind: 'us',
  holder,
  routingNumber: '110000000',
  accountNumber,
  bank: 'Example Bank, Springfield',
})

const SELLERS: DemoSeller[] = [
  {
    entry: {
      ...ENTRY,
      code: 'NORTH',
      name: 'Northgate Fleet Services',
      kind: 'fleet',
      address: '400 Depot Road\nSpringfield, IL 62701',
      email: 'disposals@northgate.example',
      phone: '+1 555 0121',
    },
    commission: { ...NO_COMMISSION, bands: [{ from: 0, basisPoints: 400 }], minimum: 15_000, noSaleFee: 5000 },
    bank: bank('Northgate Fleet Services Inc', '000123450001'),
    taxId: '12-3450001',
  },
  {
    entry: {
      ...ENTRY,
      code: 'LAKE',
      name: 'Lakeside Mutual Insurance',
      kind: 'insurer',
      address: '9 Harbor Street\nChicago, IL 60601',
      email: 'salvage@lakeside.example',
      phone: '+1 555 0122',
    },
    commission: { ...NO_COMMISSION, flat: 27_500, noSaleFee: 7500, relistFee: 5000 },
    bank: bank('Lakeside Mutual Insurance Co', '000123450002'),
    taxId: '12-3450002',
  },
  {
    entry: {
      ...ENTRY,
      code: 'BRANDT',
      name: CONSIGNOR.name,
      kind: 'private',
      address: '4 Linden Street\nSpringfield, IL 62703',
      email: CONSIGNOR.email,
      accountEmail: CONSIGNOR.email,
    },
    commission: {
      ...NO_COMMISSION,
      bands: [
        { from: 0, basisPoints: 1000 },
        { from: 1_000_000, basisPoints: 700 },
      ],
      minimum: 20_000,
      noSaleFee: 7500,
      relistFee: 5000,
    },
    bank: bank(CONSIGNOR.name, '000123450003'),
    taxId: '12-3450003',
  },
]

/** Enters the sellers of the demo, once. `actorId`: who enters them. */
export async function enterSellers(app: App, actorId: string): Promise<void> {
  for (const { entry, commission, bank: account, taxId } of SELLERS) {
    const known = await sql`select 1 from seller where code = ${entry.code}`.execute(app.db)
    if (known.rows.length > 0) continue
    const id = newId()
    refuseNothing(await saveSeller(app, { id, actorId, version: 0, ...entry }))
    refuseNothing(await changeSellerMoney(app, { id, actorId, version: 1, commission, bank: account, taxId }))
  }
}

/** Every fifth lot, starting with the third, belongs to a person who also bids; most others to a fleet and an insurer. */
export async function sellersOfLots(app: App): Promise<SellerOfLot> {
  const found = await sql<{ id: string; code: string; account_id: string | null }>`
    select id, code, account_id from seller where code = any(${SELLERS.map(({ entry }) => entry.code)}::text[])`.execute(
    app.db,
  )
  const sellers = new Map(found.rows.map((row) => [row.code, row]))
  return (index) => {
    const seller = sellers.get(index % 5 === 2 ? 'BRANDT' : index % 2 === 0 ? 'NORTH' : index % 3 === 0 ? 'LAKE' : '')
    return { consignorId: seller?.id ?? null, accountId: seller?.account_id ?? null }
  }
}

/** States what the sellers of the old auction get, pays the first of them out, and leaves the others due. */
export async function settleOldAuction(app: App, kofi: string): Promise<void> {
  const lots = await sql<{ id: string; auction_id: string; seller_id: string }>`
    select l.id, l.auction_id, l.consignor_id as seller_id from lot l join auction a on a.id = l.auction_id
    where a.demo and a.title = ${OLD_AUCTION} and l.consignor_id is not null order by l.id`.execute(app.db)
  const auctionId = lots.rows[0]?.auction_id
  if (auctionId === undefined) return
  for (const { id } of lots.rows) await app.db.transaction().execute((trx) => settleLot(trx, id))
  const sellerIds = [...new Set(lots.rows.map((lot) => lot.seller_id))]
  refuseNothing(await issueStatements(app, kofi, auctionId, sellerIds))
  const due = await sql<{ id: string }>`
    select id from seller_statement where auction_id = ${auctionId} and net > 0 order by number limit 1`.execute(app.db)
  if (due.rows.length === 0) return
  const { currency } = await readCompanyTerms(app)
  const id = newId()
  const statementIds = due.rows.map((row) => row.id)
  refuseNothing(await makeBatch(app, kofi, { id, format: currency === 'USD' ? 'nacha' : 'csv', statementIds }))
  refuseNothing(await markPaid(app, kofi, id, 'The bank confirmed it by phone.'))
}

function refuseNothing(refused: Refusal | null): void {
  if (refused !== null) throw new Error(`the demo's seller was refused: ${refused.message}`)
}
