import { plural, t } from '#web/platform/language/text.ts'
import type { Selling, SellingLot } from '#contract/selling/selling.ts'
import { formatExactMoney, formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'

/** The state of a lot as its seller reads it. */
export function stateWords({ state, isOpen, isCountered, buyerPaid }: SellingLot): string {
  switch (state) {
    case 'entered':
      return t`Being prepared`
    case 'published':
      return isOpen ? t`Open for bids` : t`Scheduled`
    case 'negotiating':
      return isCountered
        ? t`Reserve not met: the bidder can answer your counteroffer`
        : t`Reserve not met: your answer is needed`
    case 'sold':
      return buyerPaid === true ? t`Sold, buyer has paid` : t`Sold, waiting for the buyer’s payment`
    case 'withdrawn':
      return t`Withdrawn`
    default:
      return t`Not sold`
  }
}

/** When bidding on a published lot begins, or ends; null: neither is known. `now` in ms. */
export function whenWords({ state, isOpen, startsAt, closesAt }: SellingLot, now: number): string | null {
  if (state !== 'published') return null
  if (closesAt !== null) return t`Closes ${formatInstant(closesAt)}`
  if (isOpen) return null
  // A lot of a live auction comes up after those before it.
  return startsAt > now ? t`Starts ${formatInstant(startsAt)}` : t`Auction started ${formatInstant(startsAt)}`
}

export function reserveWords(lot: SellingLot): string {
  return lot.reserve === null ? t`No reserve` : t`Reserve ${reserveAmount(lot.reserve, lot)}`
}

/** The amount of a reserve, and once there are bids whether it is met. */
export function reserveAmount(reserve: number, { reserveMet, currency, bidCount }: SellingLot): string {
  const met = bidCount === 0 ? '' : reserveMet ? t`, met` : t`, not met`
  return `${formatMoney(reserve, currency)}${met}`
}

export function priceWords({ price, openingBid, currency, state }: SellingLot): string {
  if (price === null) {
    const opening = formatMoney(openingBid, currency)
    return state === 'entered' || state === 'published' ? t`Opens at ${opening}` : t`Opened at ${opening}`
  }
  const amount = formatMoney(price, currency)
  return state === 'sold' ? t`Sold for ${amount}` : t`High bid ${amount}`
}

/** The same as a name and its value. */
export function priceFact({ price, openingBid, currency, state }: SellingLot): [name: string, value: string] {
  if (price === null) return [t`Opening bid`, formatMoney(openingBid, currency)]
  return [state === 'sold' ? t`Sold for` : t`High bid`, formatMoney(price, currency)]
}

/** Interest so far: bids, views, watchers. */
export function interestWords({ bidCount, views, watchers }: SellingLot): string {
  return [
    plural(bidCount, { one: '# bid', other: '# bids' }),
    plural(views, { one: '# view', other: '# views' }),
    plural(watchers, { one: '# watcher', other: '# watchers' }),
  ].join(' · ')
}

/** What the lot brings its seller after commission and fees. A lot that didn't sell may cost more than it brings. */
export function netWords({ net, currency }: { net: number; currency: string }): string {
  return net < 0 ? t`You owe ${formatExactMoney(-net, currency)}` : t`You get ${formatExactMoney(net, currency)}`
}

/** The state of a statement as its seller reads it. */
export function statementWords(state: Selling['statements'][number]['state']): string {
  switch (state) {
    case 'due':
      return t`With the next payout`
    case 'owed-by-seller':
      return t`You owe us`
    case 'in-payout':
      return t`Being paid`
    default:
      return t`Paid`
  }
}
