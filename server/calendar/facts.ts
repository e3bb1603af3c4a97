import type { Kysely } from 'kysely'
import type { Auction } from '#contract/auctions.ts'
import type { House } from '#server/platform/house.ts'
import { usualLiveLotMs } from './closings.ts'
import type { CalendarEvent, CalendarFact } from './event-store.ts'
import type { WrittenEvent } from './ics.ts'
import type { PlannedClosing } from './plan-closings.ts'
import type { FollowedLot } from './store.ts'

const MINUTE_MS = 60_000
/** The least an entry lasts, so that calendars show it. */
const ENTRY_MS = 5 * MINUTE_MS
/** What is only estimated is told in such steps: an estimate that wavers is no change. */
const ESTIMATE_STEP_MS = 5 * MINUTE_MS
const LIVE_LOT_MS = MINUTE_MS

/** What a calendar says of a sale. The end of a live sale is estimated from its lots. */
export async function factOfSale<T>(house: House, db: Kysely<T>, sale: Auction): Promise<CalendarFact> {
  const lotMs = (await usualLiveLotMs(house, db)) ?? LIVE_LOT_MS
  const end = sale.endsAt ?? up(sale.startsAt + sale.lotCount * lotMs, 3 * ESTIMATE_STEP_MS)
  return {
    kind: 'sale',
    subjectId: sale.id,
    title: `${sale.kind === 'live' ? 'Live sale' : 'Timed sale'}: ${sale.title}`,
    startsAt: sale.startsAt,
    endsAt: Math.max(end, sale.startsAt + ENTRY_MS),
    location: sale.location,
    cancelled: false,
  }
}

/** What a calendar says of the end of a lot: from its present end, or in a live sale its estimated turn, to its likely close. */
export function factOfLot(lot: FollowedLot, closing: PlannedClosing | undefined): CalendarFact {
  const { startsAt, endsAt } = timesOf(lot, closing)
  return {
    kind: 'lot',
    subjectId: lot.lot_id,
    title: `Lot ${lot.lot_number} closes: ${lot.title}`,
    startsAt,
    endsAt: Math.max(endsAt, startsAt + ENTRY_MS),
    location: lot.location,
    cancelled: lot.status === 'withdrawn',
  }
}

function timesOf(lot: FollowedLot, closing: PlannedClosing | undefined): { startsAt: number; endsAt: number } {
  if (closing === undefined) {
    const endedAt = down(lot.closes_at_ms ?? lot.due_at, MINUTE_MS)
    return { startsAt: endedAt, endsAt: endedAt }
  }
  if (lot.sale_kind === 'live' && lot.status === 'scheduled') {
    const turn = down(closing.likelyAt, ESTIMATE_STEP_MS)
    return { startsAt: turn, endsAt: up(closing.likelyAt, ESTIMATE_STEP_MS) }
  }
  return {
    startsAt: down(lot.closes_at_ms ?? closing.earliestAt, MINUTE_MS),
    endsAt: up(closing.likelyAt, ESTIMATE_STEP_MS),
  }
}

const down = (at: number, step: number) => Math.floor(at / step) * step
const up = (at: number, step: number) => Math.ceil(at / step) * step

/** The words of an event, without any price: a calendar is often seen by others. */
export function withWords(
  house: House,
  event: CalendarEvent,
  about: { sale?: Auction | undefined; lot?: FollowedLot | undefined; closing?: PlannedClosing | undefined },
): WrittenEvent {
  const { sale, lot, closing } = about
  const origin = house.config.publicUrl
  if (event.kind === 'sale')
    return { ...event, url: `${origin}/auction/${event.subjectId}`, description: wordsOfSale(sale) }
  const url = lot === undefined ? `${origin}/my-bids` : `${origin}/lot/${lot.lot_number}`
  return { ...event, url, description: event.cancelled ? wordsOfCancelled(lot) : wordsOfLot(lot, closing) }
}

function wordsOfSale(sale: Auction | undefined): string {
  if (sale === undefined) return 'This sale is not held.'
  const lots = sale.lotCount === 1 ? '1 lot' : `${sale.lotCount} lots`
  const how =
    sale.kind === 'live'
      ? 'Lots come up one after another from the time given; the end is estimated.'
      : 'From the first lot’s planned end to the last one’s. Late bids move the end of a lot.'
  return [`${lots}, ${sale.location}.`, how, sale.description].filter((part) => part !== '').join('\n')
}

function wordsOfCancelled(lot: FollowedLot | undefined): string {
  return lot?.status === 'withdrawn' ? 'The lot was withdrawn from the sale.' : 'You do not follow this lot any more.'
}

function wordsOfLot(lot: FollowedLot | undefined, closing: PlannedClosing | undefined): string {
  if (lot === undefined) return ''
  if (closing === undefined) return `The lot has ended (${lot.auction_title}).`
  const how =
    lot.sale_kind === 'live'
      ? `It comes up in its turn in the live sale “${lot.auction_title}”; the time is estimated.`
      : `In “${lot.auction_title}”. The entry begins with the present end; a bid in the last minutes moves it.`
  const { clashes } = closing
  if (clashes.length === 0) return how
  const others = clashes.length === 1 ? `Your lot ${clashes[0]} is` : `Your lots ${clashes.join(', ')} are`
  return `${how}\n${others} likely to close within five minutes of it: consider an auto-bid.`
}
