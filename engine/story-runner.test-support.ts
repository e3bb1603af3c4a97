import type { BidderFacts, Command, NextInLine, NumberedEvent } from './command.ts'
import { decide } from './decide.ts'
import { evolve, initialLot } from './evolve.ts'
import { isSealed, type LotEvent, type LotState } from './lot.ts'
import {
  buyNow,
  CAST,
  clock,
  firm,
  lower,
  maximum,
  negotiation,
  type NegotiationStep,
} from './saleroom.test-support.ts'
import type { Terms } from './terms.ts'

/**
 * A table: `time | who | act | price | leader | reserve | ends | note`. The first three columns are run, the others are expected results.
 * Amounts in whole units, 1,000 or 0.05. Actions: firm 500 · max 2,000 · lower 600 · lower all · buy now · open · close · close after 5:00
 * out · restart after 0:04 out · void 2 (by its sequence) · suspend Ada · extend 11:30 · withdraw · approve · lapse · counter 4,800 ·
 * accept 4,500 · decline 4,500 · retract 4,800 · end · void sale; show · offer 4,500 · accept 4,800 · decline 4,800 · retract 4,500.
 * `who` is `staff` for actions of our team. Hours count on past midnight: 35:00 is 11:00 the next morning.
 */
export type Row = string

/** The rows of a table, one string each, cells trimmed, without the heading and the rule under it. */
export function rowsOf(table: string): Row[] {
  const lines = table.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join(' | '),
  )
}

/** Runs the first three columns of a table and writes the actual values of the others. */
export function played(terms: Terms, table: string): Row[] {
  let state = initialLot(terms)
  const history: NumberedEvent[] = []
  const suspended = new Map<string, Pick<BidderFacts, 'ineligible' | 'limit'>>()
  return rowsOf(table).map((row) => {
    const [time = '', who = '', action = ''] = row.split(' | ')
    if (action.startsWith('suspend ')) {
      suspended.set(action.slice('suspend '.length).toLowerCase(), { ineligible: 'suspended', limit: null })
      return [time, who, action, ...standing(terms, state), ''].join(' | ')
    }
    const line = { history: [...history], bidders: suspended }
    const command = commandOf(who, action, line)
    const isOut = command.type === 'close' && suspended.has(state.leader?.id ?? '')
    const decision = decide(terms, state, isOut ? { ...command, line } : command, clock(time))
    for (const event of decision.ok ? decision.events : []) {
      state = evolve(state, event)
      const sealed = isSealed(event) ? { sealedNumber: history.length + 1 } : {}
      history.push({ sequence: state.sequence, event, ...sealed })
    }
    const note = decision.ok ? noteOf(decision.events) : `refused: ${decision.rejection.code}`
    return [time, who, action, ...standing(terms, state), note].join(' | ')
  })
}

function commandOf(who: string, action: string, line: NextInLine): Command {
  const bidder = CAST.find(({ id }) => id === who.toLowerCase())
  const [verb = '', ...rest] = action.split(' ')
  if (bidder === undefined && verb === 'void' && rest[0] !== 'sale')
    return { type: 'void-bids', voided: rest.map(Number), cause: 'not their bid', ...line }
  if (bidder === undefined) return staffCommand(verb, rest)
  if (verb === 'firm') return firm(bidder, amountOf(rest[0]))
  if (verb === 'max') return maximum(bidder, amountOf(rest[0]))
  if (verb === 'lower') return lower(bidder, rest[0] === 'all' ? null : amountOf(rest[0]))
  if (verb === 'buy') return buyNow(bidder)
  const step = STEPS[verb]
  if (step !== undefined) return negotiation(bidder, step, amountOf(rest[0]))
  throw new Error(`The story runner does not know "${action}"`)
}

const STEPS: Record<string, NegotiationStep> = {
  show: 'show-maximum',
  offer: 'offer',
  accept: 'accept-counter',
  decline: 'decline-counter',
  retract: 'retract-offer',
}

function staffCommand(verb: string, rest: string[]): Command {
  if (verb === 'open' || verb === 'approve' || verb === 'lapse') return { type: verb }
  if (verb === 'withdraw') return { type: 'withdraw-lot', cause: 'wrong documents' }
  if (verb === 'extend') return { type: 'extend', closesAt: clock(rest[0] ?? '') }
  if (verb === 'close') return { type: 'close', noServerMs: rest[1] === undefined ? 0 : clock(`0:${rest[1]}`) }
  if (verb === 'restart') return { type: 'restart-clock', noServerMs: clock(`0:${rest[1] ?? ''}`) }
  if (verb === 'counter') return { type: 'counter', amount: amountOf(rest[0]), offerId: 'o' }
  if (verb === 'accept') return { type: 'accept-offer', amount: amountOf(rest[0]) }
  if (verb === 'decline') return { type: 'decline-offer', amount: amountOf(rest[0]) }
  if (verb === 'retract') return { type: 'retract-counter', amount: amountOf(rest[0]) }
  if (verb === 'end') return { type: 'end-negotiation', cause: 'the seller keeps it' }
  if (verb === 'void') return { type: 'void-sale', cause: 'sold by mistake', defaulted: false }
  throw new Error(`The story runner does not know the staff verb "${verb}"`)
}

function standing(terms: Terms, state: LotState): string[] {
  const leader = CAST.find(({ id }) => id === state.leader?.id)
  return [
    state.price === null ? '-' : inUnits(state.price),
    leader === undefined ? '-' : leader.id[0]?.toUpperCase() + leader.id.slice(1),
    terms.reserve === null ? 'none' : state.reserveMet ? 'met' : 'not met',
    state.closesAt === null ? '-' : timeOf(state.closesAt),
  ]
}

/** What the story runner notes: the reason of a bid, else what happened. */
function noteOf(events: LotEvent[]): string {
  const notes = events.map((event) => {
    if (event.type === 'bid-placed') return event.reason.code
    if (event.type === 'maximum-changed') return `silently ${event.change}`
    if (event.type === 'extended') return `extended (${event.cause})`
    if (event.type === 'declined' || event.type === 'retracted' || event.type === 'agreed')
      return `${event.type} by ${event.by}`
    if (event.type === 'lapsed') return `lapsed (${event.cause})`
    return event.type === 'closed' ? event.outcome : event.type
  })
  return notes.join(', ')
}

function amountOf(text = ''): number {
  return Math.round(Number(text.replaceAll(',', '')) * 100)
}

function inUnits(amount: number): string {
  const whole = String(Math.floor(amount / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return amount % 100 === 0 ? whole : `${whole}.${String(amount % 100).padStart(2, '0')}`
}

function timeOf(at: number): string {
  const seconds = Math.floor(at / 1000) % 60
  const time = `${Math.floor(at / 3_600_000)}:${String(Math.floor(at / 60_000) % 60).padStart(2, '0')}`
  return seconds === 0 ? time : `${time}:${String(seconds).padStart(2, '0')}`
}
