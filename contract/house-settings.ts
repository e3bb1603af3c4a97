import * as z from 'zod/mini'
import { HouseTerms } from './auctions.ts'
import { BankAccount } from './bank-account.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Day, Id, Instant, oneLine } from './values.ts'

const { shape } = HouseTerms

/** What stands before the numbers of papers, such as `INV-` in `INV-2026-000001`; empty: nothing. */
export const Numbering = z.object({ invoice: z.string().check(oneLine), creditNote: z.string().check(oneLine) })
export type Numbering = z.infer<typeof Numbering>

/** The settings about money and days, each under the name it is stored by. `bankAccount` null: transfers are not offered. */
export const MoneySettings = z.object({
  houseName: shape.houseName,
  currency: shape.currency,
  timeZone: shape.timeZone,
  ladder: shape.ladder,
  legal: shape.legal,
  contact: shape.contact,
  director: shape.director,
  bankAccount: z.nullable(BankAccount),
  numbering: Numbering,
  membershipFee: shape.membershipFee,
  membershipRefundDays: shape.membershipRefundDays,
  verificationDays: shape.verificationDays,
  premium: shape.premium,
  fixedFees: shape.fixedFees,
  taxLabel: shape.taxLabel,
  taxBasisPoints: shape.taxBasisPoints,
  taxByKind: shape.taxByKind,
  paymentDays: shape.paymentDays,
  holidays: shape.holidays,
  lateFee: shape.lateFee,
  storage: shape.storage,
})
export type MoneySettings = z.infer<typeof MoneySettings>
export type MoneySetting = keyof MoneySettings

const Changes = z.partial(MoneySettings)

const State = z.object({
  settings: MoneySettings,
  currency: z.string(),
  timeZone: z.string(),
  /** Names what is stored now; a change says which one it was made from. */
  version: z.string(),
  /** Lots that are open or come up: they keep the fees and taxes by which they were published. */
  openLots: z.int(),
  /** The latest changes, newest first, with what stood before and after. */
  history: z.array(
    z.object({
      id: Id,
      at: Instant,
      by: z.string(),
      setting: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type SettingsState = z.infer<typeof State>

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'owner',
  summary: 'The settings of the house about money',
  reply: State,
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'owner',
  stepUp: true,
  summary: 'Change settings about money; issued papers stay as they are',
  body: z.object({
    version: z.string().check(z.maxLength(100)),
    changes: Changes,
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300), oneLine)),
  }),
  reply: State,
  rejections: ['settings-changed'],
})

const Cost = z.object({ premium: Amount, fees: Amount, tax: Amount, total: Amount })
const Effect = z.object({
  membershipFee: Amount,
  /** What a buyer pays at some hammer prices, in the order of `hammers`. */
  costs: z.array(Cost),
  /** From each of `hammers` to the next bid. */
  increments: z.array(Amount),
  currency: z.string(),
  timeZone: z.string(),
  /** For a sale and its invoice of this moment. */
  dueOn: Day,
  lateFee: Amount,
  storageFrom: Day,
  storagePerDay: Amount,
  nextInvoice: z.string(),
  nextCreditNote: z.string(),
})
export type Effect = z.infer<typeof Effect>

export const previewSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings/preview',
  access: 'owner',
  summary: 'What changes would do, worked out by the code that makes invoices; nothing is written',
  body: z.object({ changes: Changes }),
  reply: z.object({ hammers: z.array(Amount), before: Effect, after: Effect }),
})
