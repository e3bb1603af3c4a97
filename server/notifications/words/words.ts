import type { NoticeKind, Notices } from '#server/platform/notice.ts'
import { moneyText as exactly } from '#server/platform/money-text.ts'
import type { Words } from './notice-words.ts'
import { talkWords } from './talk-words.ts'
import { dayText, money, moment, timeOfDay } from './text.ts'

type Say = { [K in NoticeKind]: (facts: Notices[K]) => Words }

type LotName = { lotNumber: number; title: string }

const lotPath = ({ lotNumber }: LotName) => `/lot/${lotNumber}`
const named = ({ lotNumber, title }: LotName) => `lot ${lotNumber}, ${title}`

function words(title: string, body: string, rest: Partial<Omit<Words, 'title' | 'body'>> = {}): Words {
  return { title, body, more: [], facts: [], action: null, stop: null, ...rest }
}

const SAY: Say = {
  'email-confirmation': ({ link }) =>
    words('Confirm your email address', 'Please confirm that this address is yours.', {
      more: ['If you did not register with us, do nothing: without this confirmation the address is not used.'],
      action: { label: 'Confirm the address', path: link },
    }),
  'password-reset': ({ link }) =>
    words('Choose a new password', 'Somebody, probably you, asked for a new password for your account.', {
      more: [
        'The link works once and for a short time. When the new password is set, all sessions of the account end.',
        'If it was not you, do nothing: your password stays as it is.',
      ],
      action: { label: 'Choose a new password', path: link },
    }),
  'account-security': ({ what }) =>
    words('A change to the security of your account', what, {
      more: [
        'If it was you, there is nothing to do. If it was not, choose a new password now and write to us: nobody at the house ever asks for your password.',
      ],
      action: { label: 'Look at your account', path: '/profile' },
    }),
  'fee-receipt': ({ amount, currency, paymentId }) =>
    words('Receipt for your membership fee', `We received ${exactly(amount, currency)}. You are a member now.`, {
      more: ['The next step is the check of your identity; after it you can bid.'],
      facts: [
        ['Membership fee', exactly(amount, currency)],
        ['Payment', paymentId],
      ],
      action: { label: 'Go on to the identity check', path: '/verification' },
    }),
  'fee-refunded': ({ amount, currency, reason }) =>
    words('Your membership fee was paid back', `We paid back ${exactly(amount, currency)}. ${sentence(reason)}`, {
      more: ['It goes the way it came. Depending on your bank it takes some days to arrive.'],
      facts: [['Paid back', exactly(amount, currency)]],
    }),
  'payment-news': ({ news, amount, currency, what, invoiceId }) => {
    const sum = exactly(amount, currency)
    const path = invoiceId === null ? '/payment' : `/invoices?invoice=${invoiceId}`
    const facts: Words['facts'] = [
      ['For', what],
      ['Amount', sum],
    ]
    switch (news) {
      case 'failed':
        return words('Your payment did not go through', `The bank did not carry out the payment of ${sum}.`, {
          more: ['Nothing was charged, and what you wanted to pay is still open.'],
          facts,
          action: { label: 'Pay another way', path },
        })
      case 'disputed':
        return words('Your bank asks us about a payment', `Your bank holds back ${sum} that you paid us.`, {
          more: [
            'You or your bank disputed the payment. Until the bank has decided nothing changes for you, and a vehicle that it paid for stays with us.',
            'If you did not mean to dispute it, tell your bank: that ends it.',
          ],
          facts,
          action: { label: 'See the payment', path },
        })
      case 'dispute-won':
        return words('Your payment stands', `Your bank decided that the payment of ${sum} was right.`, { facts })
      case 'dispute-lost':
        return words('Your bank took a payment back', `Your bank gave ${sum} back to you.`, {
          more: [
            invoiceId === null
              ? 'With the fee your membership ends. You may pay the fee again.'
              : 'The invoice is open again, without any fee for that.',
          ],
          facts,
          action: { label: invoiceId === null ? 'See the membership fee' : 'See and pay the invoice', path },
        })
    }
  },
  'document-decided': ({ approved, reason }) =>
    approved
      ? words('Your identity is verified', 'Your document was checked and everything is in order. You can bid now.', {
          action: { label: 'See the sales', path: '/calendar' },
        })
      : words(
          'Your document could not be accepted',
          reason === null ? 'Please send it once more.' : `The reason: ${sentence(reason)}`,
          {
            more: ['You can send a document again at once. It is looked at by a person, as the first was.'],
            action: { label: 'Send a document again', path: '/verification' },
          },
        ),
  outbid: (facts) => {
    const { price, nextBid, currency, closesAt, bidAt } = facts
    return words(
      `You are outbid on ${named(facts)}`,
      `The price is ${money(price, currency)} now. ${money(nextBid, currency)} puts you back in.`,
      {
        more: [
          'The button opens the lot with the next bid filled in. Nothing is bid until you press the button there.',
        ],
        facts: [
          ['Price now', money(price, currency)],
          ['Next bid', money(nextBid, currency)],
          ['Outbid at', timeOfDay(bidAt)],
          ['Bidding ends', closesAt === null ? 'after the lots before it' : moment(closesAt)],
        ],
        action: { label: `Answer with ${money(nextBid, currency)}`, path: lotPath(facts) },
      },
    )
  },
  'ending-soon': (facts) =>
    words(`Ending soon: ${named(facts)}`, `A lot you watch ends at ${moment(facts.closesAt)}.`, {
      more: ['A bid in the last minutes moves the end, so that everybody can answer.'],
      action: { label: 'Open the lot', path: lotPath(facts) },
    }),
  won: (facts) =>
    words(`You bought ${named(facts)}`, `${soldBy(facts)}, and it is yours.`, {
      more: ['Your invoice follows in a moment, with the buyer’s premium, fees and tax you saw before you bid.'],
      facts: [['Hammer price', money(facts.hammer, facts.currency)]],
      action: { label: 'See your invoices', path: '/invoices' },
    }),
  lost: (facts) =>
    facts.hammer === null
      ? words(
          `${capital(named(facts))}, was not sold`,
          'Bidding is over and nobody bought it. Your bid binds you no longer.',
          {
            action: { label: 'See the lot', path: lotPath(facts) },
          },
        )
      : words(
          `${capital(named(facts))}, went to another bidder`,
          `The hammer fell at ${money(facts.hammer, facts.currency)}. You owe nothing for this lot.`,
          { action: { label: 'See the next sales', path: '/calendar' } },
        ),
  'reserve-talk': talkWords,
  'sale-voided': (facts) =>
    words(
      `The sale of ${named(facts)}, to you is undone`,
      `${facts.defaulted ? 'It was not paid for in time.' : 'It should not have been made.'} The reason: ${sentence(facts.reason)}`,
      {
        more: ['Its invoice is cancelled by a credit note. What you paid for it goes back the way it came.'],
        action: { label: 'See your invoices', path: '/invoices' },
      },
    ),
  'parked-bid': (facts) =>
    words(`Your parked bid on ${named(facts)}`, sentence(facts.says), {
      action: { label: 'Open the lot', path: lotPath(facts) },
    }),
  'question-answered': (facts) =>
    words(`Your question about ${named(facts)}, is answered`, facts.answer, {
      facts: [['You asked', facts.question]],
      more: ['Everybody who may see the lot can read question and answer there; who asked is not shown.'],
      action: { label: 'Open the lot', path: `${lotPath(facts)}#questions` },
    }),
  'sale-message': ({ auctionId, title, says }) =>
    words(`From the auctioneer of ${title}`, sentence(says), {
      action: { label: 'Open the sale', path: `/auction/${auctionId}` },
    }),
  invoice: ({ number, total, currency, reminder = false, ...due }) =>
    words(
      `Invoice ${number}${reminder ? ' is due soon' : ''}`,
      `${exactly(total, currency)} is due by ${dueText(due)}.`,
      {
        more: ['The invoice shows every line. Nothing can be charged but what it announces.'],
        facts: [
          ['Invoice', number],
          [reminder ? 'Left to pay' : 'Total', exactly(total, currency)],
          ['Due by', dueText(due)],
        ],
        action: { label: 'See and pay the invoice', path: '/invoices' },
      },
    ),
  'invoice-overdue': ({ number, owed, lateFee, currency, ...due }) =>
    words(`Invoice ${number} is overdue`, `${exactly(owed, currency)} was due on ${dueText(due)} and is still open.`, {
      more: ['If you have paid in the meantime, thank you; a transfer may take a day or two to reach us.'],
      facts: [
        ['Invoice', number],
        ['Open', exactly(owed, currency)],
        ...row('Late fee', lateFee === 0 ? null : exactly(lateFee, currency)),
      ],
      action: { label: 'Pay the invoice', path: '/invoices' },
    }),
  'invoice-paid': ({ number, total, currency }) =>
    words(`Invoice ${number} is paid`, `We received ${exactly(total, currency)} in full. Thank you.`, {
      action: { label: 'See your invoices', path: '/invoices' },
    }),
  'ticket-reply': ({ reference, link }) =>
    words(`An answer to your message ${reference}`, 'We answered your message.', {
      action: { label: 'Read the answer', path: link },
    }),
  'saved-search': ({ name, count, link, titles, stop }) =>
    words(
      count === 1 ? `One new lot for “${name}”` : `${count} new lots for “${name}”`,
      'Your saved search found something new.',
      {
        more: [
          `${titles.join('; ')}${count > titles.length ? '; and more.' : '.'}`,
          'You saved this search and asked to be told.',
        ],
        action: { label: 'See what was found', path: link },
        stop: { label: 'Stop the alerts of this search', path: stop },
      },
    ),
}

/** What a notice says. Links that are not paths on our origin are left out. */
export function wordsOf<K extends NoticeKind>(kind: K, facts: Notices[K]): Words {
  const said = SAY[kind](facts)
  return { ...said, action: said.action !== null && isOurPath(said.action.path) ? said.action : null }
}

export function isOurPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}

function soldBy({ by, hammer, currency }: Notices['won']): string {
  const price = money(hammer, currency)
  if (by === 'approved') return `The seller accepted your bid of ${price}`
  return by === 'agreed' ? `It was agreed at ${price}` : `The hammer fell at ${price}`
}

function dueText({ dueOn, dueAt }: { dueOn?: string; dueAt: number }): string {
  return dueOn === undefined ? moment(dueAt) : dayText(dueOn)
}

function row(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** As a sentence with an end. */
function sentence(text: string): string {
  const trimmed = capital(text.trim())
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
