import type { NoticeKind, Notices } from '#server/platform/notices.ts'

const LOT = {
  lotId: '019ab000-0000-7000-8000-000000000001',
  lotNumber: 1040,
  title: '2018 Volvo V60 T6',
  currency: 'USD',
}
/** As an earlier release recorded it. */
const FIRST_INVOICE = {
  invoiceId: '019ab000-0000-7000-8000-000000000002',
  number: 'INV-2026-000017',
  currency: 'USD',
}
const SOLD = { kind: 'sale', lotNumber: LOT.lotNumber, title: LOT.title } as const
const STORAGE = { ...SOLD, kind: 'storage' } as const
const LATE_FEE = { ...SOLD, kind: 'late-fee' } as const
const INVOICE = { ...FIRST_INVOICE, subject: SOLD }
const PURCHASE = { id: INVOICE.invoiceId, number: INVOICE.number, total: 991_872, dueOn: '2099-11-25', pickup: 'Reno' }
/** 23:59:59 on November 25, 2099 in Chicago: the next day in UTC. */
const DUE_AT = Date.parse('2099-11-26T05:59:59Z')
const CREDIT = { creditNote: 'CN-2026-000003', total: 108_000, reason: 'The second key was missing.' }
const ODOMETER = [{ name: 'Odometer', before: '59,291 mi', after: '159,291 mi' }]
const SUSPENDED = 'The bidder’s account was suspended'
const MONEY = { amount: 9900, currency: 'USD' }

