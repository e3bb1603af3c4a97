import { sql } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import type { Bidder } from '#engine'
import { recordHistories, type History, type PastStep } from '#server/bidding/lane/record-history.ts'
import { CannotStart } from '#server/platform/config/cannot-start.ts'
import type { House } from '#server/platform/house.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { enterCompany } from './company.ts'
import { enterPeople } from './enter-people.ts'
import { forgetOldSales } from './forget.ts'
import { inventBids, type Interest } from './history.ts'
import { CAST, CONSIGNOR, SIMULATED, type DemoPerson } from './people.ts'
import { furnishLotPages } from './lot-pages.ts'
import { placePictures } from './photo-files.ts'
import { keepBooks } from './books.ts'
import { issueOldInvoices } from './old-invoices.ts'
import { comingSale, liveSale, OLD_SALE, oldSale, PAST_SALE, pastSale, runningSale } from './planned-sales.ts'
import { randomFrom, type Random } from './random.ts'
import { enterSale, type DemoLot, type DemoSale } from './sales.ts'
import { sendDocuments } from './send-documents.ts'

/** How a person of the demo logs in, and what they may do. */
export type DemoLogIn = Pick<DemoPerson, 'email' | 'password' | 'may'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The lot of the sale that is over on which two of the cast stayed below the reserve: one of them finds an offer of the house. */
const TALKED_ABOUT = 6

/** A sale that runs has at least this many lots to come, else another is begun beside it. */
const LOTS_TO_COME_MIN = 8

/**
 * Fills an empty house with a business that runs: people on every step of the access ladder, a sale that is over, a timed and a live
 * one that run and one to come, with bids from invented bidders under the real rules. On a later start it only adds what is missing: something to bid
 * on, and whatever a first start that was cut off had not got to. A house with people of its own is left alone: the answer is then
 * empty. `ownerUrl`: logs in as the owner of its tables, who may
 * set history back.
 */
export async function seedDemo(house: House, ownerUrl: string): Promise<{ people: DemoLogIn[] }> {
  if (!house.config.demo)
    throw new CannotStart('Demo people are only for demo mode. Start dist/server/main.js instead.')
  const found = await sql<{ demo: boolean }>`select demo from account order by demo desc limit 1`.execute(house.db)
  const first = found.rows[0]
  if (first !== undefined && !first.demo) return { people: [] }
  await enterCompany(house)
  await placePictures(house)
  if (first === undefined) await openDoors(house)
  await sendDocuments(house)
  if (!(await hasSale(house, PAST_SALE))) await openBusiness(house, ownerUrl)
  await keepDemoAlive(house, ownerUrl)
  return { people: CAST.map(({ email, password, may }) => ({ email, password, may })) }
}

/**
 * Begins another running or coming sale where there is none any more, and forgets sales that are long over. Cheap when there is
 * nothing to do; may be called at any time.
 */
export async function keepDemoAlive(house: House, ownerUrl: string): Promise<void> {
  await addSales(house, ownerUrl, SIMULATED)
  await furnishLotPages(house)
  await forgetOldSales(house, ownerUrl)
}

async function addSales(house: House, ownerUrl: string, people: DemoPerson[]): Promise<void> {
  const now = house.now()
  const terms = await readHouseTerms(house)
  const left = await sql<{ kind: string; later: boolean; lots: number }>`
    select auction.kind, auction.starts_at > clock_timestamp() + interval '1 hour' as later, count(*) as lots
    from lot join auction on auction.id = lot.auction_id
    where auction.demo and lot.closed_at is null
      and (auction.kind = 'live' or lot.due_at > clock_timestamp() or auction.starts_at > clock_timestamp())
    group by 1, 2`.execute(house.db)
  const lotsOf = (kind: string, later: boolean) =>
    left.rows.find((row) => row.kind === kind && row.later === later)?.lots ?? 0
  const sales: DemoSale[] = []
  if (lotsOf('timed', false) < LOTS_TO_COME_MIN) sales.push(runningSale(now))
  if (lotsOf('live', false) === 0) sales.push(liveSale(now))
  if (lotsOf('live', true) === 0) sales.push(comingSale(now))
  if (sales.length === 0) return
  for (const sale of sales) await openSale(house, ownerUrl, terms, sale, people, now)
}

