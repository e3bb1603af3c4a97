import { sql } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import type { Bidder } from '#engine'
import { recordHistories, type History } from '#server/bidding/record-history.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { enterPeople } from './enter-people.ts'
import { inventBids, type Interest } from './history.ts'
import { CAST, SIMULATED } from './people.ts'
import { placePictures } from './photo-files.ts'
import { randomFrom, type Random } from './random.ts'
import { sendWaitingDocuments } from './waiting-documents.ts'
import { enterSale, type DemoLot, type DemoSale } from './sales.ts'

/** How a person of the demo logs in; `role` says what there is to see. */
export type DemoLogIn = { role: string; email: string; password: string }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A sale that runs has at least this many lots to come, else another is begun beside it. */
const LOTS_TO_COME_MIN = 8

const DEMO_NOTE =
  'Demonstration sale: the vehicles are invented, the pictures are renderings (see the credits), and no money moves.'

/**
 * Fills an empty house with a business that runs: people on every step of the access ladder, a sale that is over, one that runs and
 * one to come, with bids from invented bidders under the real rules. On a later start it only sees to it that there is something to
 * bid on. A house with people of its own is left alone: the answer is then empty. `databaseUrl`: of the same database.
 */
export async function seedDemo(house: House, databaseUrl: string): Promise<{ people: DemoLogIn[] }> {
  if (!house.config.demo) throw new Error('demo people are only for demo mode')
  const found = await sql<{ demo: boolean }>`select demo from account order by demo desc limit 1`.execute(house.db)
  const first = found.rows[0]
  if (first !== undefined && !first.demo) return { people: [] }
  await placePictures(house.config)
  if (first === undefined) await openBusiness(house, databaseUrl)
  else await keepDemoAlive(house, databaseUrl)
  return { people: CAST.map(({ role, email, password }) => ({ role, email, password })) }
}

/** Begins another running or coming sale where there is none any more. Cheap when there is nothing to do; may be called at any time. */
export async function keepDemoAlive(house: House, databaseUrl: string): Promise<void> {
  const now = house.now()
  const terms = await readHouseTerms(house)
  const left = await sql<{ kind: string; lots: number }>`
    select auction.kind, count(*) as lots from lot join auction on auction.id = lot.auction_id
    where auction.demo and lot.closed_at is null
      and (lot.due_at > clock_timestamp() or auction.starts_at > clock_timestamp())
    group by auction.kind`.execute(house.db)
  const lotsOf = (kind: string) => left.rows.find((row) => row.kind === kind)?.lots ?? 0
  const sales: DemoSale[] = []
  if (lotsOf('timed') < LOTS_TO_COME_MIN) sales.push(runningSale(now))
  if (lotsOf('live') === 0) sales.push(comingSale(now))
  if (sales.length === 0) return
  const bidders = await simulatedBidders(house)
  for (const sale of sales) await openSale(house, databaseUrl, terms, sale, bidders, now)
}

async function openBusiness(house: House, databaseUrl: string): Promise<void> {
  const now = house.now()
  const terms = await readHouseTerms(house)
  const bidders = await house.db.transaction().execute((trx) => enterPeople(trx, [...CAST, ...SIMULATED], terms, now))
  await sendWaitingDocuments(house, CAST)
  const cast = CAST.filter(({ step, staff, suspended }) => step === 'complete' && staff === null && !suspended)
  const active = [...cast, ...SIMULATED].flatMap(({ email }) => bidders.get(email) ?? [])
  for (const sale of [pastSale(now), runningSale(now), comingSale(now)]) {
    await openSale(house, databaseUrl, terms, sale, active, now)
  }
}

async function simulatedBidders(house: House): Promise<Bidder[]> {
  const found = await sql<Bidder>`
    select id, paddle from account where email = any(${SIMULATED.map(({ email }) => email)}::text[])
    order by paddle`.execute(house.db)
  return found.rows
}

