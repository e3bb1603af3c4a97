import * as z from 'zod/mini'
import { KeptAccount } from '../payments/bank-account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { SignedLink, Amount, BasisPoints, Day, Id, Instant } from '../platform/values.ts'

export const LineKind = z.enum(['hammer', 'premium', 'fee', 'late-fee', 'storage'])

/** `amount` is before tax; `tax` is its own tax. */
export const InvoiceLine = z.object({
  kind: LineKind,
  label: z.string(),
  amount: Amount,
  taxBasisPoints: BasisPoints,
  tax: Amount,
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

const Sums = {
  taxes: z.array(z.object({ basisPoints: BasisPoints, net: Amount, tax: Amount })),
  net: Amount,
  tax: Amount,
  total: Amount,
}

/** The sale of a lot; or a later charge (late fee, storage), invoiced separately because an issued invoice never changes. */
export const InvoiceKind = z.enum(['sale', 'late-fee', 'storage'])
export type InvoiceKind = z.infer<typeof InvoiceKind>
export const InvoiceState = z.enum(['issued', 'part-paid', 'paid', 'overdue', 'cancelled'])

export const Buyer = z.object({
  name: z.string(),
  /** Lines without the country; empty if the person has no address. */
  address: z.string(),
  country: z.string(),
  email: z.string(),
  paddle: z.nullable(z.int()),
  taxId: z.string(),
})

/** Everything that is printed on an invoice or a credit note, fixed when it was issued. */
export const Document = z.object({
  kind: z.enum(['sale', 'late-fee', 'storage', 'credit-note']),
  number: z.string(),
  /** A sample is owed by no one. */
  sample: z.boolean(),
  currency: z.string(),
  /** The time zone of the dates. */
  timeZone: z.string(),
  taxLabel: z.string(),
  issuedAt: Instant,
  /** When the charged item was supplied: the close of the sale. */
  suppliedAt: z.nullable(Instant),
  dueAt: z.nullable(Instant),
  /** The day of `dueAt` in that time zone. Missing on documents from before it was stored. */
  dueOn: z.optional(z.nullable(Day)),
  seller: z.object({
    brand: z.string(),
    /** The color behind the name when it was issued; absent: the usual one. */
    accent: z.optional(z.string()),
    /** The path of its logo then; absent: it had none. */
    logo: z.optional(z.string()),
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    taxId: z.string(),
    registration: z.string(),
  }),
  buyer: Buyer,
  /** `vin`: missing if unknown, and on documents from before it was stored. */
  subject: z.object({ title: z.string(), lotNumber: z.nullable(z.int()), vin: z.optional(z.string()) }),
  /** Where to send a transfer; missing if transfers weren't offered. */
  bank: z.optional(KeptAccount),
  lines: z.array(InvoiceLine),
  ...Sums,
  /** The invoice that this corrects or belongs to. */
  about: z.nullable(z.object({ number: z.string(), issuedAt: Instant })),
  reason: z.nullable(z.string()),
  notes: z.array(z.string()),
})
export type Document = z.infer<typeof Document>

/** `owed`: the balance due: total less `credited` less `paid`. */
export const Invoice = z.object({
  id: Id,
  number: z.string(),
  kind: InvoiceKind,
  state: InvoiceState,
  currency: z.string(),
  taxLabel: z.string(),
  lotId: z.nullable(Id),
  lotNumber: z.nullable(z.int()),
  title: z.string(),
  /** Number of the sale's invoice, if this is a later charge. */
  aboutNumber: z.nullable(z.string()),
  lines: z.array(InvoiceLine),
  ...Sums,
  credited: Amount,
  paid: Amount,
  /** The part of `paid` that came from the person's credit and wasn't returned. */
  creditUsed: Amount,
  owed: Amount,
  issuedAt: Instant,
  /** The day of `issuedAt` in the company's time zone, as the document prints it. */
  issuedOn: Day,
  /** The last millisecond of `dueOn`. */
  dueAt: Instant,
  /** The last day to pay, in the company's time zone. */
  dueOn: Day,
  /** The payment that waits for confirmation, such as a transfer; null: there is none. */
  pendingPayment: z.nullable(Id),
})
export type Invoice = z.infer<typeof Invoice>

/** A possible future charge for a won lot; nothing else can ever be booked. Amounts in minor units. */
export const ForecastCharge = z.object({
  kind: InvoiceKind,
  label: z.string(),
  net: Amount,
  tax: Amount,
  total: Amount,
  /** `day`: for every started day from `at` on, until the vehicle is picked up. */
  per: z.enum(['once', 'day']),
  /** When it is due or would first be charged. */
  at: Instant,
  /** The day of `at` in the company's time zone. */
  on: Day,
  /** `owed`: issued and not paid. `possible`: only if. `settled`: paid or credited. `averted`: it can no longer happen. */
  state: z.enum(['owed', 'possible', 'settled', 'averted']),
  /** The condition, as a sentence. */
  condition: z.string(),
})
export type ForecastCharge = z.infer<typeof ForecastCharge>

const CreditNote = z.object({
  id: Id,
  number: z.string(),
  total: Amount,
  /** The part that was refunded as money. */
  refund: Amount,
  reason: z.string(),
  issuedAt: Instant,
})

/** `refunded`: a refund was asked for and is under way. `refund-sent`: the money has left our account. */
const HistoryEntry = z.object({
  at: Instant,
  what: z.enum([
    'issued',
    'reminded',
    'payment',
    'paid',
    'overdue',
    'charged',
    'credited',
    'refunded',
    'refund-sent',
    'charged-back',
    'payment-undone',
    'cancelled',
    'collected',
    'resent',
  ]),
  amount: z.nullable(Amount),
  words: z.nullable(z.string()),
})

export const InvoiceDetail = z.object({
  invoice: Invoice,
  document: Document,
  creditNotes: z.array(CreditNote),
  /** Other invoices of the same lot. */
  related: z.array(Invoice),
  history: z.array(HistoryEntry),
  forecast: z.array(ForecastCharge),
  /** Receipts of its payments, oldest first. */
  receipts: z.array(z.object({ paymentId: Id, number: z.string() })),
  /** Where the vehicle is picked up; null if its lot isn’t known. */
  pickup: z.nullable(z.string()),
  collectedAt: z.nullable(Instant),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

/** What is owed in one currency. */
const Owed = z.object({
  currency: z.string(),
  amount: Amount,
  count: z.int(),
  overdue: Amount,
  nextDueAt: Instant,
  nextDueOn: Day,
})

/**
 * What pays the person's next invoice, by currency. `refundable`: the part that is their own money, which they can ask back
 * (`payBackAskedAt`: they did, and it pays nothing); the rest was given, such as a referral reward.
 */
const Credit = z.object({
  currency: z.string(),
  amount: Amount,
  refundable: Amount,
  payBackAskedAt: z.nullable(Instant),
})

export const askCreditBack = endpoint({
  method: 'POST',
  path: '/api/credit/pay-back',
  access: 'member',
  summary: 'Request a payout of your credit; a cashier sends it to the account it came from',
  reply: z.object({ credit: z.array(Credit) }),
  rejections: ['no-credit'],
})

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/invoices',
  access: 'customer',
  summary: 'Your invoices, newest first, and the total owed',
  /**
   * `lots`: up to 100 lot ids, separated by commas: all invoices of these lots, and only them, on one page. `open`: the 25 with a balance
   * that are due first, in that order.
   */
  query: z.object({
    cursor: z.optional(Id),
    lots: z.optional(z.string().check(z.maxLength(4000))),
    open: z.optional(z.literal('yes')),
  }),
  reply: z.object({
    items: z.array(Invoice),
    next: z.nullable(z.string()),
    owed: z.array(Owed),
    credit: z.array(Credit),
  }),
})

export const readInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/:invoiceId',
  access: 'customer',
  summary: 'One of your invoices: the printed document, credit notes, history, and what can still be charged',
  params: z.object({ invoiceId: Id }),
  reply: InvoiceDetail,
})

