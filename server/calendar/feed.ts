import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Language } from '#contract/platform/languages.ts'
import { languageOf } from '#server/platform/language/account-language.ts'
import { auctionsBetween, shownAuction } from '#server/auctions/read-auctions.ts'
import type { App } from '#server/platform/app.ts'
import { inLanguage } from '#server/platform/language/text.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { closingsOf } from './closings.ts'
import { noteEvents, recordSentEvents } from './event-store.ts'
import { factOfLot, factOfAuction, withWords } from './facts.ts'
import { readFeedOwner, setFeed } from './feed-store.ts'
import { writeCalendar, type WrittenEvent } from './ics.ts'
import { lotByItself, lotsFollowedBy } from './store.ts'

const DAY_MS = 86_400_000
/** A feed covers the auctions of the last month and of the coming year. */
const BACK_MS = 30 * DAY_MS
const AHEAD_MS = 400 * DAY_MS
const TOKEN_BYTES = 32

/** A calendar file, and when anything in it last changed, in ms. */
export type CalendarFile = { text: string; changedAt: number }

/** Makes a new address for a person's feed and returns its secret, which is not stored. */
export async function makeFeed(app: App, accountId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await setFeed(app.db, accountId, tokenHash(token))
  return token
}

/** The stored hash of a feed's secret. */
function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The calendar behind a private address, or null if the address is not valid, or no longer. */
export async function readFeed(app: App, token: string): Promise<CalendarFile | null> {
  const found = await app.db.transaction().execute(async (trx) => {
    const accountId = await readFeedOwner(trx, tokenHash(token))
    if (accountId === undefined) return null
    return { language: await languageOf(trx, accountId), write: await eventsFor(app, trx, accountId) }
  })
  if (found === null) return null
  const { companyName } = await readCompanyTerms(app)
  return inLanguage(found.language, () => fileOf(companyName, found.write()))
}

/** What writes the person's events, in the language of the call. */
async function eventsFor(app: App, trx: Kysely<object>, accountId: string): Promise<() => WrittenEvent[]> {
  const now = app.now()
  const auctions = await auctionsBetween(trx, { from: now - BACK_MS, to: now + AHEAD_MS })
  const lots = await lotsFollowedBy(trx, accountId)
  const closings = await closingsOf(app, trx, lots)
  const facts = lots.map((lot) => factOfLot(lot, closings.get(lot.lot_id)))
  for (const auction of auctions) facts.push(await factOfAuction(app, trx, auction))
  const sent = await recordSentEvents(trx, accountId, await noteEvents(trx, facts))
  const auctionOf = new Map(auctions.map((auction) => [auction.id, auction]))
  const lotOf = new Map(lots.map((lot) => [lot.lot_id, lot]))
  return () =>
    sent.map((event) => {
      const { subjectId } = event
      return withWords(app, event, {
        auction: auctionOf.get(subjectId),
        lot: lotOf.get(subjectId),
        closing: closings.get(subjectId),
      })
    })
}

/** One auction as a file, or null if there is no such visible auction. */
export async function auctionCalendar(app: App, auctionId: string, language: Language): Promise<CalendarFile | null> {
  const auction = await shownAuction(app.db, auctionId)
  if (auction === undefined) return null
  const events = await noteEvents(app.db, [await factOfAuction(app, app.db, auction)])
  return inLanguage(language, () =>
    fileOf(
      auction.title,
      events.map((event) => withWords(app, event, { auction })),
    ),
  )
}

/** The end of one lot as a file, or null if there is no such visible lot. */
export async function lotCalendar(app: App, lotId: string, language: Language): Promise<CalendarFile | null> {
  const lot = await lotByItself(app.db, lotId)
  if (lot === undefined) return null
  const closing = (await closingsOf(app, app.db, [lot])).get(lotId)
  const events = await noteEvents(app.db, [factOfLot(lot, closing)])
  return inLanguage(language, () =>
    fileOf(
      lot.title,
      events.map((event) => withWords(app, event, { lot, closing })),
    ),
  )
}

function fileOf(name: string, events: readonly WrittenEvent[]): CalendarFile {
  return { text: writeCalendar(name, events), changedAt: Math.max(0, ...events.map(({ changedAt }) => changedAt)) }
}
