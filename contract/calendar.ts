import * as z from 'zod/mini'
import { AsInstant, Auction } from './auctions.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

/** A sale with what the calendar filters by. `makes`: of its lots, in alphabetical order. */
export const CalendarSale = z.object({ ...Auction.shape, makes: z.array(z.string()) })
export type CalendarSale = z.infer<typeof CalendarSale>

export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  access: 'visitor',
  summary: 'Sales between two instants with the makes of their lots',
  query: z.object({ from: AsInstant, to: AsInstant }),
  reply: z.object({ items: z.array(CalendarSale) }),
})

/** When a lot that one follows is likely to close. Instants in ms. Nothing here is promised: the standing has the present end. */
export const Closing = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  auctionId: Id,
  auctionTitle: z.string(),
  saleKind: z.enum(['timed', 'live']),
  follows: z.enum(['bid', 'watching']),
  /** The present end; null in a live sale before the lot comes up, and while a lot is paused. */
  closesAt: z.nullable(Instant),
  earliestAt: Instant,
  likelyAt: Instant,
  latestAt: Instant,
  /** From what it is told: the plan alone, extensions of similar lots, or the pace of live sales. */
  basis: z.enum(['plan', 'extensions', 'pace']),
  /** How many ended lots that rests on. */
  samples: z.int(),
  /** Numbers of one's other lots that are likely to close within five minutes of this one, at most twenty. */
  clashes: z.array(z.int()),
})
export type Closing = z.infer<typeof Closing>

export const readClosings = endpoint({
  method: 'GET',
  path: '/api/calendar/closings',
  access: 'complete',
  summary: 'The closing planner: when each lot one bids on or watches is likely to close, soonest first',
  reply: z.object({ items: z.array(Closing), serverTime: Instant }),
})

/** Null: there is no feed. The address itself is told once, when it is made. */
export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/calendar/subscription',
  access: 'complete',
  summary: 'Whether one has a private calendar feed, and when it was last read',
  reply: z.object({ feed: z.nullable(z.object({ createdAt: Instant, readAt: z.nullable(Instant) })) }),
})

export const openSubscription = endpoint({
  method: 'POST',
  path: '/api/calendar/subscription',
  access: 'complete',
  summary: 'Make the address of one’s private calendar feed; an earlier address stops working',
  status: 201,
  /** `webcal` opens a calendar program. */
  reply: z.object({ url: z.string(), webcal: z.string() }),
})

export const closeSubscription = endpoint({
  method: 'DELETE',
  path: '/api/calendar/subscription',
  access: 'complete',
  summary: 'Revoke the address of one’s private calendar feed',
  reply: null,
})

const FeedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const openCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/feeds/:token/paddock.ics',
  access: 'visitor',
  summary: 'The calendar that a private address names: sales, and the lots its owner follows; without prices',
  params: z.object({ token: FeedToken }),
  reply: null,
  media: 'text/calendar',
})

export const saleFile = endpoint({
  method: 'GET',
  path: '/api/auctions/:auctionId/calendar.ics',
  access: 'visitor',
  summary: 'A sale as a calendar file',
  params: z.object({ auctionId: Id }),
  reply: null,
  media: 'text/calendar',
})

export const lotFile = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/calendar.ics',
  access: 'visitor',
  summary: 'The likely close of a lot as a calendar file',
  params: z.object({ lotId: Id }),
  reply: null,
  media: 'text/calendar',
})