/** Every kind of notice with its possible facts, one sample for each variant of its text. */
export const NOTICE_SAMPLES: { [K in NoticeKind]: readonly Notices[K][] } = {
  'email-confirmation': [{ link: '/confirm#token' }],
  'password-reset': [{ link: '/reset#token' }],
  'staff-invitation': [{ link: '/admin-login#invitation=token', roles: 'Cashier', by: 'Olga Marin', days: 7 }],
  'test-email': [{ from: 'auctions@paddock.example' }, { from: null }],
  'account-security': [{ what: 'Your password was changed.' }, { what: 'Your account is closed.', closed: true }],
  'account-suspended': [
    { voided: [], cause: SUSPENDED },
    { voided: [{ lotNumber: LOT.lotNumber, title: LOT.title }], cause: SUSPENDED },
  ],
  'fee-receipt': [{ ...MONEY, paymentId: 'P-1' }],
  'address-taken': [{ attempt: 'register' }, { attempt: 'change' }],
  'refund-sent': [
    { ...MONEY, what: 'Membership fee', reason: 'You took the fee back.', invoiceId: null, membershipEnded: true },
    { ...MONEY, what: 'Membership fee', reason: 'It was paid twice.', invoiceId: null, membershipEnded: false },
    { ...MONEY, what: 'Invoice', reason: 'Goodwill.', invoiceId: null, membershipEnded: false, byBank: true },
    { ...MONEY, what: 'Invoice', reason: 'Goodwill.', invoiceId: INVOICE.invoiceId, membershipEnded: false },
  ],
  'payment-news': (['failed', 'disputed', 'dispute-won', 'dispute-lost'] as const).flatMap((news) => [
    { ...MONEY, news, what: 'Membership fee', invoiceId: null },
    { ...MONEY, news, what: 'Invoice INV-2026-000017', invoiceId: INVOICE.invoiceId },
  ]),
  'document-decided': [
    { decision: 'approved', reason: null },
    { decision: 'approved', reason: null, waits: true },
    { decision: 'asked-again', reason: 'The back is missing.' },
    { decision: 'rejected', reason: 'It has expired.' },
    { decision: 'rejected-finally', reason: 'It belongs to someone else.' },
  ],
  outbid: [{ ...LOT, price: 850_000, nextBid: 860_000, closesAt: DUE_AT, bidAt: DUE_AT - 60_000 }],
  'ending-soon': [{ ...LOT, closesAt: DUE_AT }],
  won: [
    { ...LOT, hammer: 850_000, invoice: null },
    { ...LOT, hammer: 850_000, invoice: PURCHASE },
    { ...LOT, hammer: 850_000, by: 'approved', invoice: PURCHASE },
    { ...LOT, hammer: 850_000, by: 'agreed', invoice: PURCHASE },
  ],
  lost: [
    { ...LOT, outcome: 'sold', hammer: 850_000 },
    { ...LOT, outcome: 'not-sold' },
    { ...LOT, outcome: 'withdrawn' },
  ],
  'reserve-negotiation': (['closed', 'countered', 'offered', 'declined', 'freed', 'agreed', 'lapsed'] as const).flatMap(
    (what) =>
      (
        [
          ['company', 'bidder'],
          ['company', 'seller'],
          ['bidder', 'company'],
        ] as const
      ).map(([side, by]) => ({ ...LOT, what, by, side, amount: 800_000, answerBy: DUE_AT })),
  ),
  'bids-voided': [
    { ...LOT, reason: 'Entered by mistake.', leads: false, price: 500_000 },
    { ...LOT, reason: 'Entered by mistake.', leads: true, price: 500_000 },
    { ...LOT, reason: null, leads: true, price: 500_000 },
  ],
  'sale-voided': [
    { ...LOT, reason: 'The title was wrong.', defaulted: false },
    { ...LOT, reason: 'Not paid.', defaulted: true },
  ],
  'auction-message': [{ auctionId: LOT.lotId, title: 'Saturday auction', says: 'We start in five minutes.' }],
  'facts-corrected': [
    { ...LOT, reason: 'A digit was missing.', changes: ODOMETER, withdrawUntil: DUE_AT },
    { ...LOT, reason: 'A digit was missing.', changes: ODOMETER, withdrawUntil: null },
    { ...LOT, reason: 'A digit was missing.', changes: ODOMETER, withdrawUntil: null, bought: true },
  ],
  'pending-bid': [{ ...LOT, says: 'It joined in.' }],
  'question-answered': [{ lotId: LOT.lotId, lotNumber: 1040, title: LOT.title, question: 'Two keys?', answer: 'Two.' }],
  invoice: [
    { ...INVOICE, total: 991_872, dueAt: DUE_AT, dueOn: '2099-11-25' },
    { ...INVOICE, total: 991_872, dueAt: DUE_AT, dueOn: '2099-11-25', reminder: true },
    { ...INVOICE, subject: STORAGE, total: 2700, dueAt: DUE_AT, dueOn: '2099-11-25' },
    { ...FIRST_INVOICE, total: 991_872, dueAt: DUE_AT, dueOn: '2099-11-25' },
  ],
  'invoice-overdue': [
    { ...INVOICE, owed: 991_872, lateFee: 5000, dueAt: DUE_AT, dueOn: '2099-11-25' },
    { ...INVOICE, subject: LATE_FEE, owed: 5000, lateFee: 0, dueAt: DUE_AT, dueOn: '2099-11-25' },
    { ...FIRST_INVOICE, owed: 991_872, lateFee: 5000, dueAt: DUE_AT, dueOn: '2099-11-25' },
  ],
  'invoice-paid': [
    { ...INVOICE, total: 991_872, pickup: { at: 'Reno', freeUntil: '2099-12-05' } },
    { ...INVOICE, total: 991_872, pickup: { at: 'Reno', freeUntil: null } },
    { ...INVOICE, subject: LATE_FEE, total: 5000 },
    { ...FIRST_INVOICE, total: 991_872 },
  ],
  'payment-received': [
    { ...INVOICE, amount: 400_000, owed: 591_872, dueAt: DUE_AT, dueOn: '2099-11-25' },
    { ...FIRST_INVOICE, amount: 400_000, owed: 591_872, dueAt: DUE_AT, dueOn: '2099-11-25' },
  ],
  credit: [
    { amount: 2100, currency: 'USD' },
    { amount: 2000, currency: 'USD', why: 'referral' },
    { amount: 2000, currency: 'USD', why: 'reversed', owedAgain: 0 },
    { amount: 2000, currency: 'USD', why: 'reversed', owedAgain: 1500 },
    { amount: 2000, currency: 'USD', why: 'fee-refunded', owedAgain: 0 },
  ],
  'credit-note': [
    { ...INVOICE, ...CREDIT, refund: 0, owed: 500_000, cancelled: false },
    { ...FIRST_INVOICE, ...CREDIT, refund: 0, owed: 500_000, cancelled: false },
    { ...INVOICE, ...CREDIT, refund: 108_000, owed: 0, cancelled: true },
    { ...FIRST_INVOICE, ...CREDIT, refund: 108_000, owed: 0, cancelled: true },
    { ...INVOICE, ...CREDIT, refund: 100_000, toCredit: 8000, owed: 0, cancelled: true },
  ],
  'ticket-reply': [
    {
      reference: 'T-4K7MX92P',
      subject: null,
      what: 'received',
      text: null,
      link: '/message-status#ticket=secret',
      replyTo: null,
    },
    {
      reference: 'T-4K7MX92P',
      subject: 'When can I pick up?',
      what: 'answered',
      text: 'Any day this week.\n\nBring your invoice.',
      link: '/message-status#ticket=secret',
      replyTo: 'help+t-4k7mx92p.00112233445566778899@paddock.example',
    },
  ],
  'seller-negotiation': (['closed', 'offered', 'declined', 'freed', 'agreed', 'countered', 'lapsed'] as const).map(
    (what) => ({
      ...LOT,
      what,
      amount: what === 'freed' || what === 'lapsed' ? null : 400_000,
      answerBy: what === 'agreed' || what === 'lapsed' ? null : DUE_AT,
    }),
  ),
  'reserve-requested': [
    { ...LOT, seller: 'Northgate Motors', reserve: 650_000, note: 'The market is slow.' },
    { ...LOT, seller: 'Northgate Motors', reserve: null, note: '' },
  ],
  'reserve-decided': [
    { ...LOT, reserve: 650_000, accepted: true, reason: 'As you asked.' },
    { ...LOT, reserve: null, accepted: false, reason: 'Bidders already see that it has one.' },
  ],
  'seller-statement': [
    { number: 'ST-2026-000004', auction: 'Thursday auction', currency: 'USD', net: 735_000 },
    { number: 'ST-2026-000005', auction: 'Thursday auction', currency: 'USD', net: -7500 },
  ],
  'seller-paid': [
    { ...MONEY, number: 'PO-2026-000002', paysTo: 'Account …4321', statements: 'ST-2026-000004, ST-2026-000005' },
  ],
  'saved-search': [{ name: 'Wagons', count: 2, link: '/?q=wagon', titles: ['2018 Volvo V60'], stop: '/?stop=token' }],
}
