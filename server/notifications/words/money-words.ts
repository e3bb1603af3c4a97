import { dateWords } from '#contract/platform/days.ts'
import type { Notices } from '#server/platform/notices.ts'
import { moneyText as exactly } from '#server/platform/money-text.ts'
import { words, type Say, type Words } from './notice-words.ts'
import { moment, sentence } from './text.ts'

type MoneyKind =
  | 'fee-receipt'
  | 'refund-sent'
  | 'payment-news'
  | 'invoice'
  | 'invoice-overdue'
  | 'invoice-paid'
  | 'payment-received'
  | 'credit-note'
  | 'credit'

const invoicePath = (invoiceId: string) => `/invoices?invoice=${invoiceId}`

export const MONEY_WORDS: Say<MoneyKind> = {
  'fee-receipt': ({ amount, currency, paymentId }) =>
    words('Receipt for your membership fee', `We received ${exactly(amount, currency)}. You’re a member now.`, {
      more: ['Next, we verify your identity. Then you can bid.'],
      facts: [
        ['Membership fee', exactly(amount, currency)],
        ['Payment', paymentId],
      ],
      action: { label: 'Verify your identity', path: '/verification' },
    }),
  'refund-sent': ({ amount, currency, what, reason, invoiceId, membershipEnded }) => {
    const sum = exactly(amount, currency)
    return words(`We refunded ${sum}`, `${sum} for “${what}” is on its way back to you.`, {
      more: [
        sentence(reason),
        'It goes back the way you paid. Depending on your bank, it can take a few days to arrive.',
        ...(membershipEnded ? ['Your membership has ended. You can pay the fee again at any time.'] : []),
      ],
      facts: [
        ['For', what],
        ['Refund', sum],
      ],
      action: invoiceId === null ? null : { label: 'View invoice', path: invoicePath(invoiceId) },
    })
  },
  'payment-news': paymentNews,
  invoice: ({ invoiceId, number, total, currency, reminder = false, ...due }, timeZone) =>
    words(
      `Invoice ${number}${reminder ? ' is due soon' : ''}`,
      `${exactly(total, currency)} is due by ${dueText(due, timeZone)}.`,
      {
        more: ['The invoice lists every line, and we never charge more than it says.'],
        facts: [
          ['Invoice', number],
          [reminder ? 'Balance due' : 'Total', exactly(total, currency)],
          ['Due by', dueText(due, timeZone)],
        ],
        action: { label: 'View and pay invoice', path: invoicePath(invoiceId) },
      },
    ),
  'invoice-overdue': ({ invoiceId, number, owed, lateFee, currency, ...due }, timeZone) =>
    words(
      `Invoice ${number} is overdue`,
      `${exactly(owed, currency)} was due on ${dueText(due, timeZone)} and hasn’t been paid.`,
      {
        more: ['If you’ve already paid, thank you. A bank transfer can take a day or two to reach us.'],
        facts: [
          ['Invoice', number],
          ['Balance due', exactly(owed, currency)],
          ...(lateFee === 0 ? [] : [['Late fee', exactly(lateFee, currency)] as [string, string]]),
        ],
        action: { label: 'Pay invoice', path: invoicePath(invoiceId) },
      },
    ),
  'invoice-paid': ({ invoiceId, number, total, currency }) =>
    words(`Invoice ${number} is paid`, `We received ${exactly(total, currency)} in full. Thank you.`, {
      action: { label: 'View invoice', path: invoicePath(invoiceId) },
    }),
  'payment-received': ({ invoiceId, number, amount, owed, currency, ...due }, timeZone) =>
    words(
      `We received ${exactly(amount, currency)} for invoice ${number}`,
      `Thank you. ${exactly(owed, currency)} is still due by ${dueText(due, timeZone)}.`,
      {
        facts: [
          ['Invoice', number],
          ['Received', exactly(amount, currency)],
          ['Balance due', exactly(owed, currency)],
          ['Due by', dueText(due, timeZone)],
        ],
        action: { label: 'Pay the balance', path: invoicePath(invoiceId) },
      },
    ),
  credit: ({ amount, currency, why, owedAgain = 0 }) => {
    const sum = exactly(amount, currency)
    if (why === 'referral') return rewardWords(sum)
    if (why !== undefined) return reversedWords(why, sum, owedAgain === 0 ? null : exactly(owedAgain, currency))
    return words(`You have ${sum} of credit`, `Your bank transfer was ${sum} more than you owed.`, {
      more: ['We use it for your next invoice. If you want it back instead, ask for it on your invoices page.'],
      facts: [['Credit', sum]],
      action: { label: 'See your credit', path: '/invoices' },
    })
  },
  'credit-note': ({ invoiceId, number, creditNote, total, owed, refund, toCredit = 0, cancelled, reason, currency }) =>
    words(
      cancelled ? `Invoice ${number} is canceled` : `Credit note ${creditNote} for invoice ${number}`,
      cancelled
        ? `We canceled the invoice with credit note ${creditNote}. You owe nothing for it.`
        : `We took ${exactly(total, currency)} off the invoice.`,
      {
        more: [sentence(reason)],
        facts: [
          ['Credit note', creditNote],
          ['Credit', exactly(total, currency)],
          ...(refund === 0 ? [] : [['To be refunded', exactly(refund, currency)] as [string, string]]),
          ...(toCredit === 0 ? [] : [['Returned to your credit', exactly(toCredit, currency)] as [string, string]]),
          ...(cancelled ? [] : [['Balance due', exactly(owed, currency)] as [string, string]]),
        ],
        action: { label: 'View invoice', path: invoicePath(invoiceId) },
      },
    ),
}

