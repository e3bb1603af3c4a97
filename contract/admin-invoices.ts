import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Invoice, InvoiceDetail, InvoiceKind, InvoiceState, PaperLink } from './invoices.ts'
import { Amount, Id, Instant, plainText } from './values.ts'

const Buyer = z.object({ id: Id, name: z.string(), email: z.string(), paddle: z.int() })

/** An invoice as the cashier sees it in a list. */
export const AdminInvoice = z.extend(Invoice, { buyer: Buyer })
export type AdminInvoice = z.infer<typeof AdminInvoice>

export const INVOICE_SORTS = ['number', 'buyer', 'total', 'owed', 'due'] as const

const Filter = {
  /** Part of a number, name, address or title; a paddle or lot number in full. */
  q: z.optional(z.string().check(z.maxLength(120))),
  state: z.optional(z.union([InvoiceState, z.literal('open')])),
  kind: z.optional(InvoiceKind),
  auctionId: z.optional(Id),
  sort: z.optional(z.enum(INVOICE_SORTS)),
  order: z.optional(z.enum(['up', 'down'])),
}

export const listAllInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/invoices',
  access: 'cashier',
  audit: { act: 'view-invoices', of: 'invoice' },
  summary: 'All invoices: search, filter, sort, page; with the sums of what was found',
  query: z.object({ ...Filter, page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))) }),
  reply: z.object({
    items: z.array(AdminInvoice),
    page: z.int(),
    pages: z.int(),
    count: z.int(),
    sums: z.array(z.object({ currency: z.string(), total: Amount, credited: Amount, paid: Amount, owed: Amount })),
  }),
})

export const exportInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/invoices-csv',
  access: 'cashier',
  audit: { act: 'export-invoices', of: 'invoice' },
  summary: 'The found invoices as CSV',
  query: z.object(Filter),
  reply: null,
  media: 'text/csv',
})

const params = z.object({ invoiceId: Id })

/** Net of a line that can still be credited, by the line's index. */
const AdminDetail = z.extend(InvoiceDetail, {
  buyer: Buyer,
  creditable: z.array(Amount),
  storageDue: Amount,
  /** A bank looks into a payment for this lot: the vehicle stays until it has decided. */
  disputed: z.boolean(),
})
export type AdminDetail = z.infer<typeof AdminDetail>

export const readAnyInvoice = endpoint({
  method: 'GET',
  path: '/api/admin/invoices/:invoiceId',
  access: 'cashier',
  audit: { act: 'view-invoice', of: 'invoice' },
  summary: 'Anybody’s invoice with all that happened to it',
  params,
  reply: AdminDetail,
})

const Reason = z
  .string()
  .check(z.trim(), z.minLength(3, 'Give a reason; the buyer reads it.'), z.maxLength(500), plainText)

/** `creditNoteId` is made by the browser once per press: the same id is the same credit note. */
export const creditInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/credit-notes',
  access: 'cashier',
  stepUp: true,
  summary: 'Issue a credit note over parts of lines; money paid too much goes back',
  params,
  body: z.object({
    creditNoteId: Id,
    lines: z
      .array(z.object({ line: z.int().check(z.gte(0)), amount: z.int().check(z.gte(1)) }))
      .check(z.minLength(1, 'Choose what to credit.'), z.maxLength(50)),
    cause: z.enum(['correction', 'goodwill']),
    reason: Reason,
  }),
  reply: AdminDetail,
  status: 201,
  rejections: ['invoice-cancelled', 'more-than-left', 'refund-not-possible'],
})

export const cancelInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/cancel',
  access: 'cashier',
  stepUp: true,
  summary: 'Cancel by a credit note over all that is left; after a default, late fee and storage stay',
  params,
  body: z.object({ cause: z.enum(['correction', 'sale-voided', 'buyer-default']), reason: Reason }),
  reply: AdminDetail,
  rejections: ['invoice-cancelled', 'refund-not-possible'],
})

export const chargeStorage = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/storage',
  access: 'cashier',
  summary: 'Invoice the storage of the days begun so far, as announced',
  params,
  reply: AdminDetail,
  rejections: ['no-storage-due'],
})

export const markCollected = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/collected',
  access: 'cashier',
  summary: 'The vehicle was handed over: storage ends',
  params,
  reply: AdminDetail,
  rejections: ['not-paid', 'already-collected', 'payment-disputed'],
})

export const resendInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/resend',
  access: 'cashier',
  summary: 'Tell the buyer of the invoice once more',
  params,
  reply: AdminDetail,
  rejections: ['invoice-cancelled'],
})

export const linkAnyInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/link',
  access: 'cashier',
  audit: { act: 'view-invoice-pdf', of: 'invoice' },
  summary: 'A short-lived link to the PDF of anybody’s invoice',
  params,
  reply: PaperLink,
})

export const linkAnyCreditNote = endpoint({
  method: 'POST',
  path: '/api/admin/credit-notes/:creditNoteId/link',
  access: 'cashier',
  audit: { act: 'view-credit-note-pdf', of: 'credit-note' },
  summary: 'A short-lived link to the PDF of anybody’s credit note',
  params: z.object({ creditNoteId: Id }),
  reply: PaperLink,
})

/** What a sale brought, lot by lot; credits taken off. `toSeller`: the hammer price that is left. */
const SettlementRow = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  invoiceId: Id,
  number: z.string(),
  state: InvoiceState,
  hammer: Amount,
  premium: Amount,
  fees: Amount,
  tax: Amount,
  total: Amount,
  paid: Amount,
  owed: Amount,
})

const SettlementSums = z.pick(SettlementRow, {
  hammer: true,
  premium: true,
  fees: true,
  tax: true,
  total: true,
  paid: true,
  owed: true,
})

export const readSettlement = endpoint({
  method: 'GET',
  path: '/api/admin/sales/:auctionId/settlement',
  access: 'cashier',
  summary: 'What a sale brought: for the sellers, the house and the tax office, paid and owed',
  params: z.object({ auctionId: Id }),
  reply: z.object({
    title: z.string(),
    startsAt: Instant,
    currency: z.string(),
    rows: z.array(SettlementRow),
    sums: SettlementSums,
  }),
})
export type Settlement = z.infer<typeof readSettlement.reply>

export const exportSettlement = endpoint({
  method: 'GET',
  path: '/api/admin/sales/:auctionId/settlement-csv',
  access: 'cashier',
  audit: { act: 'export-sale-settlement', of: 'auction' },
  summary: 'The settlement of a sale as CSV',
  params: z.object({ auctionId: Id }),
  reply: null,
  media: 'text/csv',
})
