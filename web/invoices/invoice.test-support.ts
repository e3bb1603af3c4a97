import type { Invoice, InvoiceDetail, Document } from '#contract/invoices/invoices.ts'

/** One invoice of Ada's, as the server answers it. */

export const ID = '00000000-0000-4000-8000-000000000900'
export const AT = 1_795_000_000_000
/** The end of November 25 in Chicago: November 26 in UTC and in Europe. */
export const DUE = Date.UTC(2026, 10, 26, 5, 59, 59, 999)

export function invoice(changes: Partial<Invoice> = {}): Invoice {
  return {
    id: ID,
    number: '2026-000007',
    kind: 'sale',
    state: 'part-paid',
    currency: 'USD',
    taxLabel: 'Sales tax',
    lotId: null,
    lotNumber: 1007,
    title: '2010 Kiri Urban',
    aboutNumber: null,
    lines: [
      { kind: 'hammer', label: 'Hammer price', amount: 100_000, taxBasisPoints: 800, tax: 8000 },
      { kind: 'fee', label: 'Gate', amount: 4500, taxBasisPoints: 0, tax: 0 },
    ],
    taxes: [
      { basisPoints: 800, net: 100_000, tax: 8000 },
      { basisPoints: 0, net: 4500, tax: 0 },
    ],
    net: 104_500,
    tax: 8000,
    total: 112_500,
    credited: 0,
    paid: 12_500,
    creditUsed: 0,
    owed: 100_000,
    issuedAt: AT,
    dueAt: DUE,
    issuedOn: '2026-11-21',
    dueOn: '2026-11-25',
    pendingPayment: null,
    ...changes,
  }
}

export function document(of: Invoice, changes: Partial<Document> = {}): Document {
  const { number, currency, taxLabel, issuedAt, dueAt, lines, taxes, net, tax, total } = of
  return {
    kind: 'sale',
    number,
    currency,
    taxLabel,
    issuedAt,
    dueAt,
    lines,
    taxes,
    net,
    tax,
    total,
    sample: false,
    timeZone: 'America/Chicago',
    suppliedAt: AT,
    seller: {
      brand: 'Paddock',
      name: 'Paddock LLC',
      address: 'Yard 1',
      email: 'o@p.example',
      phone: '1',
      taxId: 'T1',
      registration: 'R1',
    },
    buyer: { name: 'Ada', address: '', country: 'NL', email: 'ada@p.example', paddle: 112, taxId: '' },
    subject: { title: of.title, lotNumber: of.lotNumber },
    about: null,
    reason: null,
    notes: ['Nothing else is charged for this sale.'],
    ...changes,
  }
}

export function detail(of: Invoice): InvoiceDetail {
  const once = { net: 5000, tax: 0, total: 5000, per: 'once' as const, at: of.dueAt, on: of.dueOn }
  return {
    invoice: of,
    document: document(of),
    creditNotes: [],
    related: [],
    history: [{ at: AT, what: 'payment', amount: 12_500, words: 'transfer' }],
    forecast: [
      {
        kind: 'late-fee',
        label: 'Late fee',
        state: 'possible',
        condition: 'Once, and only if it is not paid.',
        ...once,
      },
    ],
    receipts: [],
    pickup: 'Harbor Yard',
    collectedAt: null,
  }
}

export const MEMBERSHIP = { fee: 9900, currency: 'USD', paidAt: 1, receipt: null, providers: ['transfer', 'sandbox'] }
