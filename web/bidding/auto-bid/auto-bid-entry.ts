import type { LiveLot } from '#contract/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'
import type { Ask } from '../bid/bid-message.ts'
import type { Spend } from '../costs/spend.ts'

/** What somebody wants to be asked of the house, or what is wrong with it in words. */
export type Entry = { ask: Ask | null; fault: string | null }

type Standing = Pick<LiveLot['standing'], 'price' | 'nextBid'>

/** Of an amount typed as the maximum itself. `held`: one's own maximum while one leads. */
export function entryOfMaximum(
  amount: number | null,
  held: number | null,
  standing: Standing,
  currency: string,
): Entry {
  if (amount === null) return { ask: null, fault: null }
  const fault = faultOf(amount, held, standing, currency)
  const kind = held !== null && amount < held ? 'lower' : 'maximum'
  return { ask: fault === null ? { kind, amount } : null, fault }
}

/** Of a sum to be spent in all. `spend` null: nothing is typed, or the lot's terms are not known. */
export function entryOfSpend(spend: Spend | null, held: number | null, standing: Standing, currency: string): Entry {
  if (spend === null) return { ask: null, fault: null }
  if (spend.fits) return entryOfMaximum(spend.amount, held, standing, currency)
  return { ask: null, fault: tooLittle(spend, currency) }
}

/** That no bid fits into a sum. */
export function tooLittle({ least, leastTotal }: Extract<Spend, { fits: false }>, currency: string): string {
  const [bid, total] = [formatMoney(least, currency), formatMoney(leastTotal, currency, true)]
  return `That’s too low. The minimum bid of ${bid} costs ${total} in total.`
}

/** Only what the page can know; the house judges again. */
function faultOf(amount: number, held: number | null, { price, nextBid }: Standing, currency: string): string | null {
  if (held === null) return amount < nextBid ? `The next bid is ${formatMoney(nextBid, currency)}.` : null
  if (amount === held) return 'That is your maximum now.'
  return price !== null && amount < price
    ? `It can be lowered to ${formatMoney(price, currency)} and no further.`
    : null
}