/** A link that opens a PDF without headers, for a few minutes. */
export const DocumentLink = z.object({ url: z.string(), expiresAt: Instant })

export const linkInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/:invoiceId/link',
  access: 'customer',
  summary: 'A short-lived link to the PDF of your invoice',
  params: z.object({ invoiceId: Id }),
  reply: DocumentLink,
})

export const linkCreditNote = endpoint({
  method: 'POST',
  path: '/api/credit-notes/:creditNoteId/link',
  access: 'customer',
  summary: 'A short-lived link to the PDF of your credit note',
  params: z.object({ creditNoteId: Id }),
  reply: DocumentLink,
})

export const readSample = endpoint({
  method: 'GET',
  path: '/api/invoices/sample',
  access: 'complete',
  summary: 'A sample invoice on today’s terms; nobody owes it',
  reply: z.object({ document: Document, forecast: z.array(ForecastCharge) }),
})

export const linkSample = endpoint({
  method: 'POST',
  path: '/api/invoices/sample/link',
  access: 'complete',
  summary: 'A short-lived link to the PDF of the sample invoice',
  reply: DocumentLink,
})

/** Anyone with the link may read: it names one document, is signed, and expires after a few minutes. */
export const openDocument = endpoint({
  method: 'GET',
  path: '/api/documents/:kind/:documentId',
  access: 'visitor',
  summary: 'The PDF behind a short-lived link',
  params: z.object({ kind: z.enum(['invoice', 'credit-note', 'sample']), documentId: Id }),
  query: SignedLink,
  problems: [410],
  reply: null,
  media: 'application/pdf',
})
