import type { Bidder, LotEvent, NumberedEvent } from '#engine'
import type { LedgerLine } from '#contract/bidding/bidding.ts'
import type { Keys } from '#server/platform/keys.ts'
import { lineOf, sealedLineOf } from '../ledger-line.ts'
import { openEvent } from '../sealed.ts'

/** A row of the ledger, or a sealed one with its own number (a public one has 0) and the sequence that it followed. */
export type LedgerRow = {
  sequence: number
  number: number
  text: string
  sealed: Buffer | null
  bidder_id: string | null
}

/** The whole ledgers of the given lots (`$1`, ids), each sealed event after the public one that it followed. */
export const READ_LEDGERS = `
  select lot_id, sequence, 0::bigint as number, text, sealed, bidder_id from ledger where lot_id = any($1::uuid[])
  union all
  select lot_id, after_sequence, number, text, sealed, bidder_id from sealed_ledger where lot_id = any($1::uuid[])
  order by lot_id, sequence, number`

/**
 * The bids of a lot as the engine's events, from its ledger: the public text, the bidder's id next to it, and the decrypted secret. `rows`
 * in the order of {@link READ_LEDGERS}. Only what voids, pauses and outages depend on: bids, changes of maximums, earlier voids, and clock
 * changes. Throws if a row is not in the format the server writes.
 */
export function bidEvents(rows: LedgerRow[], lotId: string, keys: Keys): NumberedEvent[] {
  const people = new Map<number, Bidder>()
  const events: NumberedEvent[] = []
  for (const row of rows) {
    if (row.number > 0) {
      events.push(sealedEvent(row, lotId, keys))
      continue
    }
    const line = lineOf(row.text)
    if (line.paddle !== undefined && row.bidder_id !== null) {
      people.set(line.paddle, { id: row.bidder_id, paddle: line.paddle })
    }
    const secret = row.sealed === null ? {} : openEvent(keys, lotId, row.sealed)
    const event = eventOf(line, secret, people)
    if (event !== null) events.push({ sequence: row.sequence, event })
  }
  return events
}

function sealedEvent(row: LedgerRow, lotId: string, keys: Keys): NumberedEvent {
  const { at, type, paddle, change } = sealedLineOf(row.text)
  const amount = amountIn(openEvent(keys, lotId, known(row.sealed)), 'amount')
  const bidder = { id: known(row.bidder_id), paddle }
  return { sequence: row.sequence, sealedNumber: row.number, event: { type, at, bidder, amount, change } }
}

function eventOf(line: LedgerLine, secret: Record<string, unknown>, people: Map<number, Bidder>): LotEvent | null {
  const { at } = line
  switch (line.type) {
    case 'bid-placed':
      return {
        type: 'bid-placed',
        at,
        bidder: known(people.get(known(line.paddle))),
        kind: known(line.kind),
        amount: line.amount ?? amountIn(secret, 'amount'),
        price: known(line.price),
        leader: known(people.get(known(line.leader))),
        reason: known(line.reason),
      }
    case 'maximum-changed':
      return {
        type: 'maximum-changed',
        at,
        bidder: known(people.get(known(line.paddle))),
        amount: amountIn(secret, 'amount'),
        change: line.change === 'raised' || line.change === 'lowered' ? line.change : 'withdrawn',
      }
    case 'voided':
      return {
        type: 'voided',
        at,
        voided: known(line.voided),
        cause: line.cause ?? '',
        ...recomputedIn(line, secret, people),
      }
    case 'passed-over':
      return {
        type: 'passed-over',
        at,
        bidder: known(people.get(known(line.paddle))),
        bids: known(line.voided),
        why: secret['why'] === 'over-limit' ? 'over-limit' : 'not-eligible',
        ...recomputedIn(line, secret, people),
      }
    case 'opened':
      return { type: 'opened', at, closesAt: known(line.closesAt) }
    case 'extended': {
      const cause = line.cause === 'bid' || line.cause === 'operator' ? line.cause : 'outage'
      return { type: 'extended', at, closesAt: known(line.closesAt), cause }
    }
    case 'resumed':
      return { type: 'resumed', at, closesAt: known(line.closesAt) }
    case 'paused':
      return { type: 'paused', at, leftMs: known(line.leftMs), cause: line.cause ?? '' }
    default:
      return null
  }
}

/** The standing that resulted from a void or a passed-over bid. */
function recomputedIn(line: LedgerLine, secret: Record<string, unknown>, people: Map<number, Bidder>) {
  return {
    price: line.price ?? null,
    leader: people.get(line.leader ?? 0) ?? null,
    reserveMet: secret['reserveMet'] === true,
    leaderMaximum: secret['leaderMaximum'] === null ? null : amountIn(secret, 'leaderMaximum'),
    runnerUp: secret['runnerUp'] === null ? null : amountIn(secret, 'runnerUp'),
    floor: amountIn(secret, 'floor'),
    bidCount: amountIn(secret, 'bidCount'),
  }
}

function amountIn(secret: Record<string, unknown>, key: string): number {
  const value = secret[key]
  if (typeof value !== 'number') throw new Error(`a ledger row lacks its sealed ${key}`)
  return value
}

function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a ledger row is incomplete')
  return value
}