function rewardWords(sum: string): Words {
  return words(`You earned ${sum} of credit`, `Someone you referred joined, and your reward of ${sum} is ready.`, {
    more: ['We apply it to your next invoice automatically.'],
    facts: [['Credit', sum]],
    action: { label: 'See your referrals', path: '/referral-program' },
  })
}

/** `owedAgain`: the part that had paid invoices; null: none of it was used. */
function reversedWords(why: 'reversed' | 'fee-refunded', sum: string, owedAgain: string | null): Words {
  const lead =
    why === 'reversed'
      ? `A referral reward of ${sum} didn’t meet the rules of the program.`
      : `The membership fee behind a referral reward of ${sum} was refunded, so we took the reward back.`
  return words('We reversed a referral reward', lead, {
    more: [
      owedAgain === null
        ? 'We took it off your credit.'
        : `${owedAgain} of it had paid an invoice. That amount is due again.`,
      'If you think this is wrong, contact us and we’ll check it.',
    ],
    facts: [['Reward', sum]],
    action:
      owedAgain === null ? { label: 'Contact us', path: '/contact' } : { label: 'See what’s due', path: '/invoices' },
  })
}

function paymentNews({ news, amount, currency, what, invoiceId }: Notices['payment-news']): Words {
  const sum = exactly(amount, currency)
  const path = invoiceId === null ? '/payment' : invoicePath(invoiceId)
  const facts: Words['facts'] = [
    ['For', what],
    ['Amount', sum],
  ]
  switch (news) {
    case 'failed':
      return words('Your payment didn’t go through', `Your bank didn’t complete the payment of ${sum}.`, {
        more: ['You weren’t charged, and the amount is still due.'],
        facts,
        action: { label: 'Pay another way', path },
      })
    case 'undone':
      return words(
        'We corrected a payment',
        `We counted a bank transfer of ${sum} as yours by mistake and took it off.`,
        {
          more: ['What it had paid is due again. If you did send this transfer, contact us and we’ll check it.'],
          facts,
          action: { label: 'See what’s due', path },
        },
      )
    case 'disputed':
      return words('Your bank is reviewing a payment', `Your bank is holding ${sum} that you paid us.`, {
        more: [
          'You or your bank disputed the payment. Nothing changes for you until the bank decides, and we keep any vehicle it paid for until then.',
          'If you didn’t mean to dispute it, tell your bank. That closes the case.',
        ],
        facts,
        action: { label: 'See the payment', path },
      })
    case 'dispute-won':
      return words('Your payment stands', `Your bank decided that the payment of ${sum} was correct.`, { facts })
    case 'dispute-lost':
      return words('Your bank reversed a payment', `Your bank returned ${sum} to you.`, {
        more: [
          invoiceId === null
            ? 'Your membership ends with the fee. You can pay it again at any time.'
            : 'The invoice is due again, without an extra fee.',
        ],
        facts,
        action: { label: invoiceId === null ? 'See the membership fee' : 'View and pay invoice', path },
      })
  }
}

function dueText({ dueOn, dueAt }: { dueOn?: string; dueAt: number }, timeZone: string): string {
  return dueOn === undefined ? moment(dueAt, timeZone) : dateWords(dueOn)
}
