import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import { csvRecord } from '#server/platform/csv.ts'
import { plainAmount } from '#server/platform/money-text.ts'

const HEAD =
  'Position,Lot,Stock number,VIN,Vehicle,Seller code,Seller,Currency,Opening bid,Reserve,Buy now,Guide low,Guide high,State'.split(
    ',',
  )

/** A run list as CSV, in its order. */
export function runListCsv(lots: readonly EnteredLot[], currency: string): string {
  const money = (amount: number | null) => (amount === null ? null : plainAmount(amount, currency))
  const rows = lots.map((lot) => [
    lot.position,
    lot.lotNumber,
    lot.stockNumber,
    lot.vin,
    lot.title,
    lot.consignor?.code ?? null,
    lot.consignor?.name ?? null,
    currency,
    money(lot.openingBid),
    money(lot.reserve),
    money(lot.buyNow),
    money(lot.guide?.low ?? null),
    money(lot.guide?.high ?? null),
    lot.state,
  ])
  // With a byte order mark, so that spreadsheets read it as UTF-8.
  return `\ufeff${[HEAD, ...rows].map(csvRecord).join('')}`
}
