import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Instant } from './values.ts'

export const InvoiceLine = z.object({
  label: z.string(),
  amount: Amount,
  taxBasisPoints: z.int(),
})

export const Invoice = z.object({
  id: Id,
  number: z.string(),
  state: z.enum(['issued', 'part-paid', 'paid', 'overdue', 'cancelled']),
  currency: z.string(),
  lotId: z.nullable(Id),
  lotNumber: z.nullable(z.int()),
  title: z.string(),
  lines: z.array(InvoiceLine),
  net: Amount,
  tax: Amount,
  total: Amount,
  paid: Amount,
  issuedAt: Instant,
  dueAt: Instant,
})
export type Invoice = z.infer<typeof Invoice>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/invoices',
  access: 'complete',
  summary: 'One’s own invoices, newest first',
  query: z.object({ cursor: z.optional(Id) }),
  reply: z.object({ items: z.array(Invoice), next: z.nullable(z.string()) }),
})

export const readInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/:invoiceId',
  access: 'complete',
  summary: 'One invoice of one’s own',
  params: z.object({ invoiceId: Id }),
  reply: Invoice,
})
