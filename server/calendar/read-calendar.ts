import type { Kysely } from 'kysely'
import type { CalendarAuction } from '#contract/calendar/calendar.ts'
import { auctionsBetween } from '#server/auctions/read-auctions.ts'
import { makesOfAuctions } from './store.ts'

/** The published auctions with lots sold between two instants (ms), with what the calendar filters by. */
export async function calendarBetween<T>(
  db: Kysely<T>,
  span: { from: number; to: number },
): Promise<{ items: CalendarAuction[] }> {
  const auctions = await auctionsBetween(db, span)
  const makes = await makesOfAuctions(
    db,
    auctions.map(({ id }) => id),
  )
  return { items: auctions.map((auction) => ({ ...auction, makes: makes.get(auction.id) ?? [] })) }
}
