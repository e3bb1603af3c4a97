import {
  decide,
  DEFAULT_INCREMENTS,
  evolve,
  initialLot,
  type BidderFacts,
  type Command,
  type LotState,
  type Terms,
} from '#engine'
import { seeded } from '#test/many-lots.ts'
import type { Outcome, RunOptions } from './figures.ts'

/** One command of the recording with its instant in ms. */
type Recorded = { command: Extract<Command, { type: 'firm-bid' | 'maximum' }>; at: number }

/** The standing at the end. */
type Expected = { leader: string; price: number }

const BIDDERS = 128
const BIDS = 2_000
const FACTS: BidderFacts = { ineligible: null, limit: null, bidIdReused: false }
const START = Date.UTC(2026, 4, 4, 10)
const SAMPLES = 5

const TERMS: Terms = {
  auctionKind: 'timed',
  openingBid: 500_00,
  reserve: 100_000_00,
  buyNow: null,
  buyNowUntil: 'reserve-met',
  bidUnit: 1_00,
  increments: DEFAULT_INCREMENTS,
  opensAt: START,
  scheduledCloseAt: START + 60_000,
  extensionWindowMs: 120_000,
  extensionMs: 120_000,
  hardEndAt: null,
  liveStartMs: 30_000,
  outageExtensionMs: 600_000,
}

type Decide = typeof decide

/**
 * B0: decisions per second on one core, `decide` and `evolve` over a recorded hot lot: 128 bidders, half maximums, a fifth of the
 * bids too low. Void unless the final standing matches the naive expectation, which must also expose an engine that takes bids below
 * the next bid.
 */
export async function run(options: RunOptions): Promise<Outcome> {
  const recording = record()
  const expected = expectedStanding(recording)
  rejectPlanted(recording, expected)
  const plays = options.smoke ? 50 : options.quick ? 200 : 2_000
  const warmUp = Math.ceil(plays / 10)
  for (let round = 0; round < warmUp; round++) play(recording)
  const rates: number[] = []
  for (let sample = 0; sample < (options.smoke ? 1 : SAMPLES); sample++) {
    const begun = performance.now()
    let state = initialLot(TERMS)
    for (let round = 0; round < plays; round++) state = play(recording)
    rates.push((plays * recording.length) / ((performance.now() - begun) / 1000))
    const fault = faultOf(state, expected)
    if (fault !== null) throw new Error(`void: ${fault}`)
  }
  return {
    id: 'B0',
    title: 'engine',
    load: `\`decide\` and \`evolve\` over a recorded hot lot of ${BIDS} bids by ${BIDDERS} bidders, half of them maximums, a fifth too low; one core, ${plays} times a round.`,
    figures: [
      { what: 'decisions', unit: '/s', better: 'more', ours: rates, yardstick: null, must: 1_000_000, aim: 5_000_000 },
    ],
  }
}

function play(recording: Recorded[], decides: Decide = decide): LotState {
  let state = initialLot(TERMS)
  for (const { command, at } of recording) {
    const decision = decides(TERMS, state, command, at)
    if (!decision.ok) continue
    for (const event of decision.events) state = evolve(state, event)
  }
  return state
}

/** Planted: a bid below the next bid is accepted at its own amount. */
function rejectPlanted(recording: Recorded[], expected: Expected): void {
  const lenient: Decide = (terms, state, command, at) => {
    const decision = decide(terms, state, command, at)
    if (decision.ok || decision.rejection.code !== 'below-next-bid' || !('amount' in command)) return decision
    return decide(terms, state, { ...command, amount: decision.rejection.nextBid } as typeof command, at)
  }
  if (faultOf(play(recording, lenient), expected) === null) {
    throw new Error('void: the planted engine that takes low bids went unnoticed')
  }
}

/** The recorded hot lot: bids at the next bid of their time, some with room above it, a fifth of them too late for the price. */
function record(): Recorded[] {
  const draw = seeded(20_260_504)
  const recording: Recorded[] = []
  let state = initialLot(TERMS)
  for (let index = 0; index < BIDS; index++) {
    const place = Math.floor(draw() * BIDDERS)
    const bidder = { id: `bidder-${place}`, paddle: 101 + place }
    const price = state.price ?? TERMS.openingBid
    const room = draw() < 0.2 ? 0 : 1_000_00 + Math.floor(draw() * 3) * 1_000_00
    const type = draw() < 0.5 ? 'maximum' : 'firm-bid'
    const command = { type, bidder, amount: price + room, facts: FACTS } as const
    const at = START + index
    recording.push({ command, at })
    const decision = decide(TERMS, state, command, at)
    if (decision.ok) state = decision.events.reduce(evolve, state)
  }
  return recording
}

/** The naive expectation: every maximum ever held, kept by bidder; the highest leads, at the second + increment or its firm floor. */
function expectedStanding(recording: Recorded[]): Expected {
  const maximums = new Map<string, number>()
  const stepFrom = (price: number) => DEFAULT_INCREMENTS.findLast(([from]) => from <= price)?.[1] ?? 0
  let standing = { leader: '', price: 0 }
  for (const { command } of recording) {
    const { bidder, amount, type } = command
    const own = standing.leader === bidder.id ? (maximums.get(bidder.id) ?? 0) : 0
    const least = standing.leader === '' ? TERMS.openingBid : standing.price + stepFrom(standing.price)
    if (own > 0 && type === 'maximum' ? amount <= own : amount < least) continue
    if (amount > (maximums.get(standing.leader) ?? 0)) standing.leader = bidder.id
    maximums.set(bidder.id, Math.max(own, amount))
    const top = maximums.get(standing.leader) ?? 0
    const second = Math.max(0, ...[...maximums].filter(([id]) => id !== standing.leader).map(([, maximum]) => maximum))
    const proxy = second === 0 ? TERMS.openingBid : Math.min(top, second + stepFrom(second))
    const firm = type === 'firm-bid' ? amount : 0
    const reserve = TERMS.reserve !== null && top >= TERMS.reserve ? TERMS.reserve : 0
    standing.price = Math.max(standing.price, proxy, firm, reserve)
  }
  return standing
}

/** What is wrong with the lot's final standing, or null. */
function faultOf(state: LotState, expected: Expected): string | null {
  if (state.leader?.id === expected.leader && state.price === expected.price) return null
  return `the lot stands at ${state.price} for ${state.leader?.id}, should be ${expected.price} for ${expected.leader}`
}
