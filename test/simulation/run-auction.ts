import { chainStart } from '#server/bidding/ledger-line.ts'
import { makeKeys } from '#server/platform/keys.ts'
import { Auctioneer } from './actors/auctioneer.ts'
import { Bidder, type Sent } from './actors/bidder.ts'
import { DatabaseServer } from './actors/database-server.ts'
import { Fleet } from './actors/fleet.ts'
import { strike } from './actors/misfortune.ts'
import { Watcher } from './actors/watcher.ts'
import { brokenPromises } from './check/promises.ts'
import { planOf, type Plan } from './plan.ts'
import type { Result, Story } from './story.ts'
import { Trace } from './trace.ts'
import { Network } from './world/network.ts'
import { Random } from './world/random.ts'
import { enter } from './world/runtime.ts'
import { EPOCH, World } from './world/world.ts'

/** Long enough, in ms, for every disturbance to be over: timeouts, restarts. */
const CALM_MS_MAX = 150_000
/** Feeds check the table every 3 s; what was late on the bus, a reconnect and a check fit in here. */
const SETTLE_MS = 7000
/** How long, in ms, a request sent just before the calm may wait in vain before it is repeated. */
const UNANSWERED_MS = 9000
const MASTER = Buffer.alloc(32, 7)

/** Runs the auction of a plan to its end and checks it against the rules. `seed` determines everything. */
export async function runAuction(plan: Plan): Promise<Result> {
  const random = new Random(plan.seed)
  const world = new World(random)
  enter(world)
  try {
    const story = await play(plan, world, random.fork())
    return { story, broken: brokenPromises(story) }
  } finally {
    enter(null)
  }
}

export function planFor(seed: number): Plan {
  return planOf(seed, new Random(seed).fork())
}

async function play(plan: Plan, world: World, random: Random): Promise<Story> {
  const trace = new Trace(world)
  const network = new Network(world)
  const database = new DatabaseServer(world, network, random.fork(), plan.weather)
  seedTables(plan, database)
  const keys = makeKeys(MASTER)
  const fleet = new Fleet(world, random.fork(), keys, trace, plan.processes)
  fleet.answersLost = plan.answersLost
  const sent: Sent[] = []
  const isOver = () => database.model.rows('standing').every((row) => !MOVES.has(row.status))
  const watchers = plan.watchers.map(
    (each) => new Watcher(each, { world, fleet, random: random.fork(), trace, lots: plan.lots }),
  )
  const bidders = plan.bidders.map(
    (each) => new Bidder(each, { world, fleet, database, random: random.fork(), trace, lots: plan.lots, sent, isOver }),
  )
  const written = { at: 0 }
  noteCommits(database, trace, () => (written.at = world.now))
  const fate = random.fork()
  for (const fault of plan.faults)
    world.later(fault.atMs, null, () => strike(fault, { world, fleet, network, database, random: fate, trace }))
  const faultsEndAt = Math.max(0, ...plan.faults.map(({ atMs, forMs }) => atMs + forMs))
  const calm = { at: faultsEndAt + 500 }
  world.later(calm.at, null, () => {
    database.clear()
    fleet.answersLost = 0
    trace.note('fate', 'it is calm from now on')
  })
  let bidding = bidders.length
  for (const bidder of bidders) void bidder.bid().then(() => (bidding -= 1))
  for (const watcher of watchers) void watcher.watch()
  void new Auctioneer({ world, fleet, database, random: random.fork(), trace, lots: plan.lots, isOver }).work()
  await world.run(calm.at + CALM_MS_MAX, () => bidding === 0 && world.now > calm.at && isOver())
  const isSettled = bidding === 0 && isOver()
  const endedAt = world.now
  await world.run(
    endedAt + CALM_MS_MAX,
    () => world.now > Math.max(endedAt, written.at, calm.at + UNANSWERED_MS) + SETTLE_MS,
  )
  return { plan, trace, world, database, fleet, keys, watchers, sent, calmAt: calm.at, isSettled }
}

const MOVES = new Set<unknown>(['scheduled', 'open'])

function seedTables({ lots, bidders, auctionStartsAtMs }: Plan, { model }: DatabaseServer): void {
  model.seed('auction', [
    { id: lots[0]!.auctionId, currency: 'USD', starts_at: EPOCH + auctionStartsAtMs, canceled_at: null },
  ])
  model.seed(
    'account',
    bidders.map(({ id, limit, standing }) => ({
      id,
      bidding_limit: limit,
      auction_limits: null,
      account_status: standing === 'suspended' ? 'suspended' : 'active',
      has_paid_membership_fee: standing !== 'not-complete',
      verification_status: 'verified',
      role: standing === 'staff' ? 'auctioneer' : 'member',
      email_confirmed_at: standing === 'no-email' ? null : EPOCH,
      has_address: standing !== 'no-address',
    })),
  )
  model.seed(
    'lot',
    lots.map(({ id, position }) => ({
      id,
      lot_number: position + 1,
      title: `Lot ${position + 1}`,
      cost_terms_id: position,
    })),
  )
  model.seed(
    'cost_terms',
    lots.map(({ position, costs }) => ({
      id: position,
      terms: {
        premium: [{ from: 0, basisPoints: costs.premium }],
        fixedFees: [{ label: 'Documents', amount: costs.fee }],
        taxBasisPoints: costs.tax,
        taxByKind: {},
      },
    })),
  )
  // As publication leaves it: server/bidding/open-standing.ts.
  model.seed(
    'standing',
    lots.map(({ id, auctionId, position, sellerId, terms }) => ({
      lot_id: id,
      auction_id: auctionId,
      position,
      seller_id: sellerId,
      terms,
      auction_kind: terms.auctionKind,
      status: 'scheduled',
      sequence: 0,
      opens_at_ms: terms.opensAt,
      closes_at_ms: terms.scheduledCloseAt,
      price: null,
      leader_id: null,
      leader_paddle: null,
      sealed: null,
      floor: 0,
      reserve_met: false,
      bid_count: 0,
      extensions: 0,
      last_hash: chainStart(id),
      sealed_count: 0,
      sealed_hash: null,
      negotiation: null,
      negotiation_due_at_ms: null,
    })),
  )
}

function noteCommits({ model }: DatabaseServer, trace: Trace, written: () => void): void {
  const onCommitted = model.committed
  model.committed = (commit, notifications) => {
    if (commit.rows.has('ledger') || commit.rows.has('sealed_ledger')) written()
    for (const row of [...(commit.rows.get('ledger') ?? []), ...(commit.rows.get('sealed_ledger') ?? [])])
      trace.note('database', `commits lot ${String(row.lot_id).slice(-1)} ${String(row.text)}`)
    for (const row of commit.rows.get('attempt') ?? [])
      if (row.outcome !== 'accepted')
        trace.note('database', `commits the answer ${String(row.outcome)} to ${String(row.bid_id).slice(24)}`)
    onCommitted(commit, notifications)
  }
}
