import { sql } from 'kysely'
import { CHECKLIST_ENTRIES } from '#contract/accounts/company-checklist.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { Bidder } from '#engine'
import { recordHistories, type History, type PastStep } from '#server/bidding/lane/record-history.ts'
import { CannotStart } from '#server/platform/config/cannot-start.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms, termsChanged } from '#server/platform/settings.ts'
import { enterPeople } from './enter-people.ts'
import { forgetOldAuctions } from './forget.ts'
import { inventBids, type Interest } from './history.ts'
import { CAST, CONSIGNOR, SIMULATED, type DemoPerson } from './people.ts'
import { furnishLotPages } from './lot-pages.ts'
import { placePictures } from './photo-files.ts'
import { keepBooks } from './books.ts'
import { issueOldInvoices } from './old-invoices.ts'
import {
  comingAuction,
  liveAuction,
  OLD_AUCTION,
  oldAuction,
  PAST_AUCTION,
  pastAuction,
  runningAuction,
} from './planned-auctions.ts'
import { randomFrom, type Random } from './random.ts'
import { enterReferrals } from './referrals.ts'
import { enterSellers, sellersOfLots, settleOldAuction } from './sellers.ts'
import { enterTickets } from './tickets.ts'
import { enterAuction, type DemoLot, type DemoAuction } from './auctions.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '#server/platform/problem.ts'
import { ROOT } from '#server/platform/root.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { submitDocument } from '#server/verification/submit-document.ts'
import { openVault } from '#server/verification/vault.ts'

const PICTURES = path.join(ROOT, 'demo/documents')

/**
 * Submits the documents of those who await review in the usual way: re-encoded, encrypted and queued. The pictures were drawn for
 * this and say so. Only for accounts that never submitted one: a reviewer's decision stands.
 */
async function sendDocuments(app: App): Promise<void> {
  const waiting = CAST.filter(({ step }) => step === 'pending').map(({ email }) => email)
  const found = await sql<{ id: string }>`
    select id from account where email = any(${waiting}::text[]) and id_document is null
    and not exists (select 1 from verification_case where account_id = account.id)`.execute(app.db)
  for (const { id } of found.rows) {
    const [front, back] = await Promise.all(
      ['front', 'back'].map((side) => readFile(path.join(PICTURES, `driving-licence-${side}.jpg`))),
    )
    if (front === undefined || back === undefined) throw new Error('a document has two sides')
    const vault = await openVault(app)
    const sent = await submitDocument(app, vault, id, { kind: 'driving-licence', front, back, uploadId: null })
    if (sent instanceof Refusal) throw new Error(`the demo's document was refused: ${sent.message}`)
  }
}

/** The demo's invented company, as settings; outside the demo nothing is invented. */
const COMPANY: Pick<CompanyTerms, 'legal' | 'contact' | 'director'> = {
  legal: {
    name: 'Paddock Auctions LLC',
    taxId: 'Tax ID 12-3456789',
    registration: 'Springfield motor vehicle auction license 4417',
  },
  contact: { email: 'office@paddock.example', phone: '+1 555 0142', address: '12 Saddler’s Yard, Springfield' },
  director: {
    name: 'Olga Marin',
    office: 'Director',
    letter: [
      'I grew up in my father’s repair shop and spent the first ten years of my working life buying for a dealer, two days a week. I bought cars I was proud of, and one whose transmission had been filled with sawdust.',
      'What I remember about the second car isn’t the money. It’s that three people in the room knew.',
      'An auction is the fairest way to find a price if everyone knows the same things and has the same time. So when we decide how something should work here, we ask who would know less and who would have less time.',
      'You can hold me to three things. The total you see when you bid is the total on the invoice. If we knew about a flaw, it was in the listing. If we make a mistake in an auction, we tell you first.',
    ].join('\n\n'),
  },
}

/** Sets the missing company settings; existing ones stay. */
async function enterCompany(app: App): Promise<void> {
  // The demo needs no set-up: nothing is asked of its owner.
  for (const [key, value] of Object.entries({ ...COMPANY, checklistKept: CHECKLIST_ENTRIES })) {
    await app.pool.query('insert into setting (key, value) values ($1, $2) on conflict (key) do nothing', [
      key,
      JSON.stringify(value),
    ])
  }
  termsChanged(app)
}

/** How a person of the demo signs in, and what they may do. */
export type DemoLogIn = Pick<DemoPerson, 'email' | 'password' | 'may'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The lot of the finished auction on which two of the cast stayed below the reserve: one of them finds a counter-offer. */
const TALKED_ABOUT = 6

