import type { LedgerLine } from '#contract/bidding.ts'
import type { MyTalk, Talk, TalkRow, TalkStep } from '#contract/talks.ts'
import type { Keys } from '#server/platform/keys.ts'
import { lineOf, sealSalt } from '../ledger-line.ts'
import { talkOf } from '../present.ts'
import { openEvent, openSealed } from '../sealed.ts'
import type { StepRow, TalkLotRow } from './store.ts'

/** Where a talk stands now, by the database's clock: a deadline counts from its instant, however late it is written down. */
export function presentTalkRow(row: TalkLotRow, keys: Keys): TalkRow {
  const closed = lineOf(row.closed_text)
  const end = row.end_text === null ? null : lineOf(row.end_text)
  const talk = talkOf(row, keys)
  const { boundUntil = 0, lapsesAt = 0 } = talk ?? closed
  const phase = phaseOf(end, boundUntil, lapsesAt, row.now)
  const runs = talk !== null && (phase === 'bound' || phase === 'free')
  const isFreedLate = runs && phase === 'free' && !talk.isFree
  return {
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    currency: row.currency,
    bidUnit: row.terms.bidUnit,
    phase,
    highBid: closed.price ?? 0,
    paddle: closed.leader ?? 0,
    boundUntil,
    lapsesAt,
    counter: runs ? talk.counter : null,
    offer: runs && !isFreedLate ? talk.offer : null,
    soldAt: end?.price ?? null,
  }
}

function phaseOf(end: LedgerLine | null, boundUntil: number, lapsesAt: number, now: number): Talk['phase'] {
  if (end !== null) return end.type === 'lapsed' ? 'over' : 'sold'
  if (now >= lapsesAt) return 'over'
  return now >= boundUntil ? 'free' : 'bound'
}

export function presentTalk(row: TalkLotRow, steps: StepRow[], keys: Keys): Talk {
  return {
    ...presentTalkRow(row, keys),
    steps: steps.map((step) => presentStep(step, row.lot_id, keys)),
    serverTime: row.now,
  }
}

/** For the high bidder alone: his maximum is opened here and nowhere else in a talk. */
export function presentMyTalk(row: TalkLotRow, steps: StepRow[], keys: Keys): MyTalk {
  const talk = presentTalk(row, steps, keys)
  const { leaderMaximum } = openSealed(keys, row.lot_id, row.sealed)
  const { phase, highBid, counter, offer } = talk
  const canShow =
    phase === 'bound' && offer === null && leaderMaximum !== null && leaderMaximum > highBid
      ? counter === null || leaderMaximum < counter
      : false
  return { ...talk, maximumToShow: canShow ? leaderMaximum : null }
}

const HOUSE_ALONE = new Set<TalkStep['what']>(['approved', 'countered'])

/** A step with what the ledger seals of it: only for the two sides. */
export function presentStep({ sequence, text, sealed, bid_id: bidId }: StepRow, lotId: string, keys: Keys): TalkStep {
  const line = lineOf(text)
  const what = line.type as TalkStep['what']
  const secret = sealed === null ? {} : openEvent(keys, lotId, sealed)
  const { amount, offerId } = secret
  const saltId = what === 'countered' ? offerId : what === 'offered' ? bidId : null
  return {
    sequence,
    at: line.at,
    what,
    by: byOf(line, what),
    amount: typeof amount === 'number' ? amount : (line.price ?? null),
    salt: typeof saltId === 'string' ? sealSalt(keys, saltId) : null,
  }
}

function byOf(line: LedgerLine, what: TalkStep['what']): TalkStep['by'] {
  if (line.by !== undefined) return line.by
  if (what === 'offered') return 'bidder'
  return HOUSE_ALONE.has(what) || line.cause === 'house' ? 'house' : null
}
