import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Invoice, InvoiceDetail, type InvoiceKind, InvoiceState, DocumentLink } from './invoices.ts'
import { Amount, Id, Instant, plainText } from '../platform/values.ts'

const Buyer = z.object({ id: Id, name: z.string(), email: z.string(), paddle: z.int() })

/** An invoice as the cashier sees it in a list. */
export const AdminInvoice = z.extend(Invoice, { buyer: Buyer })
export type AdminInvoice = z.infer<typeof AdminInvoice>

const STATE_WORDS = {
  open: 'Unpaid',
  issued: 'Due',
  'part-paid': 'Partly paid',
  overdue: 'Overdue',
  paid: 'Paid',
  cancelled: 'Canceled',
} as const satisfies Record<z.infer<typeof InvoiceState> | 'open', string>

const KIND_WORDS = { sale: 'Sale', 'late-fee': 'Late fee', storage: 'Storage' } as const satisfies Record<
  InvoiceKind,
  string
>

/** `q`: part of a number, name, address or title; a paddle or lot number in full. */
export const listAllInvoices = adminList({
  path: '/api/admin/invoices',
  name: 'invoices',
  access: 'cashier',
  subject: 'invoice',
  personal: true,
  summary: 'All invoices: search, filter, sort and page, with totals of the matches',
  item: AdminInvoice,
  columns: {
    number: { label: 'Number', kind: 'link', sort: 'down' },
    kind: { label: 'Kind', kind: 'status', words: KIND_WORDS },
    about: { label: 'Belongs to', kind: 'text', of: 'aboutNumber', in: 'file' },
    buyer: {
      label: 'Buyer',
      kind: 'text',
      of: ({ buyer }: AdminInvoice) => `${buyer.name} (${buyer.paddle})`,
      sort: 'up',
      in: 'page',
    },
    lot: {
      label: 'Lot',
      kind: 'text',
      of: ({ lotNumber, title }: AdminInvoice) => (lotNumber === null ? title : `${lotNumber} ${title}`),
      in: 'page',
    },
    state: { label: 'State', kind: 'status', words: STATE_WORDS },
    issued: { label: 'Issued', kind: 'day', of: 'issuedOn', in: 'file' },
    due: { label: 'Due', kind: 'day', of: 'dueOn', sort: 'up' },
    paddle: { label: 'Paddle', kind: 'text', of: ({ buyer }: AdminInvoice) => buyer.paddle, in: 'file' },
    name: { label: 'Buyer', kind: 'text', of: ({ buyer }: AdminInvoice) => buyer.name, in: 'file' },
    email: { label: 'Email', kind: 'text', of: ({ buyer }: AdminInvoice) => buyer.email, in: 'file' },
    lotNumber: { label: 'Lot', kind: 'text', in: 'file' },
    vehicle: { label: 'Vehicle', kind: 'text', of: 'title', in: 'file' },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    net: { label: 'Net', kind: 'money', in: 'file' },
    tax: { label: 'Tax', kind: 'money', in: 'file' },
    total: { label: 'Total', kind: 'money', sort: 'down' },
    credited: { label: 'Credited', kind: 'money', in: 'file' },
    paid: { label: 'Paid', kind: 'money', in: 'file' },
    owed: { label: 'Owed', kind: 'money', sort: 'down' },
  },
  filters: {
    q: { kind: 'search', label: 'Number, buyer, vehicle, paddle or lot' },
    state: { kind: 'choice', label: 'State', options: STATE_WORDS },
    kind: { kind: 'choice', label: 'Kind', options: KIND_WORDS },
    auctionId: { kind: 'id' },
  },
  order: 'number',
  paging: 'cursor',
  more: {
    /** Of each currency; none of words that find more than are counted. */
    sums: z.array(z.object({ currency: z.string(), total: Amount, credited: Amount, paid: Amount, owed: Amount })),
  },
  csv: 'cashier',
})

const params = z.object({ invoiceId: Id })

