import type { Kysely } from 'kysely'
import { costOf } from '#contract/costs.ts'
import { setPurchaseDue } from '#server/bidding/purchase-due.ts'
import { recordTransfer } from '#server/membership/money-ledger.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { hasInvoice, insertInvoice, lockNumbers, soldLot, takeNumber } from './store.ts'

/** What bidding tells of a sold lot; `hammer` in minor units, `at` in ms. */
export type LotSold = { lotId: string; accountId: string | null; hammer: number | null; at: number }

/**
 * Issues the invoice of a sold lot in the outbox's transaction: exactly once a lot, however often it is told. From then on the whole
 * total, and no longer the hammer price, counts against the buyer's limit.
 */
export async function issueInvoice(house: House, trx: Kysely<object>, sold: LotSold): Promise<void> {
  const { lotId, accountId, hammer, at } = sold
  if (accountId === null || hammer === null) throw new Error(`lot ${lotId} was sold to nobody`)
  const lot = await soldLot(trx, lotId)
  if (lot === null) throw new Error(`lot ${lotId} was sold and is not there`)
  const terms = await readHouseTerms(house)
  const { lines, net, tax, total } = costOf(hammer, terms)
  const year = new Date(at).getUTCFullYear()
  const next = await lockNumbers(trx, year)
  if (await hasInvoice(trx, lotId)) return
  await insertInvoice(trx, {
    number: await takeNumber(trx, year, next),
    account_id: accountId,
    lot_id: lotId,
    lot_number: lot.lot_number,
    title: lot.title,
    currency: lot.currency,
    lines: lines.map((line) => ({ ...line, taxBasisPoints: terms.taxBasisPoints })),
    net,
    tax,
    total,
    issuedAt: at,
    dueAt: businessDaysAfter(at, terms.paymentDays),
  })
  await recordTransfer(trx, {
    memo: 'Invoice issued',
    currency: lot.currency,
    entries: [
      { account: `receivable:${accountId}`, amount: total },
      // The hammer price is the seller's; premium and fees are the house's.
      { account: 'owed:sellers', amount: -hammer },
      { account: 'income:sales', amount: hammer - net },
      { account: 'owed:tax', amount: -tax },
    ],
  })
  await setPurchaseDue(trx, lotId, total)
}

/** The end of the `days`-th business day (Monday to Friday, UTC) after an instant, in ms. */
export function businessDaysAfter(at: number, days: number): number {
  const day = new Date(at)
  day.setUTCHours(23, 59, 59, 0)
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1
  }
  return day.getTime()
}