async function openDoors(house: House): Promise<void> {
  const terms = await readHouseTerms(house)
  await house.db.transaction().execute((trx) => enterPeople(trx, [...CAST, ...SIMULATED], terms, house.now()))
}

/** The sale that is over comes first: where it is missing, a start was cut off before there was any. */
async function openBusiness(house: House, ownerUrl: string): Promise<void> {
  const now = house.now()
  const cast = CAST.filter(({ step, staff, suspended }) => step === 'complete' && staff === null && !suspended)
  const bidders = cast.filter((person) => person !== CONSIGNOR)
  const people = [...bidders, ...SIMULATED]
  if (!(await hasSale(house, OLD_SALE))) await openOldSale(house, ownerUrl, bidders, now)
  await openSale(house, ownerUrl, await readHouseTerms(house), pastSale(now), people, now)
  await addSales(house, ownerUrl, people)
}

async function hasSale(house: House, title: string): Promise<boolean> {
  const found = await sql`select 1 from auction where demo and title = ${title} limit 1`.execute(house.db)
  return found.rows.length > 0
}

/** The sale of long ago with its invoices, and what a cashier has made of them since. */
async function openOldSale(house: House, ownerUrl: string, people: DemoPerson[], now: number): Promise<void> {
  const [kofi] = await biddersAmong(
    house,
    CAST.filter(({ staff }) => staff === 'cashier'),
  )
  const issued = await issueOldInvoices(house, now, async () =>
    openSale(house, ownerUrl, await readHouseTerms(house), oldSale(now), people, now),
  )
  await keepBooks(house, ownerUrl, kofi!.id, issued.old, issued.recent)
}

async function biddersAmong(house: House, people: DemoPerson[]): Promise<Bidder[]> {
  const found = await sql<Bidder>`
    select id, paddle from account where email = any(${people.map(({ email }) => email)}::text[])
    order by paddle`.execute(house.db)
  return found.rows
}

async function openSale(
  house: House,
  ownerUrl: string,
  terms: HouseTerms,
  sale: DemoSale,
  people: DemoPerson[],
  now: number,
): Promise<void> {
  const bidders = await biddersAmong(house, people)
  const [consignor] = await biddersAmong(house, [CONSIGNOR])
  const lots = await house.db
    .transaction()
    .execute((trx) => enterSale(house, trx, terms, { ...sale, consignorId: consignor?.id ?? null }, now))
  const histories = lots.map((lot) => pastOf(lot, bidders, now))
  const talked = sale.title === PAST_SALE ? lots.find(({ position }) => position === TALKED_ABOUT) : undefined
  if (talked !== undefined) await actTalk(house, talked, histories[lots.indexOf(talked)]!, bidders, now)
  await recordHistories(house, ownerUrl, histories, now)
}

/** The house asked for the reserve, the high bidder declined, and the house now asks for the middle of both: the answer is open. */
async function actTalk(house: House, lot: DemoLot, history: History, bidders: Bidder[], now: number): Promise<void> {
  const { terms, worth, lotId } = lot
  const { reserve, bidUnit, scheduledCloseAt } = terms
  const [aukje] = await biddersAmong(
    house,
    CAST.filter(({ staff }) => staff === 'auctioneer'),
  )
  if (reserve === null || scheduledCloseAt === null || aukje === undefined) return
  const budget = Math.max(terms.openingBid, Math.min(worth, reserve * 0.93))
  // Neither may be the one with a bidding limit: what they bought in other sales may leave nothing of it.
  const interests = [bidders[0]!, bidders[2]!].map((bidder) => ({ bidder, budget }))
  const span = { from: terms.opensAt ?? now - HOUR_MS, until: scheduledCloseAt - MINUTE_MS }
  history.bids = inventBids(terms, interests, span, 12, randomFrom(lotId))
  history.talk = (highBid): PastStep[] => {
    // Round, as people name amounts.
    const middle = Math.max(highBid + bidUnit, Math.floor((highBid + reserve) / 2 / 50_00) * 50_00)
    return [
      { afterMs: 20 * MINUTE_MS, what: 'counter', actorId: aukje.id, amount: reserve },
      { afterMs: 95 * MINUTE_MS, what: 'decline-counter', amount: reserve },
      { afterMs: 120 * MINUTE_MS, what: 'counter', actorId: aukje.id, amount: middle },
    ]
  }
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
