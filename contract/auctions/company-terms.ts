import * as z from 'zod/mini'
import { Amount, BasisPoints, Day, LotPrice, oneLine, plainText } from '../platform/values.ts'

/** A setting that is one line of text on screens, documents and emails. */
const SettingLine = z.string().check(oneLine)

/** Price bands in minor units: the part of the hammer price inside a band pays its basis points. */
const PremiumTier = z.object({ from: Amount, basisPoints: BasisPoints })

/** Tax in basis points for a line of that kind; null: the default `taxBasisPoints`. */
const TaxByKind = z.object({
  hammer: z.nullable(BasisPoints),
  premium: z.nullable(BasisPoints),
  fee: z.nullable(BasisPoints),
  'late-fee': z.nullable(BasisPoints),
  storage: z.nullable(BasisPoints),
})

/** The address of a picture of the brand; see `sendBrandPicture`. */
const PicturePath = z.string().check(z.regex(/^\/brand\/[0-9a-f]{32}\.(png|webp)$/))

/** The public part of the company's terms; the public pages and the cost calculator read it. */
export const CompanyTerms = z.object({
  companyName: SettingLine,
  currency: z.string(),
  membershipFee: Amount,
  membershipRefundDays: z.int32(),
  /** Business days in which an identity check is usually decided: shown on pages, not enforced. */
  verificationDays: z.int32(),
  increments: z.array(z.tuple([Amount, LotPrice])),
  premium: z.array(PremiumTier),
  fixedFees: z.array(z.object({ label: SettingLine, amount: Amount })),
  taxBasisPoints: BasisPoints,
  taxByKind: TaxByKind,
  taxLabel: SettingLine,
  /** Business days (Monday to Friday without `holidays`) from the issue of an invoice to its due date. */
  paymentDays: z.int32(),
  /** Charged once, before tax, on an invoice that is not paid by its due date; 0: no late fee. */
  lateFee: Amount,
  /** Charged for every started day after `freeDays` days from the sale until the vehicle is picked up, before tax. */
  storage: z.object({ freeDays: z.int32(), perDay: Amount }),
  /** The company's time zone, which sets where days begin and end, such as `America/Chicago`. */
  timeZone: z.string(),
  holidays: z.array(Day),
  timed: z.object({ extensionWindowMs: z.int32(), extensionMs: z.int32() }),
  live: z.object({ startMs: z.int32(), extensionMs: z.int32() }),
  /** After a close below the reserve: how long the high bidder is bound, and how long either side may make offers after that. */
  negotiations: z.object({ boundMs: z.int32(), freeMs: z.int32() }),
  referralReward: Amount,
  /** The company that issues invoices, named as the law requires. Unset values are empty and not shown. `taxId` and `registration` include their labels, such as `VAT ID NL…`. */
  legal: z.object({ name: SettingLine, taxId: SettingLine, registration: SettingLine }),
  contact: z.object({ email: SettingLine, phone: SettingLine, address: z.string().check(plainText) }),
  /** The director's message: paragraphs separated by an empty line. Null: not set. */
  director: z.nullable(
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(120), oneLine),
      office: z.string().check(z.maxLength(120), oneLine),
      letter: z.string().check(z.maxLength(10_000), plainText),
    }),
  ),
  /** How the company looks. Null: as the program does, with its name as the logo and initials as the portrait. */
  brand: z.object({
    /** The color of plates, main buttons and focus, as `#rrggbb`; dark text on it must be readable. */
    accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Enter a color such as #ffcf1a.'))),
    logo: z.nullable(PicturePath),
    portrait: z.nullable(PicturePath),
  }),
  demo: z.boolean(),
})
export type CompanyTerms = z.infer<typeof CompanyTerms>
