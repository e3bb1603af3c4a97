import type { LedgerLine } from '#contract/bidding.ts'
import { TALK_EVENTS } from '#contract/talk-events.ts'

/** What may follow a close: the talk about a reserve, its end, and a sale undone. */
export const AFTER_THE_CLOSE: ReadonlySet<LedgerLine['type']> = new Set([...TALK_EVENTS, 'sale-voided'] as const)

const ENDS: ReadonlySet<LedgerLine['type']> = new Set(['approved', 'agreed', 'lapsed'] as const)

/**
 * What is wrong with the talk in a ledger, by its public lines alone: it ends once, nothing but a sale undone comes after the end,
 * nobody accepts past a deadline, nobody is freed before one, and the lot is never sold below the price that bidding reached.
 */
export function talkFaults(
  { lot_id: lotId, status }: { lot_id: string; status: string },
  lines: readonly LedgerLine[],
): string[] {
  const faults: string[] = []
  const fault = (text: string) => faults.push(`lot ${lotId}: ${text}`)
  const close = lines.find(({ type }) => type === 'closed')
  const talk = lines.filter(({ type }) => AFTER_THE_CLOSE.has(type) && type !== 'sale-voided')
  if (close?.outcome !== 'reserve-not-met') {
    if (talk.length > 0) fault('there is a talk, and the lot did not close below its reserve')
    return faults
  }
  const { boundUntil = 0, lapsesAt = 0, price: highBid } = close
  const ends = talk.filter(({ type }) => ENDS.has(type))
  if (ends.length > 1) fault('the talk ended more than once')
  if (ends.length === 1 && talk.at(-1) !== ends[0]) fault('the talk went on after its end')
  if ((ends.length === 0) !== (status === 'reserve-not-met')) fault(`the talk and the status ${status} do not agree`)
  for (const { type, at, price, cause } of talk) {
    if (type === 'approved' && at >= boundUntil) fault('a bid was accepted that bound nobody any more')
    if (type === 'approved' && price !== highBid) fault('the bid was accepted at another price')
    if (type === 'agreed' && at >= lapsesAt) fault('an offer was accepted after the talk')
    if (type === 'agreed' && Number(price) < Number(highBid)) fault('it was sold below the high bid')
    if (type === 'freed' && at < boundUntil) fault('the bidder was freed too early')
    if (type === 'lapsed' && cause === 'time' && at < lapsesAt) fault('the talk lapsed too early')
  }
  if (talk.filter(({ type }) => type === 'freed').length > 1) fault('the bidder was freed twice')
  return faults
}
