import type { LedgerLine } from '#contract/bidding/bidding.ts'
import { NEGOTIATION_EVENTS } from '#contract/bidding/negotiation-events.ts'

/** What may follow a close: the negotiation about a reserve, its end, and voiding the sale. */
export const AFTER_THE_CLOSE: ReadonlySet<LedgerLine['type']> = new Set([...NEGOTIATION_EVENTS, 'sale-voided'] as const)

const ENDS: ReadonlySet<LedgerLine['type']> = new Set(['approved', 'agreed', 'lapsed'] as const)

/**
 * Checks the negotiation in a ledger by its public lines alone: it ends once, only voiding the sale comes after the end, nothing is
 * accepted after a deadline, no bidder is freed before one, and the lot is never sold below the price that bidding reached.
 */
export function negotiationFaults(
  { lot_id: lotId, status }: { lot_id: string; status: string },
  lines: readonly LedgerLine[],
): string[] {
  const faults: string[] = []
  const fault = (text: string) => faults.push(`lot ${lotId}: ${text}`)
  const close = lines.find(({ type }) => type === 'closed')
  const negotiation = lines.filter(({ type }) => AFTER_THE_CLOSE.has(type) && type !== 'sale-voided')
  if (close?.outcome !== 'reserve-not-met') {
    if (negotiation.length > 0) fault('there is a negotiation, and the lot did not close below its reserve')
    return faults
  }
  const { boundUntil = 0, lapsesAt = 0, price: highBid } = close
  const ends = negotiation.filter(({ type }) => ENDS.has(type))
  if (ends.length > 1) fault('the negotiation ended more than once')
  if (ends.length === 1 && negotiation.at(-1) !== ends[0]) fault('the negotiation went on after its end')
  if ((ends.length === 0) !== (status === 'reserve-not-met'))
    fault(`the negotiation and the status ${status} do not agree`)
  for (const { type, at, price, cause } of negotiation) {
    if (type === 'approved' && at >= boundUntil) fault('a bid was accepted that bound nobody any more')
    if (type === 'approved' && price !== highBid) fault('the bid was accepted at another price')
    if (type === 'agreed' && at >= lapsesAt) fault('an offer was accepted after the negotiation')
    if (type === 'agreed' && Number(price) < Number(highBid)) fault('it was sold below the high bid')
    if (type === 'freed' && at < boundUntil) fault('the bidder was freed too early')
    if (type === 'lapsed' && cause === 'time' && at < lapsesAt) fault('the negotiation lapsed too early')
  }
  if (negotiation.filter(({ type }) => type === 'freed').length > 1) fault('the bidder was freed twice')
  return faults
}
