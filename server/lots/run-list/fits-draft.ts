import type { Kysely } from 'kysely'
import type { FieldFault } from '#contract/platform/problem.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { runListOf } from './run-list-store.ts'

type Terms = { currency: string; bidUnit: number }

/** What is wrong with another currency or bid unit for the lots that are priced already. Under the auction's lock. */
export async function fitsDraft(
  trx: Kysely<object>,
  auctionId: string,
  { before, after }: { before: Terms; after: Terms },
): Promise<FieldFault[]> {
  const { currency, bidUnit } = before
  if (after.currency === currency && after.bidUnit === bidUnit) return []
  const lots = await runListOf(trx, auctionId)
  if (after.currency !== currency && lots.length > 0) {
    const message = `Its lots are priced in ${currency}. Remove them first, or keep ${currency}.`
    return [{ field: 'currency', message }]
  }
  const amounts = lots.flatMap((lot) =>
    [lot.opening_bid, lot.reserve, lot.buy_now].map((amount) => ({ amount: amount ?? 0, lotNumber: lot.lot_number })),
  )
  const odd = amounts.find(({ amount }) => amount % after.bidUnit !== 0)
  if (odd === undefined) return []
  const [amount, unit] = [odd.amount, bidUnit].map((each) => moneyText(each, currency))
  const message = `Lot ${odd.lotNumber} is priced at ${amount}, which isn’t a multiple of it. Change the lot first, or keep ${unit}.`
  return [{ field: 'bidUnit', message }]
}
