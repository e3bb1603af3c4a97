import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Day, Id } from '../platform/values.ts'

/** Credits may exceed what was earned in a period. */
const Signed = z.int()

/** How far an auction that hasn't ended is. */
const AuctionProgress = z.object({
  auctionId: Id,
  currency: z.string(),
  /** It runs now, or opens, starts or ends today in the company's time zone. */
  isToday: z.boolean(),
  lots: z.int(),
  ended: z.int(),
  sold: z.int(),
  hammer: Amount,
})
export type AuctionProgress = z.infer<typeof AuctionProgress>

/**
 * `ended`: lots that ended, without those withdrawn. `sold`: of these, also the ones sold in negotiations. `hammer`: their prices. `fees`:
 * premium, fees, late fees and storage as booked, net of credits. `commissions`: what sellers pay, and `memberships`: membership fees, as
 * booked.
 */
export const Trade = z.object({
  ended: z.int(),
  sold: z.int(),
  hammer: Amount,
  fees: Signed,
  commissions: Signed,
  memberships: Signed,
})
export type Trade = z.infer<typeof Trade>

/** Days from the due date of an unpaid invoice to now: none yet, at most 7, at most 30, more. */
export const RECEIVABLE_AGES = ['not-due', 'week', 'month', 'older'] as const

const Receivable = z.object({
  currency: z.string(),
  age: z.enum(RECEIVABLE_AGES),
  invoices: z.int(),
  owed: Amount,
})
export type Receivable = z.infer<typeof Receivable>

const Figures = z.object({
  currency: z.string(),
  /** The last 30 days, today included, and the 30 days before. */
  now: Trade,
  before: Trade,
  /** Every one of the last 30 days in the company's time zone. */
  days: z.array(z.extend(Trade, { day: Day })),
})
export type Figures = z.infer<typeof Figures>

export const readOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'staff',
  summary: 'How auctions are doing; for auctioneers and cashiers what was sold and earned, for cashiers what is owed',
  reply: z.object({
    auctions: z.array(AuctionProgress),
    /** The company's currency first. Null: the person's roles don't cover it. */
    figures: z.nullable(z.array(Figures)),
    receivables: z.nullable(z.array(Receivable)),
  }),
})
export type Overview = z.infer<typeof readOverview.reply>
