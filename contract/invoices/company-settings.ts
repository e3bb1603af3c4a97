import * as z from 'zod/mini'
import { CompanyTerms } from '../auctions/company-terms.ts'
import { BankAccount } from '../payments/bank-account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Day, Id, Instant, oneLine, PlannedInstant } from '../platform/values.ts'

const shape = CompanyTerms.shape

/** The prefix of document numbers, such as `INV-` in `INV-2026-000001`; may be empty. */
export const Numbering = z.object({ invoice: z.string().check(oneLine), creditNote: z.string().check(oneLine) })
export type Numbering = z.infer<typeof Numbering>

/** The settings about money and days, each under its stored name. `bankAccount` null: transfers are not offered. */
export const MoneySettings = z.object({
  companyName: shape.companyName,
  currency: shape.currency,
  timeZone: shape.timeZone,
  increments: shape.increments,
  legal: shape.legal,
  contact: shape.contact,
  director: shape.director,
  brand: shape.brand,
  bankAccount: z.nullable(BankAccount),
  numbering: Numbering,
  membershipFee: shape.membershipFee,
  membershipRefundDays: shape.membershipRefundDays,
  verificationDays: shape.verificationDays,
  referralReward: shape.referralReward,
  premium: shape.premium,
  fixedFees: shape.fixedFees,
  taxLabel: shape.taxLabel,
  taxBasisPoints: shape.taxBasisPoints,
  taxByKind: shape.taxByKind,
  paymentDays: shape.paymentDays,
  holidays: shape.holidays,
  lateFee: shape.lateFee,
  storage: shape.storage,
  timed: shape.timed,
  live: shape.live,
  negotiations: shape.negotiations,
  /** Days after which the files of a decided identity document are deleted. */
  documentRetentionDays: z.int32(),
  /** For how long a high bidder may withdraw after a material correction. */
  bidWithdrawalHours: z.int32(),
})
export type MoneySettings = z.infer<typeof MoneySettings>
export type MoneySetting = keyof MoneySettings

const Changes = z.partial(MoneySettings)

/** Changes that take effect later. */
const SettingPlan = z.object({
  id: Id,
  effectiveAt: Instant,
  by: z.string(),
  changes: Changes,
  reason: z.nullable(z.string()),
})
export type SettingPlan = z.infer<typeof SettingPlan>

const State = z.object({
  settings: MoneySettings,
  currency: z.string(),
  timeZone: z.string(),
  /** The version of the stored value; a change names the version it was made from. */
  version: z.string(),
  /** Open and scheduled lots: they keep the fees and taxes they were published with. */
  openLots: z.int(),
  /** The latest changes, newest first, with the values before and after. */
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
  /** The soonest first. */
  plans: z.array(SettingPlan),
})
export type SettingsState = z.infer<typeof State>

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'owner',
  summary: 'The company’s money settings',
  reply: State,
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'owner',
  stepUp: true,
  summary: 'Change money settings; issued documents stay as they are',
  body: z.object({
    version: z.string().check(z.maxLength(100)),
    changes: Changes,
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300), oneLine)),
  }),
  reply: State,
  rejections: ['settings-changed'],
})

/** The browser creates `planId` once per button press: the same id is the same plan. */
export const planSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings/plans',
  access: 'owner',
  stepUp: true,
  summary: 'Change money settings at a later time; the currency can only be changed at once',
  body: z.object({
    planId: Id,
    changes: Changes,
    effectiveAt: PlannedInstant,
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300), oneLine)),
  }),
  reply: State,
})

export const cancelSettingPlan = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/plans/:planId',
  access: 'owner',
  stepUp: true,
  summary: 'Cancel planned changes',
  params: z.object({ planId: Id }),
  reply: State,
})

const Cost = z.object({ premium: Amount, fees: Amount, tax: Amount, total: Amount })
const Effect = z.object({
  membershipFee: Amount,
  /** The buyer's total at sample hammer prices, in the order of `hammers`. */
  costs: z.array(Cost),
  /** The increment from each of `hammers` to the next bid. */
  increments: z.array(Amount),
  currency: z.string(),
  timeZone: z.string(),
  /** For an auction and an invoice at this moment. */
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
  summary: 'Preview changes, computed by the code that makes invoices; nothing is saved',
  body: z.object({ changes: Changes }),
  reply: z.object({ hammers: z.array(Amount), before: Effect, after: Effect }),
})
