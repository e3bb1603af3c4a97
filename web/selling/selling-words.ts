import type { SellingLot } from '#contract/selling/selling.ts'
import { formatMoney } from '#web/platform/money.ts'

/** The state of a lot as its seller reads it. */
export function stateWords({ state, isOpen, buyerPaid }: SellingLot): string {
  switch (state) {
    case 'entered':
      return 'Being prepared'
    case 'published':
      return isOpen ? 'Open for bids' : 'Scheduled'
    case 'negotiating':
      return 'Reserve not met: your answer is needed'
    case 'sold':
      return buyerPaid === true ? 'Sold, buyer has paid' : 'Sold, waiting for the buyer’s payment'
    case 'withdrawn':
      return 'Withdrawn'
    default:
      return 'Not sold'
  }
}

export function reserveWords({ reserve, reserveMet, currency, bidCount }: SellingLot): string {
  if (reserve === null) return 'No reserve'
  const met = bidCount === 0 ? '' : reserveMet ? ', met' : ', not met'
  return `Reserve ${formatMoney(reserve, currency)}${met}`
}

export function priceWords({ price, openingBid, currency, state }: SellingLot): string {
  if (price === null) return `Opens at ${formatMoney(openingBid, currency)}`
  return `${state === 'sold' ? 'Sold for' : 'High bid'} ${formatMoney(price, currency)}`
}

/** Interest so far: bids, views, watchers. */
export function interestWords({ bidCount, views, watchers }: SellingLot): string {
  const count = (number: number, one: string, many: string) =>
    `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
  return [count(bidCount, 'bid', 'bids'), count(views, 'view', 'views'), count(watchers, 'watcher', 'watchers')].join(
    ' · ',
  )
}

/** What the lot brings its seller after commission and fees. A lot that didn't sell may cost more than it brings. */
export function netWords({ net, currency }: { net: number; currency: string }): string {
  return net < 0 ? `You owe ${formatMoney(-net, currency, true)}` : `You get ${formatMoney(net, currency, true)}`
}