async function openSale(
  house: House,
  databaseUrl: string,
  terms: HouseTerms,
  sale: DemoSale,
  bidders: Bidder[],
  now: number,
): Promise<void> {
  const lots = await house.db.transaction().execute((trx) => enterSale(trx, terms, sale, now))
  const histories = lots.map((lot) => pastOf(lot, bidders, now))
  await recordHistories(house, databaseUrl, histories, now)
}

/** What happened on a lot until now: some lots draw a crowd, some one person, a few nobody. */
function pastOf(lot: DemoLot, bidders: Bidder[], now: number): History {
  const random = randomFrom(lot.lotId)
  const { opensAt, scheduledCloseAt } = lot.terms
  const isOver = scheduledCloseAt !== null && scheduledCloseAt <= now
  const interests = interestsIn(lot, bidders, isOver, random)
  // Of what is left on a live lot before it comes up, the engine takes the maximums alone.
  const span = { from: opensAt ?? now - HOUR_MS, until: Math.min(scheduledCloseAt ?? now, now) - 5_000 }
  const count = interests.length * random.whole(2, isOver ? 9 : 4)
  return { lotId: lot.lotId, bids: inventBids(lot.terms, interests, span, count, random) }
}

/**
 * Who wants a lot, and up to what. Of lots that are over, every seventh found nobody and every sixth (all of those have a reserve)
 * stayed below it, so that each way to end can be seen. A running lot leaves room for the bids to come.
 */
function interestsIn(
  { worth, position, terms }: DemoLot,
  bidders: Bidder[],
  isOver: boolean,
  random: Random,
): Interest[] {
  const least = terms.openingBid
  const budget = () => worth * (0.62 + 0.5 * random.next())
  if (!isOver) {
    const few = random.some(bidders, random.pick([0, 1, 2, 2, 3, 3, 4]))
    return few.map((bidder) => ({ bidder, budget: Math.max(least, budget() * 0.7) }))
  }
  if (position % 7 === 5) return []
  const crowd = random
    .some(bidders, random.whole(2, 6))
    .map((bidder) => ({ bidder, budget: Math.max(least, budget()) }))
  if (position % 6 !== 0 || terms.reserve === null) return crowd
  const below = terms.reserve * 0.93
  return crowd.map((one) => ({ ...one, budget: Math.min(one.budget, below) }))
}

function pastSale(now: number): DemoSale {
  return {
    title: 'Trade clearance',
    kind: 'timed',
    description: `Vehicles returned by fleets, insurers and dealers. ${DEMO_NOTE}`,
    yard: 1,
    lots: 20,
    opensAt: now - 6 * DAY_MS,
    startsAt: now - 6 * HOUR_MS,
    lotEveryMs: 2 * MINUTE_MS,
  }
}

/** A lot ends every minute and a half for about three hours, the first one two minutes from now. */
function runningSale(now: number): DemoSale {
  return {
    title: `Daily timed sale, ${dayName(now)}`,
    kind: 'timed',
    description: `Cars, vans and machines from three yards, one lot after another. ${DEMO_NOTE}`,
    yard: 0,
    lots: 120,
    opensAt: now - 20 * HOUR_MS,
    startsAt: now + 2 * MINUTE_MS,
    lotEveryMs: 1.5 * MINUTE_MS,
  }
}

/** Tomorrow at the same hour; maximums are taken from now on. */
function comingSale(now: number): DemoSale {
  return {
    title: 'Live evening: classics and commercials',
    kind: 'live',
    description: `Lots come up one after another; leave a maximum now or bid along live. ${DEMO_NOTE}`,
    yard: 2,
    lots: 28,
    opensAt: now - HOUR_MS,
    startsAt: Math.ceil((now + DAY_MS) / HOUR_MS) * HOUR_MS,
    lotEveryMs: MINUTE_MS,
  }
}

function dayName(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    at,
  )
}
