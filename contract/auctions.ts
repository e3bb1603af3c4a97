import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, BasisPoints, Day, Id, Instant, oneLine, plainText } from './values.ts'

/** An instant in an address. */
export const AsInstant = z.coerce.number().check(z.int(), z.gte(0), z.lte(253_402_300_799_999))

export const AuctionState = z.enum(['scheduled', 'running', 'ended'])

/** A sale as everybody may see it. */
export const Auction = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(['timed', 'live']),
  state: AuctionState,
  location: z.string(),
  description: z.string(),
  currency: z.string(),
  opensAt: Instant,
  /** First lot's planned end (timed) or the moment the first lot comes up (live). */
  startsAt: Instant,
  /** Last lot's planned end; null for a live sale. */
  endsAt: z.nullable(Instant),
  lotCount: z.int(),
  heroPhoto: z.nullable(z.string()),
})
export type Auction = z.infer<typeof Auction>

export const listAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions',
  access: 'visitor',
  summary: 'Sales that run, come or are over',
  query: z.object({
    state: z.optional(AuctionState),
    from: z.optional(AsInstant),
    to: z.optional(AsInstant),
  }),
  reply: z.object({ items: z.array(Auction) }),
})

export const readAuction = endpoint({
  method: 'GET',
  path: '/api/auctions/:auctionId',
  access: 'visitor',
  summary: 'One sale',
  params: z.object({ auctionId: Id }),
  reply: Auction,
})

/** A setting that is one line of text on screens, papers and emails. */
const SettingLine = z.string().check(oneLine)

/** Price bands in minor units: the part of the hammer price inside a band pays its basis points. */
export const PremiumTier = z.object({ from: Amount, basisPoints: BasisPoints })

/** Tax in basis points of a line of that kind; null: the house's usual `taxBasisPoints`. */
const TaxByKind = z.object({
  hammer: z.nullable(BasisPoints),
  premium: z.nullable(BasisPoints),
  fee: z.nullable(BasisPoints),
  'late-fee': z.nullable(BasisPoints),
  storage: z.nullable(BasisPoints),
})

/** What everybody may know of the house's terms; the public pages and the cost calculator read it. */
export const HouseTerms = z.object({
  houseName: SettingLine,
  currency: z.string(),
  membershipFee: Amount,
  membershipRefundDays: z.int(),
  /** Business days within which the check of an identity is usually decided: what pages say, not what is enforced. */
  verificationDays: z.int(),
  ladder: z.array(z.tuple([Amount, Amount])),
  premium: z.array(PremiumTier),
  fixedFees: z.array(z.object({ label: SettingLine, amount: Amount })),
  taxBasisPoints: BasisPoints,
  taxByKind: TaxByKind,
  taxLabel: SettingLine,
  /** Business days (Monday to Friday without `holidays`) from the issue of an invoice to its due date. */
  paymentDays: z.int(),
  /** Charged once on an invoice that is not paid when it is due, before tax; 0: none. */
  lateFee: Amount,
  /** Charged for every begun day after `freeDays` days from the sale until the vehicle is collected, before tax. */
  storage: z.object({ freeDays: z.int(), perDay: Amount }),
  /** Where the house's days begin and end, such as `America/Chicago`. */
  timeZone: z.string(),
  holidays: z.array(Day),
  timed: z.object({ extensionWindowMs: z.int(), extensionMs: z.int() }),
  live: z.object({ startMs: z.int(), extensionMs: z.int() }),
  /** After a close below the reserve: how long the high bidder is bound, and how long either side may go on offering. */
  talks: z.object({ boundMs: z.int(), freeMs: z.int() }),
  referralReward: Amount,
  /** Of the company. What is not set is empty, and shown nowhere. Who issues invoices, as the law wants it named. `taxId` and `registration` with their words, such as `VAT ID NL…`. */
  legal: z.object({ name: SettingLine, taxId: SettingLine, registration: SettingLine }),
  contact: z.object({ email: SettingLine, phone: SettingLine, address: z.string().check(plainText) }),
  /** Who answers for the company, in their own words: paragraphs with an empty line between. Null: not set. */
  director: z.nullable(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(120), oneLine),
      office: z.string().check(z.maxLength(120), oneLine),
      letter: z.string().check(z.maxLength(10_000), plainText),
    }),
  ),
  demo: z.boolean(),
})
export type HouseTerms = z.infer<typeof HouseTerms>

export const houseTerms = endpoint({
  method: 'GET',
  path: '/api/house-terms',
  access: 'visitor',
  summary: 'Fees, increments and times of the house',
  reply: HouseTerms,
})
