import type { Kysely } from 'kysely'
import type { Auction } from '#contract/auctions/auctions.ts'
import { plural, t } from '#server/platform/language/text.ts'
import type { App } from '#server/platform/app.ts'
import { usualLiveLotMs } from './closings.ts'
import type { CalendarEvent, CalendarFact } from './event-store.ts'
import type { WrittenEvent } from './ics.ts'
import type { PlannedClosing } from './plan-closings.ts'
import type { FollowedLot } from './store.ts'

const MINUTE_MS = 60_000
/** The minimum duration of an entry, so that calendars show it. */
const ENTRY_MS = 5 * MINUTE_MS
/** Estimates are rounded to this step, so that small variations are not changes. */
const ESTIMATE_STEP_MS = 5 * MINUTE_MS
const LIVE_LOT_MS = MINUTE_MS

/** The calendar entry of an auction; its title is stored in English, and translated in a file. The end of a live auction is estimated from its lots. */
export async function factOfAuction<T>(app: App, db: Kysely<T>, auction: Auction): Promise<CalendarFact> {
  const lotMs = (await usualLiveLotMs(app, db)) ?? LIVE_LOT_MS
  const end = auction.endsAt ?? up(auction.startsAt + auction.lotCount * lotMs, 3 * ESTIMATE_STEP_MS)
  return {
    kind: 'auction',
    subjectId: auction.id,
    title: auction.kind === 'live' ? `Live auction: ${auction.title}` : `Timed auction: ${auction.title}`,
    startsAt: auction.startsAt,
    endsAt: Math.max(end, auction.startsAt + ENTRY_MS),
    location: auction.location,
    cancelled: false,
  }
}

/** The calendar entry of a lot's end: from its current end (in a live auction, the estimated time it comes up) to its likely close. */
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
  if (lot.auction_kind === 'live' && lot.status === 'scheduled') {
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

/** The text of an event, without any price: others often see a calendar. */
export function withWords(
  app: App,
  event: CalendarEvent,
  about: { auction?: Auction | undefined; lot?: FollowedLot | undefined; closing?: PlannedClosing | undefined },
): WrittenEvent {
  const { auction, lot, closing } = about
  const origin = app.config.publicUrl
  if (event.kind === 'auction')
    return { ...event, url: `${origin}/auction/${event.subjectId}`, description: wordsOfAuction(auction) }
  const url = lot === undefined ? `${origin}/my-bids` : `${origin}/lot/${lot.lot_number}`
  return { ...event, url, description: event.cancelled ? wordsOfCanceled(lot) : wordsOfLot(lot, closing) }
}

function wordsOfAuction(auction: Auction | undefined): string {
  if (auction === undefined) return t`This auction was canceled.`
  const how =
    auction.kind === 'live'
      ? t`Lots are sold one after another from the start time; the end is estimated.`
      : t`From the planned end of the first lot to that of the last. Late bids extend a lot.`
  const lots = t`${plural({ lots: auction.lotCount }, { one: '# lot', other: '# lots' })}, ${{ location: auction.location }}.`
  return [lots, how, auction.description].filter((part) => part !== '').join('\n')
}

function wordsOfCanceled(lot: FollowedLot | undefined): string {
  return lot?.status === 'withdrawn' ? t`The lot was withdrawn from the auction.` : t`You no longer follow this lot.`
}

function wordsOfLot(lot: FollowedLot | undefined, closing: PlannedClosing | undefined): string {
  if (lot === undefined) return ''
  const auction = { auction: lot.auction_title }
  if (closing === undefined) return t`The lot has ended (${auction}).`
  const how =
    lot.auction_kind === 'live'
      ? t`Sold in its order in the live auction “${auction}”; the time is estimated.`
      : t`In “${auction}”. This event starts at the current end; a bid in the last minutes extends it.`
  const { clashes } = closing
  const [first, ...more] = clashes
  if (first === undefined) return how
  const others =
    more.length === 0
      ? t`Your lot ${{ lot: first }} is likely to close within five minutes of it: consider an auto-bid.`
      : t`Your lots ${{ lots: clashes.join(', ') }} are likely to close within five minutes of it: consider an auto-bid.`
  return `${how}\n${others}`
}
