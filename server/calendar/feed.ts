import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { salesBetween, shownSale } from '#server/auctions/read-sales.ts'
import type { House } from '#server/platform/house.ts'
import { closingsOf } from './closings.ts'
import { noteEvents, noteTold } from './event-store.ts'
import { factOfLot, factOfSale, withWords } from './facts.ts'
import { readFeedOwner, setFeed } from './feed-store.ts'
import { writeCalendar, type WrittenEvent } from './ics.ts'
import { lotByItself, lotsFollowedBy } from './store.ts'

const DAY_MS = 86_400_000
/** Which sales a feed tells: those of the last month and of the year to come. */
const BACK_MS = 30 * DAY_MS
const AHEAD_MS = 400 * DAY_MS
const TOKEN_BYTES = 32

/** A calendar file with when anything in it last changed, in ms. */
export type CalendarFile = { text: string; changedAt: number }

/** Makes a new address for a person's feed and answers its secret, which is stored nowhere. */
export async function makeFeed(house: House, accountId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await setFeed(house.db, accountId, tokenHash(token))
  return token
}

/** What is stored of a feed's secret. */
function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The calendar behind a private address, or null where the address is not, or no longer, one of ours. */
export async function readFeed(house: House, token: string): Promise<CalendarFile | null> {
  const events = await house.db.transaction().execute(async (trx) => {
    const accountId = await readFeedOwner(trx, tokenHash(token))
    return accountId === undefined ? null : eventsFor(house, trx, accountId)
  })
  return events === null ? null : fileOf('Paddock', events)
}

async function eventsFor(house: House, trx: Kysely<object>, accountId: string): Promise<WrittenEvent[]> {
  const now = house.now()
  const sales = await salesBetween(trx, { from: now - BACK_MS, to: now + AHEAD_MS })
  const lots = await lotsFollowedBy(trx, accountId)
  const closings = await closingsOf(house, trx, lots)
  const facts = lots.map((lot) => factOfLot(lot, closings.get(lot.lot_id)))
  for (const sale of sales) facts.push(await factOfSale(house, trx, sale))
  const told = await noteTold(trx, accountId, await noteEvents(trx, facts))
  const saleOf = new Map(sales.map((sale) => [sale.id, sale]))
  const lotOf = new Map(lots.map((lot) => [lot.lot_id, lot]))
  return told.map((event) => {
    const { subjectId } = event
    return withWords(house, event, {
      sale: saleOf.get(subjectId),
      lot: lotOf.get(subjectId),
      closing: closings.get(subjectId),
    })
  })
}

/** One sale as a file, or null where there is no such sale to be seen. */
export async function saleCalendar(house: House, auctionId: string): Promise<CalendarFile | null> {
  const sale = await shownSale(house.db, auctionId)
  if (sale === undefined) return null
  const events = await noteEvents(house.db, [await factOfSale(house, house.db, sale)])
  return fileOf(
    sale.title,
    events.map((event) => withWords(house, event, { sale })),
  )
}

/** The end of one lot as a file, or null where there is no such lot to be seen. */
export async function lotCalendar(house: House, lotId: string): Promise<CalendarFile | null> {
  const lot = await lotByItself(house.db, lotId)
  if (lot === undefined) return null
  const closing = (await closingsOf(house, house.db, [lot])).get(lotId)
  const events = await noteEvents(house.db, [factOfLot(lot, closing)])
  return fileOf(
    lot.title,
    events.map((event) => withWords(house, event, { lot, closing })),
  )
}

function fileOf(name: string, events: readonly WrittenEvent[]): CalendarFile {
  return { text: writeCalendar(name, events), changedAt: Math.max(0, ...events.map(({ changedAt }) => changedAt)) }
}
