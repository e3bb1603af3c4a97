import * as z from 'zod/mini'
import { BidMark, LedgerLine, Standing } from './bidding.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant, Paddle } from '../platform/values.ts'

/**
 * One line of the sealed ledger: the leader changed their own maximum without moving price, leader, reserve status or end. Only the bidder
 * can see it before the lot is over.
 */
export const SealedLine = z.object({
  /** Sealed events of a lot are numbered from 1 without a gap. */
  number: z.int(),
  /** The sequence of the public event it followed. */
  after: z.int(),
  at: Instant,
  type: z.literal('maximum-changed'),
  paddle: Paddle,
  change: z.enum(['raised', 'lowered', 'withdrawn']),
  /** Hex SHA-256 that binds the maximum. */
  seal: z.string(),
  mark: z.optional(BidMark),
})
export type SealedLine = z.infer<typeof SealedLine>

/**
 * The public ledger's format: `hash` of an entry is the hex SHA-256 over the 32 bytes of the hash before it and the UTF-8 bytes of its
 * `text`. The first entry follows `chainStart.hash`, which is the hex SHA-256 of `chainStart.text`: `lot:` and the lot's id. The entries'
 * `sealed` are chained to one another in the same way, from `sealedChainStart`, whose text is `sealed:` and the lot's id; the line that
 * ended the bidding names their count and the last hash. Lots that ended before sealed events were separated have neither: their
 * changes of maximums are entries like others.
 */
export const ClosedLot = z.object({
  chainStart: z.object({ text: z.string(), hash: z.string() }),
  sealedChainStart: z.object({ text: z.string(), hash: z.string() }),
  currency: z.string(),
  /** The names of these fields are part of the published format: `saleKind` is the kind of auction, `ladder` its bid increments. */
  terms: z.object({
    saleKind: z.enum(['timed', 'live']),
    openingBid: Amount,
    bidUnit: Amount,
    ladder: z.array(z.tuple([Amount, Amount])),
    opensAt: z.nullable(Instant),
    scheduledCloseAt: z.nullable(Instant),
    extensionWindowMs: z.int(),
    extensionMs: z.int(),
  }),
  standing: Standing,
})
export type ClosedLot = z.infer<typeof ClosedLot>

const SealedEntry = z.object({ line: SealedLine, text: z.string(), hash: z.string() })

export const readLedger = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/ledger',
  access: 'visitor',
  summary:
    'The public ledger of a lot, newest first. Once the lot is closed, everyone can read it, with its hashes; until then, verified members and staff can',
  params: z.object({ lotId: Id }),
  query: z.object({
    before: z.optional(z.coerce.number().check(z.int32())),
    after: z.optional(z.coerce.number().check(z.int32())),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        line: LedgerLine,
        /** The exact text that was hashed, and its chained hash (hex), after the close. */
        text: z.optional(z.string()),
        hash: z.optional(z.string()),
        /** After the close: the sealed events that followed this one, oldest first. Absent if there were none. */
        sealed: z.optional(z.array(SealedEntry)),
      }),
    ),
    next: z.nullable(z.int()),
    /** For a closed lot: what anyone needs to verify and replay its ledger. */
    closed: z.optional(ClosedLot),
  }),
  rejections: ['lot-not-over'],
})
