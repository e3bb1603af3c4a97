import { dateWords } from '#contract/platform/days.ts'
import type { Notices } from '#server/platform/notices.ts'
import { moneyText as exactly } from '#server/platform/money-text.ts'
import { words, type Say, type Words } from './notice-words.ts'
import { capital, money, moment, sentence, timeOfDay } from './text.ts'

type LotKind =
  | 'outbid'
  | 'ending-soon'
  | 'won'
  | 'lost'
  | 'sale-voided'
  | 'auction-message'
  | 'facts-corrected'
  | 'pending-bid'
  | 'question-answered'
  | 'saved-search'

type LotName = { lotNumber: number; title: string }

export const lotPath = ({ lotNumber }: LotName) => `/lot/${lotNumber}`
export const named = ({ lotNumber, title }: LotName) => `lot ${lotNumber}, ${title}`

export const LOT_WORDS: Say<LotKind> = {
  outbid: (facts, timeZone) => {
    const { price, nextBid, currency, closesAt, bidAt } = facts
    const next = money(nextBid, currency)
    return words(
      `You’ve been outbid on ${named(facts)}`,
      `The price is now ${money(price, currency)}. Bid ${next} to take the lead.`,
      {
        more: ['The button opens the lot with that bid filled in. Nothing is placed until you press it there.'],
        facts: [
          ['Current price', money(price, currency)],
          ['Next bid', next],
          ['Outbid at', timeOfDay(bidAt, timeZone)],
          ['Bidding closes', closesAt === null ? 'after the lots before it' : moment(closesAt, timeZone)],
        ],
        action: { label: `Bid ${next}`, path: lotPath(facts) },
      },
    )
  },
  'ending-soon': (facts, timeZone) =>
    words(`Ending soon: ${named(facts)}`, `A lot you’re watching closes ${moment(facts.closesAt, timeZone)}.`, {
      more: ['A bid in the last minutes extends the close, so everyone has time to respond.'],
      action: { label: 'Open lot', path: lotPath(facts) },
    }),
  won: wonWords,
  lost: lostWords,
  'sale-voided': (facts) =>
    words(
      `Your purchase of ${named(facts)}, was undone`,
      `${facts.defaulted ? 'It wasn’t paid for in time.' : 'The auction should not have been made.'} ${sentence(facts.reason)}`,
      {
        more: ['We’re canceling its invoice with a credit note. What you paid for it goes back the way you paid.'],
        action: { label: 'View invoices', path: '/invoices' },
      },
    ),
  'auction-message': ({ auctionId, title, says }) =>
    words(`Message from the auctioneer of ${title}`, sentence(says), {
      action: { label: 'Open auction', path: `/auction/${auctionId}` },
    }),
  'facts-corrected': (facts, timeZone) =>
    words(`Correction to ${named(facts)}`, `${changedWords(facts)} Reason: ${sentence(facts.reason)}`, {
      facts: facts.changes.map(({ name, before, after }): [string, string] => [
        name,
        `${shortened(before)} → ${shortened(after)}`,
      ]),
      more: [
        ...(facts.bought === true ? ['If you have questions about your purchase, contact our team.'] : []),
        ...(facts.withdrawUntil === null ? [] : [withdrawWords(moment(facts.withdrawUntil, timeZone))]),
      ],
      action: { label: 'Open lot', path: lotPath(facts) },
    }),
  'pending-bid': (facts) =>
    words(`Your pending bid on ${named(facts)}`, sentence(facts.says), {
      action: { label: 'Open lot', path: lotPath(facts) },
    }),
  'question-answered': (facts) =>
    words(`We answered your question about ${named(facts)}`, facts.answer, {
      facts: [['You asked', facts.question]],
      more: ['Questions and answers are visible to bidders; your name isn’t.'],
      action: { label: 'Open lot', path: `${lotPath(facts)}#questions` },
    }),
  'saved-search': ({ name, count, link, titles, stop }) =>
    words(
      count === 1 ? `1 new match for “${name}”` : `${count} new matches for “${name}”`,
      'Your saved search found something new.',
      {
        more: [`${titles.join('; ')}${count > titles.length ? '; and more.' : '.'}`],
        action: { label: 'See matches', path: link },
        stop: { label: 'Stop alerts for this search', path: stop },
      },
    ),
}

function changedWords({ bought }: Notices['facts-corrected']): string {
  return bought === true ? 'We corrected facts of a vehicle you bought.' : 'Facts of this lot changed.'
}

function withdrawWords(until: string): string {
  return `You’re the high bidder. You can withdraw your bid on the lot page until ${until} or until the lot closes, whichever is first. If you bid again, you accept the corrected facts.`
}

const SHORT = 200

function shortened(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1)}…`
}

function wonWords(facts: Notices['won']): Words {
  const { hammer, currency, invoice } = facts
  const price: [string, string] = ['Winning price', money(hammer, currency)]
  const body = `${soldBy(facts)}, and it’s yours.`
  if (invoice === null)
    return words(`You won ${named(facts)}`, body, {
      more: ['Your invoice is on its way.'],
      facts: [price],
      action: { label: 'View invoices', path: '/invoices' },
    })
  const total = exactly(invoice.total, currency)
  return words(`You won ${named(facts)}`, `${body} Pay ${total} by ${dateWords(invoice.dueOn)}.`, {
    more: ['You can pick it up as soon as it’s paid. The invoice lists every line, as you saw it before you bid.'],
    facts: [
      price,
      ['Total with fees and tax', total],
      ['Due by', dateWords(invoice.dueOn)],
      ['Invoice', invoice.number],
      ['Pickup', invoice.pickup],
    ],
    action: { label: `Pay ${total}`, path: `/invoices?invoice=${invoice.id}` },
  })
}

function soldBy({ by, hammer, currency }: Notices['won']): string {
  const price = money(hammer, currency)
  if (by === 'approved') return `The seller accepted your bid of ${price}`
  return by === 'agreed' ? `You agreed on ${price}` : `It sold for ${price}`
}

function lostWords(facts: Notices['lost']): Words {
  switch (facts.outcome) {
    case 'sold':
      return words(
        `${capital(named(facts))}, went to another bidder`,
        `It sold for ${money(facts.hammer, facts.currency)}. You owe nothing for this lot.`,
        { action: { label: 'See upcoming auctions', path: '/calendar' } },
      )
    case 'not-sold':
      return words(`${capital(named(facts))}, didn’t sell`, 'Bidding is over and your bid is released.', {
        action: { label: 'Open lot', path: lotPath(facts) },
      })
    case 'withdrawn':
      return words(
        `${capital(named(facts))}, was withdrawn`,
        'We took the lot out of the auction, so bidding ended without a sale. Your bid is released.',
        { action: { label: 'See upcoming auctions', path: '/calendar' } },
      )
  }
}