/** A running auction has at least this many lots to come; otherwise another one is started. */
const LOTS_TO_COME_MIN = 4

/**
 * Fills an empty database with a running business: people on every access level, a finished auction, a timed and a live one in
 * progress and one to come, with bids from invented bidders under the real rules. On a later start it only adds what is missing:
 * something to bid on, and anything an interrupted first start didn't reach. A database with real people is left alone: the answer is
 * then empty. `ownerUrl`: connects as the owner of the tables, who may set history back.
 */
export async function seedDemo(app: App, ownerUrl: string): Promise<{ people: DemoLogIn[] }> {
  if (!app.config.demo) throw new CannotStart('Demo people are only for demo mode. Start dist/server/main.js instead.')
  const found = await sql<{ demo: boolean }>`select demo from account order by demo desc limit 1`.execute(app.db)
  const first = found.rows[0]
  if (first !== undefined && !first.demo) return { people: [] }
  await enterCompany(app)
  await placePictures(app)
  if (first === undefined) await openDoors(app)
  await enterSellersBy(app)
  await sendDocuments(app)
  if (!(await hasAuction(app, PAST_AUCTION))) await openBusiness(app, ownerUrl)
  await keepDemoAlive(app, ownerUrl)
  await enterTickets(app, ownerUrl)
  await enterReferrals(app)
  return { people: CAST.map(({ email, password, may }) => ({ email, password, may })) }
}

/**
 * Starts another running or upcoming auction if there is none left, and deletes old auctions. Cheap when there is nothing to do; may
 * be called at any time.
 */
export async function keepDemoAlive(app: App, ownerUrl: string): Promise<void> {
  await addAuctions(app, ownerUrl, SIMULATED)
  await furnishLotPages(app)
  await forgetOldAuctions(app, ownerUrl)
}

async function addAuctions(app: App, ownerUrl: string, people: DemoPerson[]): Promise<void> {
  const now = app.now()
  const terms = await readCompanyTerms(app)
  const left = await sql<{ kind: string; later: boolean; lots: number }>`
    select auction.kind, auction.starts_at > clock_timestamp() + interval '1 hour' as later, count(*) as lots
    from lot join auction on auction.id = lot.auction_id
    where auction.demo and lot.closed_at is null
      and (auction.kind = 'live' or lot.due_at > clock_timestamp() or auction.starts_at > clock_timestamp())
    group by 1, 2`.execute(app.db)
  const lotsOf = (kind: string, later: boolean) =>
    left.rows.find((row) => row.kind === kind && row.later === later)?.lots ?? 0
  const auctions: DemoAuction[] = []
  if (lotsOf('timed', false) < LOTS_TO_COME_MIN) auctions.push(runningAuction(now))
  if (lotsOf('live', false) === 0) auctions.push(liveAuction(now))
  if (lotsOf('live', true) === 0) auctions.push(comingAuction(now))
  if (auctions.length === 0) return
  for (const auction of auctions) await openAuction(app, ownerUrl, terms, auction, people, now)
}

async function openDoors(app: App): Promise<void> {
  const terms = await readCompanyTerms(app)
  await app.db.transaction().execute((trx) => enterPeople(trx, [...CAST, ...SIMULATED], terms, app.now()))
}

/** The sellers are entered by the owner, who may do both: name them, and set their commission. */
async function enterSellersBy(app: App): Promise<void> {
  const [olga] = await biddersAmong(
    app,
    CAST.filter(({ staff }) => staff === 'owner'),
  )
  if (olga !== undefined) await enterSellers(app, olga.id)
}

/** The finished auction is created first: if it is missing, a start was interrupted before there was any. */
async function openBusiness(app: App, ownerUrl: string): Promise<void> {
  const now = app.now()
  const cast = CAST.filter(({ step, staff, suspended }) => step === 'complete' && staff === null && !suspended)
  const bidders = cast.filter((person) => person !== CONSIGNOR)
  const people = [...bidders, ...SIMULATED]
  if (!(await hasAuction(app, OLD_AUCTION))) await openOldAuction(app, ownerUrl, bidders, now)
  await openAuction(app, ownerUrl, await readCompanyTerms(app), pastAuction(now), people, now)
  await addAuctions(app, ownerUrl, people)
}

async function hasAuction(app: App, title: string): Promise<boolean> {
  const found = await sql`select 1 from auction where demo and title = ${title} limit 1`.execute(app.db)
  return found.rows.length > 0
}