/** Net of a line that can still be credited, by the line's index. */
const AdminDetail = z.extend(InvoiceDetail, {
  buyer: Buyer,
  creditable: z.array(Amount),
  /** What an invoice for the storage of the days begun so far would come to, tax included. */
  storageDue: Amount,
  /** A bank is reviewing a payment for this lot: the vehicle isn't handed over until it decides. */
  disputed: z.boolean(),
})
export type AdminDetail = z.infer<typeof AdminDetail>

export const readAnyInvoice = endpoint({
  method: 'GET',
  path: '/api/admin/invoices/:invoiceId',
  access: 'cashier',
  audit: { action: 'view-invoice', of: 'invoice' },
  summary: 'Any invoice with its history',
  params,
  reply: AdminDetail,
})

const Reason = z
  .string()
  .check(z.trim(), z.minLength(3, 'Give a reason; the buyer reads it.'), z.maxLength(500), plainText)

/** The browser creates `creditNoteId` once per button press: the same id is the same credit note. */
export const creditInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/credit-notes',
  access: 'cashier',
  stepUp: true,
  summary: 'Issue a credit note for parts of lines; any overpayment is refunded',
  params,
  body: z.object({
    creditNoteId: Id,
    lines: z
      .array(z.object({ line: z.int32().check(z.gte(0)), amount: Amount.check(z.gte(1)) }))
      .check(z.minLength(1, 'Choose what to credit.'), z.maxLength(50)),
    cause: z.enum(['correction', 'goodwill']),
    reason: Reason,
  }),
  reply: AdminDetail,
  status: 201,
  rejections: ['invoice-cancelled', 'more-than-left', 'refund-not-possible', 'already-saved'],
})

export const cancelInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/cancel',
  access: 'cashier',
  stepUp: true,
  summary: 'Cancel with a credit note for everything that is left; after a default, the late fee and storage stay',
  params,
  body: z.object({ cause: z.enum(['correction', 'sale-voided', 'buyer-default']), reason: Reason }),
  reply: AdminDetail,
  rejections: ['invoice-cancelled', 'refund-not-possible', 'sale-paid'],
})

export const chargeStorage = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/storage',
  access: 'cashier',
  summary: 'Invoice storage for the days started so far, on the announced terms',
  params,
  /** `total`: what the cashier saw and confirmed, tax included. */
  body: z.object({ total: Amount }),
  reply: AdminDetail,
  rejections: ['no-storage-due', 'storage-moved'],
})

export const markCollected = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/collected',
  access: 'cashier',
  summary: 'Record that the vehicle was handed over; storage ends',
  params,
  reply: AdminDetail,
  rejections: ['not-paid', 'already-collected', 'payment-disputed'],
})

export const resendInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/resend',
  access: 'cashier',
  summary: 'Notify the buyer of the invoice again',
  params,
  reply: AdminDetail,
  rejections: ['invoice-cancelled'],
})

export const linkAnyInvoice = endpoint({
  method: 'POST',
  path: '/api/admin/invoices/:invoiceId/link',
  access: 'cashier',
  audit: { action: 'view-invoice-pdf', of: 'invoice' },
  summary: 'A short-lived link to the PDF of any invoice',
  params,
  reply: DocumentLink,
})

export const linkAnyCreditNote = endpoint({
  method: 'POST',
  path: '/api/admin/credit-notes/:creditNoteId/link',
  access: 'cashier',
  audit: { action: 'view-credit-note-pdf', of: 'credit-note' },
  summary: 'A short-lived link to the PDF of any credit note',
  params: z.object({ creditNoteId: Id }),
  reply: DocumentLink,
})

/** What one lot of an auction brought in, net of credits. */
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
  path: '/api/admin/auctions/:auctionId/settlement',
  access: 'cashier',
  summary: 'The settlement of an auction: amounts for sellers, company and tax office, paid and owed',
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
  path: '/api/admin/auctions/:auctionId/settlement-csv',
  access: 'cashier',
  audit: { action: 'export-sale-settlement', of: 'auction' },
  summary: 'The settlement of an auction as CSV',
  params: z.object({ auctionId: Id }),
  reply: null,
  media: 'text/csv',
})
