import { minorUnits, moneyStyle } from '../platform/currency.ts'
import type { Signal } from './signals.ts'

const SHARED: Record<Extract<Signal, { kind: 'shared' }>['with'][number], string> = {
  document: 'Bidder and seller share an identity document.',
  card: 'Bidder and seller share a card.',
  device: 'Bidder and seller share a device.',
  address: 'Bidder and seller share an address.',
}

/** Why a case was found, in sentences that name its figures. */
export function signalWords(signal: Signal, currency: string): string {
  switch (signal.kind) {
    case 'shared':
      return signal.with.map((each) => SHARED[each]).join(' ')
    case 'loses-to-seller':
      return `Bid on ${signal.ofSeller} lots of this seller and won none; ${signal.lots - signal.ofSeller} lots of others.`
    case 'only-pushes':
      return `${signal.bids} bids raised the price by ${money(signal.raisedBy, currency)}; the last came ${signal.stoppedAt}% into the bidding.`
    case 'late-retraction':
      return `Withdrew a bid ${signal.minutesBefore === 1 ? '1 minute' : `${signal.minutesBefore} minutes`} before the end.`
    case 'far-over-guide':
      return `Bid ${money(signal.price, currency)}, ${Math.round((100 * signal.price) / (signal.guide ?? signal.reserve ?? 1))}% of the ${signal.guide === undefined ? 'reserve' : 'guide price'}.`
    case 'outbids-self':
      return `Outbid themselves ${signal.times} times in a row.`
    default:
      return signal satisfies never
  }
}

const formats = new Map<string, Intl.NumberFormat>()

function money(amount: number, currency: string): string {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', moneyStyle(currency))
  formats.set(currency, format)
  return format.format(amount / minorUnits(currency)).replace(/\.00$/, '')
}
