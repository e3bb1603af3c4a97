import * as z from 'zod/mini'
import { LedgerLine, LotStatus, Standing } from './bidding.ts'
import { endpoint } from '../platform/endpoint.ts'
import { STAFF_TOPICS } from '../platform/staff-lists.ts'
import { Amount, Id, Instant } from '../platform/values.ts'

/** Messages of `GET /api/feed`, one JSON text per server-sent event; `event:` is the type. A closed union. */

/**
 * The standing of a lot, at most one per tick. `lines` are all public ledger lines since the last message this connection got
 * of the lot (or since `Last-Event-ID`). `from` is the sequence before the first of them: a client that holds another sequence
 * re-reads the lot. The first message of a lot on a connection has no lines if the client named no sequence or one that is too old.
 */
export const LotMessage = z.object({
  type: z.literal('lot'),
  serverTime: Instant,
  from: z.int(),
  standing: Standing,
  lines: z.array(LedgerLine),
})

/**
 * Sent to one person only, on every page, about a lot they bid on or watch. `about`: `lead`, they took or lost the lead; `ended`, the lot
 * ended and `status` has the result (also when a high bid below the reserve was decided later); `voided`, bids were voided and the standing
 * recomputed.
 */
export const YouMessage = z.object({
  type: z.literal('you'),
  serverTime: Instant,
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  sequence: z.int(),
  about: z.enum(['lead', 'ended', 'voided']),
  status: LotStatus,
  /** `none`: they only watch the lot. */
  position: z.enum(['none', 'leading', 'outbid', 'won', 'lost']),
  price: z.nullable(Amount),
  nextBid: Amount,
})

/** Sent to one person only: membership, verification or account status changed; re-read `GET /api/user`. */
export const AccountMessage = z.object({ type: z.literal('account'), serverTime: Instant })

/** Sent to one person only: their commitments may have changed; re-read `GET /api/buying-power`. Carries no amount. */
export const BuyingPowerMessage = z.object({ type: z.literal('buying-power'), serverTime: Instant })

/** Sent to one person only: there is a new notification; re-read `GET /api/notifications/unread`. */
export const NotifiedMessage = z.object({ type: z.literal('notified'), serverTime: Instant })

/** Sent to one person only: an invoice, payment, refund or credit of theirs changed; re-read what is shown of them. Carries no amount. */
export const MoneyMessage = z.object({ type: z.literal('money'), serverTime: Instant })

/** Facts of a lot that this connection follows were corrected: re-read the lot. */
export const FactsMessage = z.object({ type: z.literal('facts'), serverTime: Instant, lotId: Id })

/** A question about a lot that this connection follows was answered, or its answer changed: re-read the lot's questions. */
export const QuestionsMessage = z.object({ type: z.literal('questions'), serverTime: Instant, lotId: Id })

/** Staff sent a message to everyone who follows an auction: re-read its messages. */
export const SaidMessage = z.object({ type: z.literal('said'), serverTime: Instant, auctionId: Id })

/** Sent only to staff with access: an admin list changed; re-read it. It names the list and carries none of its content. */
export const StaffMessage = z.object({ type: z.literal('staff'), serverTime: Instant, topic: z.enum(STAFF_TOPICS) })

/**
 * Measures the clock; sent on connecting (several), then every 20 s. `beatMs`: from now on this connection is sent something at least so
 * often, so a longer silence means that the link is dead.
 */
export const TimeMessage = z.object({
  type: z.literal('time'),
  serverTime: Instant,
  beatMs: z.optional(z.int().check(z.positive())),
})

/** This connection fell behind: re-read everything shown. The next message of each lot is like the first on a connection. */
export const ResyncMessage = z.object({ type: z.literal('resync'), serverTime: Instant })

export const FeedMessage = z.discriminatedUnion('type', [
  LotMessage,
  YouMessage,
  AccountMessage,
  BuyingPowerMessage,
  NotifiedMessage,
  MoneyMessage,
  FactsMessage,
  QuestionsMessage,
  SaidMessage,
  StaffMessage,
  TimeMessage,
  ResyncMessage,
])
export type FeedMessage = z.infer<typeof FeedMessage>
export type LotMessage = z.infer<typeof LotMessage>
export type YouMessage = z.infer<typeof YouMessage>

export const openFeed = endpoint({
  method: 'GET',
  path: '/api/feed',
  access: 'member',
  summary:
    'Live feed (server-sent events): standings of the requested lots and auctions, private messages and the server’s time',
  query: z.object({
    /** Comma-separated lot ids, up to 200; needs the access level `canSeePrices`. */
    lots: z.optional(z.string().check(z.maxLength(8000))),
    /** Comma-separated auction ids, up to 10; needs the access level `canSeePrices`. */
    auctions: z.optional(z.string().check(z.maxLength(400))),
    /** `lotId.sequence` separated by commas: the client's sequences. The header `Last-Event-ID` has the same format. */
    since: z.optional(z.string().check(z.maxLength(8000))),
    /** `live`: a heartbeat every 2 s, for lots whose clock has seconds; otherwise every 4 s, and every 20 s where no lot is named. */
    pace: z.optional(z.literal('live')),
  }),
  reply: null,
  media: 'text/event-stream',
  problems: [402, 403],
})
