import {
  decide,
  DEFAULT_LADDER,
  evolve,
  initialLot,
  type BidderFacts,
  type Command,
  type LotState,
  type Terms,
} from '#engine'

/** One command of the recording with its instant in ms. */
type Recorded = { command: Extract<Command, { type: 'firm-bid' | 'maximum' }>; at: number }

const BIDDERS = 128
const BIDS = 2_000
const FACTS: BidderFacts = { ineligible: null, limit: null, bidIdReused: false }
const START = Date.UTC(2026, 4, 4, 10)
const DECISIONS_PER_S_MIN = 1_000_000

const TERMS: Terms = {
  saleKind: 'timed',
  openingBid: 500_00,
  reserve: 100_000_00,
  buyNow: null,
  buyNowUntil: 'reserve-met',
  bidUnit: 1_00,
  ladder: DEFAULT_LADDER,
  opensAt: START,
  scheduledCloseAt: START + 60_000,
  extensionWindowMs: 120_000,
  extensionMs: 120_000,
  hardEndAt: null,
  liveStartMs: 30_000,
  outageExtensionMs: 600_000,
}

/**
 * B0: decisions a second on one core, `decide` and `evolve` over a recorded hot lot: 128 bidders, half maximums, a fifth of the bids
 * too low. Void (thrown) where the standing at the end is not the naive expectation, or below 1 M/s. Returns the closing line.
 */
export async function run(options: { quick: boolean }): Promise<string> {
  const recording = record()
  const expected = expectedStanding(recording)
  const rounds = options.quick ? 200 : 2_000
  const warmUp = Math.ceil(rounds / 10)
  for (let round = 0; round < warmUp; round++) play(recording)
  const rates: number[] = []
  for (let sample = 0; sample < 5; sample++) {
    const begun = performance.now()
    let state = initialLot(TERMS)
    for (let round = 0; round < rounds; round++) state = play(recording)
    rates.push((rounds * recording.length) / ((performance.now() - begun) / 1000))
    check(state, expected)
  }
  rates.sort((a, b) => a - b)
  const [least, median, most] = [rates[0] ?? 0, rates[2] ?? 0, rates[4] ?? 0]
  console.log(`B0 engine: min ${millions(least)}, max ${millions(most)} M decisions/s over ${BIDS} commands`)
  if (median < DECISIONS_PER_S_MIN) throw new Error(`B0 engine: ${millions(median)} M decisions/s, must be 1 M`)
  return `B0 engine: ${millions(median)} M decisions/s`
}

function play(recording: Recorded[]): LotState {
  let state = initialLot(TERMS)
  for (const { command, at } of recording) {
    const decision = decide(TERMS, state, command, at)
    if (!decision.ok) continue
    for (const event of decision.events) state = evolve(state, event)
  }
  return state
}

/** The hot lot as it was: bids at whatever the next bid was, some with room above it, a fifth of them too late for the price. */
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
function expectedStanding(recording: Recorded[]): { leader: string; price: number } {
  const maximums = new Map<string, number>()
  const stepFrom = (price: number) => DEFAULT_LADDER.findLast(([from]) => from <= price)?.[1] ?? 0
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

function check(state: LotState, expected: { leader: string; price: number }): void {
  if (state.leader?.id === expected.leader && state.price === expected.price) return
  throw new Error(
    `B0 engine: void, the lot stands at ${state.price} for ${state.leader?.id}, should be ${expected.price} for ${expected.leader}`,
  )
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let mixed = seed
  return () => {
    mixed = (mixed + 0x6d2b79f5) | 0
    let t = Math.imul(mixed ^ (mixed >>> 15), 1 | mixed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function millions(rate: number): string {
  return (rate / 1_000_000).toFixed(1)
}

if (import.meta.main) console.log(await run({ quick: process.argv.includes('--quick') }))
