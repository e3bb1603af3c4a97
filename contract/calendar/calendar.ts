import * as z from 'zod/mini'
import { AsInstant, Auction } from '../auctions/auctions.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, InLanguage, Instant } from '../platform/values.ts'

/** An auction with the calendar's filter values. `makes`: of its lots, in alphabetical order. */
export const CalendarAuction = z.object({ ...Auction.shape, makes: z.array(z.string()) })
export type CalendarAuction = z.infer<typeof CalendarAuction>

export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar',
  access: 'visitor',
  summary: 'Auctions between two instants, with the makes of their lots',
  query: z.object({ from: AsInstant, to: AsInstant }),
  reply: z.object({ items: z.array(CalendarAuction) }),
  etag: true,
})

/** When a followed lot is likely to close. Instants in ms. Only an estimate: the standing has the current end. */
export const Closing = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  auctionId: Id,
  auctionTitle: z.string(),
  auctionKind: z.enum(['timed', 'live']),
  follows: z.enum(['bid', 'watching']),
  /** The current end; null in a live auction before the lot comes up, and while a lot is paused. */
  closesAt: z.nullable(Instant),
  earliestAt: Instant,
  likelyAt: Instant,
  latestAt: Instant,
  /** What the estimate is based on: the plan alone, extensions of similar lots, or the pace of live auctions. */
  basis: z.enum(['plan', 'extensions', 'pace']),
  /** The number of ended lots behind the estimate. */
  samples: z.int(),
  /** Numbers of the person's other lots that are likely to close within five minutes of this one, at most twenty. */
  clashes: z.array(z.int()),
})
export type Closing = z.infer<typeof Closing>

export const readClosings = endpoint({
  method: 'GET',
  path: '/api/calendar/closings',
  access: 'complete',
  summary: 'The closing planner: when each lot you bid on or watch is likely to close, soonest first',
  reply: z.object({ items: z.array(Closing), serverTime: Instant }),
})

/** Null: no feed. The feed's address is shown only once, when it is created. */
export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/calendar/subscription',
  access: 'complete',
  summary: 'Whether you have a private calendar feed, and when it was last read',
  /** `endedAt`: when its address ended with your sessions, such as by a new password. */
  reply: z.object({
    feed: z.nullable(z.object({ createdAt: Instant, readAt: z.nullable(Instant), endedAt: z.nullable(Instant) })),
  }),
})

export const openSubscription = endpoint({
  method: 'POST',
  path: '/api/calendar/subscription',
  access: 'complete',
  summary: 'Create the address of your private calendar feed; an earlier address stops working',
  status: 201,
  /** `webcal` opens a calendar app. */
  reply: z.object({ url: z.string(), webcal: z.string() }),
})

export const closeSubscription = endpoint({
  method: 'DELETE',
  path: '/api/calendar/subscription',
  access: 'complete',
  summary: 'Revoke the address of your private calendar feed',
  reply: null,
})

const FeedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const openCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/feeds/:token/paddock.ics',
  access: 'visitor',
  summary: 'The calendar at a private address: auctions, and the lots its owner follows, without prices',
  params: z.object({ token: FeedToken }),
  reply: null,
  media: 'text/calendar',
  etag: true,
})

export const auctionFile = endpoint({
  method: 'GET',
  path: '/api/auctions/:auctionId/calendar.ics',
  access: 'visitor',
  summary: 'An auction as a calendar file',
  params: z.object({ auctionId: Id }),
  query: InLanguage,
  reply: null,
  media: 'text/calendar',
  etag: true,
})

export const lotFile = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/calendar.ics',
  access: 'visitor',
  summary: 'The likely closing time of a lot as a calendar file',
  params: z.object({ lotId: Id }),
  query: InLanguage,
  reply: null,
  media: 'text/calendar',
  etag: true,
})
