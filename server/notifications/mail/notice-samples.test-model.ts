import type { NoticeKind, Notices } from '#server/platform/notice.ts'

const LOT = {
  lotId: '019ab000-0000-7000-8000-000000000001',
  lotNumber: 1040,
  title: '2018 Volvo V60 T6',
  currency: 'USD',
}
const INVOICE = { invoiceId: '019ab000-0000-7000-8000-000000000002', number: 'INV-2026-000017', currency: 'USD' }
/** 23:59:59 on November 25, 2099 in Chicago: the next day in UTC. */
const DUE_AT = Date.parse('2099-11-26T05:59:59Z')
const MONEY = { amount: 9900, currency: 'USD' }

/** Every kind of notice with the facts it can have, one sample for each form that its words take. */
export const NOTICE_SAMPLES: { [K in NoticeKind]: readonly Notices[K][] } = {
  'email-confirmation': [{ link: '/confirm#token' }],
  'password-reset': [{ link: '/reset#token' }],
  'account-security': [{ what: 'Your password was changed.' }],
  'fee-receipt': [{ ...MONEY, paymentId: 'P-1' }],
  'fee-refunded': [{ ...MONEY, reason: 'You took the fee back.' }],
  'payment-news': (['failed', 'disputed', 'dispute-won', 'dispute-lost'] as const).flatMap((news) => [
    { ...MONEY, news, what: 'Membership fee', invoiceId: null },
    { ...MONEY, news, what: 'Invoice INV-2026-000017', invoiceId: INVOICE.invoiceId },
  ]),
  'document-decided': [
    { approved: true, reason: null },
    { approved: false, reason: 'The back is missing.' },
  ],
  outbid: [{ ...LOT, price: 850_000, nextBid: 860_000, closesAt: DUE_AT, bidAt: DUE_AT - 60_000 }],
  'ending-soon': [{ ...LOT, closesAt: DUE_AT }],
  won: [{ ...LOT, hammer: 850_000 }],
  lost: [
    { ...LOT, hammer: 850_000 },
    { ...LOT, hammer: null },
  ],
  'reserve-talk': (['closed', 'countered', 'offered', 'declined', 'freed', 'agreed', 'lapsed'] as const).flatMap(
    (what) =>
      (['house', 'bidder'] as const).map((side) => ({
        ...LOT,
        what,
        by: side === 'house' ? ('bidder' as const) : ('house' as const),
        side,
        amount: 800_000,
        answerBy: DUE_AT,
      })),
  ),
  'sale-voided': [
    { ...LOT, reason: 'The title was wrong.', defaulted: false },
    { ...LOT, reason: 'Not paid.', defaulted: true },
  ],
  'sale-message': [{ auctionId: LOT.lotId, title: 'Saturday auction', says: 'We start in five minutes.' }],
  'parked-bid': [{ ...LOT, says: 'It joined in.' }],
  'question-answered': [{ lotId: LOT.lotId, lotNumber: 1040, title: LOT.title, question: 'Two keys?', answer: 'Two.' }],
  invoice: [
    { ...INVOICE, total: 991_872, dueAt: DUE_AT },
    { ...INVOICE, total: 991_872, dueAt: DUE_AT, reminder: true },
  ],
  'invoice-overdue': [{ ...INVOICE, owed: 991_872, lateFee: 5000, dueAt: DUE_AT }],
  'invoice-paid': [{ ...INVOICE, total: 991_872 }],
  'ticket-reply': [{ reference: 'T-1', link: '/message-status?reference=T-1' }],
  'saved-search': [{ name: 'Wagons', count: 2, link: '/?q=wagon', titles: ['2018 Volvo V60'], stop: '/?stop=token' }],
}