/** The old auction with its invoices, and the cashier's work on them since. */
async function openOldAuction(app: App, ownerUrl: string, people: DemoPerson[], now: number): Promise<void> {
  const [kofi] = await biddersAmong(
    app,
    CAST.filter(({ staff }) => staff === 'cashier'),
  )
  const issued = await issueOldInvoices(app, now, async () =>
    openAuction(app, ownerUrl, await readCompanyTerms(app), oldAuction(now), people, now),
  )
  await keepBooks(app, ownerUrl, kofi!.id, issued.old, issued.recent)
  await settleOldAuction(app, kofi!.id)
}

async function biddersAmong(app: App, people: DemoPerson[]): Promise<Bidder[]> {
  const found = await sql<Bidder>`
    select id, paddle from account where email = any(${people.map(({ email }) => email)}::text[])
    order by paddle`.execute(app.db)
  return found.rows
}

async function openAuction(
  app: App,
  ownerUrl: string,
  terms: CompanyTerms,
  auction: DemoAuction,
  people: DemoPerson[],
  now: number,
): Promise<void> {
  const bidders = await biddersAmong(app, people)
  const sellerOf = await sellersOfLots(app)
  const lots = await app.db.transaction().execute((trx) => enterAuction(app, trx, terms, { ...auction, sellerOf }, now))
  const histories = lots.map((lot) => pastOf(lot, bidders, now))
  const talked = auction.title === PAST_AUCTION ? lots.find(({ position }) => position === TALKED_ABOUT) : undefined
  if (talked !== undefined) await actionNegotiation(app, talked, histories[lots.indexOf(talked)]!, bidders, now)
  await recordHistories(app, ownerUrl, histories, now)
  shownChanged(app)
}

/** We asked for the reserve, the high bidder declined, and we now ask for the midpoint: the answer is open. */
async function actionNegotiation(
  app: App,
  lot: DemoLot,
  history: History,
  bidders: Bidder[],
  now: number,
): Promise<void> {
  const { terms, worth, lotId } = lot
  const { reserve, bidUnit, scheduledCloseAt } = terms
  const [aukje] = await biddersAmong(
    app,
    CAST.filter(({ staff }) => staff === 'auctioneer'),
  )
  if (reserve === null || scheduledCloseAt === null || aukje === undefined) return
  const budget = Math.max(terms.openingBid, Math.min(worth, reserve * 0.93))
  // Neither may be the bidder with a bidding limit: purchases in other auctions may have used it up.
  const interests = [bidders[0]!, bidders[2]!].map((bidder) => ({ bidder, budget }))
  const span = { from: terms.opensAt ?? now - HOUR_MS, until: scheduledCloseAt - MINUTE_MS }
  history.bids = inventBids(terms, interests, span, 12, randomFrom(lotId))
  history.negotiation = (highBid): PastStep[] => {
    // Rounded, as people choose amounts.
    const middle = Math.max(highBid + bidUnit, Math.floor((highBid + reserve) / 2 / 50_00) * 50_00)
    return [
      { afterMs: 20 * MINUTE_MS, what: 'counter', actorId: aukje.id, amount: reserve },
      { afterMs: 95 * MINUTE_MS, what: 'decline-counter', amount: reserve },
      { afterMs: 120 * MINUTE_MS, what: 'counter', actorId: aukje.id, amount: middle },
    ]
  }
}

/** What has happened on a lot so far: some lots draw a crowd, some one person, a few no bidder at all. */
function pastOf(lot: DemoLot, bidders: Bidder[], now: number): History {
  const random = randomFrom(lot.lotId)
  const { opensAt, scheduledCloseAt } = lot.terms
  const isOver = scheduledCloseAt !== null && scheduledCloseAt <= now
  const interests = interestsIn(lot, bidders, isOver, random)
  // Before a live lot opens, the engine accepts only the maximums among these bids.
  const span = { from: opensAt ?? now - HOUR_MS, until: Math.min(scheduledCloseAt ?? now, now) - 5_000 }
  const count = interests.length * random.whole(2, isOver ? 9 : 4)
  return { lotId: lot.lotId, bids: inventBids(lot.terms, interests, span, count, random) }
}

/**
 * Who wants a lot, and up to what price. Of finished lots, every seventh had no bidder and every sixth (all of those have a reserve)
 * stayed below it, so that each outcome can be seen. A running lot leaves room for the bids to come.
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
