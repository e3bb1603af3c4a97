import { t } from '#web/platform/language/text.ts'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { formatExactMoney, formatMoney } from '#web/platform/money.ts'
import type { Ask } from '../bid/bid-message.ts'
import type { Spend } from '../costs/spend.ts'

/** What the person wants to send to the server, or the text of what is wrong with it. */
export type Entry = { ask: Ask | null; fault: string | null }

type Standing = Pick<LiveLot['standing'], 'price' | 'nextBid'>

/** Parses an amount typed as the maximum itself. `held`: the viewer's own maximum while they lead. */
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

/** Parses a total spend. `spend` is null when nothing is typed or the lot's terms are not loaded. */
export function entryOfSpend(spend: Spend | null, held: number | null, standing: Standing, currency: string): Entry {
  if (spend === null) return { ask: null, fault: null }
  if (spend.fits) return entryOfMaximum(spend.amount, held, standing, currency)
  return { ask: null, fault: tooLittle(spend, currency) }
}

/** The error text when no bid fits within the total. */
export function tooLittle({ least, leastTotal }: Extract<Spend, { fits: false }>, currency: string): string {
  const [bid, total] = [formatMoney(least, currency), formatExactMoney(leastTotal, currency)]
  return t`That’s too low. The minimum bid of ${bid} costs ${total} total.`
}

/** Checks only what the page can know; the server validates again. */
function faultOf(amount: number, held: number | null, { price, nextBid }: Standing, currency: string): string | null {
  if (held === null) return amount < nextBid ? t`The next bid is ${formatMoney(nextBid, currency)}.` : null
  if (amount === held) return t`That’s already your maximum.`
  return price !== null && amount < price ? t`You can’t lower it below ${formatMoney(price, currency)}.` : null
}
