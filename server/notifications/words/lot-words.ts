import { localeNow, plural, t, translated } from '#server/platform/language/text.ts'
import { dateWords } from '#contract/platform/days.ts'
import type { Notices } from '#server/platform/notices.ts'
import { moneyText as exactly } from '#server/platform/money-text.ts'
import { shorten } from '#contract/platform/shorten.ts'
import { words, type Say, type Words } from './notice-words.ts'
import { capital, money, moment, sentence, timeOfDay } from './text.ts'

type LotName = { lotNumber: number; title: string }

export const lotPath = ({ lotNumber }: LotName) => `/lot/${lotNumber}`
export const named = ({ lotNumber, title }: LotName) => t`lot ${{ lotNumber }}, ${{ title }}`

export const LOT_WORDS = {
  outbid: (facts, timeZone) => {
    const { price, nextBid, currency, closesAt, bidAt } = facts
    const next = money(nextBid, currency)
    return words(
      t`You’ve been outbid on ${{ lot: named(facts) }}`,
      t`The price is now ${{ price: money(price, currency) }}. Bid ${{ next }} to take the lead.`,
      {
        more: [t`The button opens the lot with that bid filled in. Nothing is placed until you press it there.`],
        facts: [
          [t`Current price`, money(price, currency)],
          [t`Next bid`, next],
          [t`Outbid at`, timeOfDay(bidAt, timeZone)],
          [t`Bidding closes`, closesAt === null ? t`after the lots before it` : moment(closesAt, timeZone)],
        ],
        action: { label: t`Bid ${{ next }}`, path: lotPath(facts) },
      },
    )
  },
  'ending-soon': (facts, timeZone) =>
    words(
      t`Ending soon: ${{ lot: named(facts) }}`,
      t`A lot you’re watching closes ${{ closesAt: moment(facts.closesAt, timeZone) }}.`,
      {
        more: [t`A bid in the last minutes extends the close, so everyone has time to respond.`],
        action: { label: t`Open lot`, path: lotPath(facts) },
      },
    ),
  won: wonWords,
  lost: lostWords,
  'bids-voided': (facts) => {
    const { price, currency } = facts
    const at = price === null ? '' : money(price, currency)
    const action = { label: t`Open lot`, path: lotPath(facts) }
    if (facts.reason === null)
      return words(
        t`You’re the high bidder on ${{ lot: named(facts) }}`,
        t`A higher bid no longer counts, so yours leads at ${{ at }}.`,
        { action },
      )
    return words(
      t`Your bid on ${{ lot: named(facts) }}, was voided`,
      t`It no longer counts. Reason: ${{ reason: sentence(translated(facts.reason)) }}`,
      { more: facts.leads ? [t`You’re still the high bidder, at ${{ at }}.`] : [], action },
    )
  },
  'sale-voided': (facts) =>
    words(
      t`Your purchase of ${{ lot: named(facts) }}, was undone`,
      `${facts.defaulted ? t`It wasn’t paid for in time.` : t`The sale was made by mistake.`} ${sentence(translated(facts.reason))}`,
      {
        more: [
          t`We’re canceling its invoice with a credit note. What you paid for it goes back the way you paid.`,
          ...(facts.defaulted ? [t`Late fees and storage charged so far are still due.`] : []),
        ],
        action: { label: t`View invoices`, path: '/invoices' },
      },
    ),
  'auction-message': ({ auctionId, title, says }) =>
    words(t`Message from the auctioneer of ${{ title }}`, sentence(says), {
      action: { label: t`Open auction`, path: `/auction/${auctionId}` },
    }),
  'facts-corrected': (facts, timeZone) =>
    words(
      t`Correction to ${{ lot: named(facts) }}`,
      t`${{ what: changedWords(facts) }} Reason: ${{ reason: sentence(facts.reason) }}`,
      {
        facts: facts.changes.map(({ name, before, after }): [string, string] => [
          translated(name),
          `${shortened(translated(before))} → ${shortened(translated(after))}`,
        ]),
        more: [
          ...(facts.bought === true ? [t`If you have questions about your purchase, contact our team.`] : []),
          ...(facts.withdrawUntil === null ? [] : [withdrawWords(moment(facts.withdrawUntil, timeZone))]),
        ],
        action: { label: t`Open lot`, path: lotPath(facts) },
      },
    ),
  'pending-bid': (facts) =>
    words(t`Your pending bid on ${{ lot: named(facts) }}`, sentence(translated(facts.says)), {
      action: { label: t`Open lot`, path: lotPath(facts) },
    }),
  'question-answered': (facts) =>
    words(t`We answered your question about ${{ lot: named(facts) }}`, facts.answer, {
      facts: [[t`You asked`, facts.question]],
      more: [t`Questions and answers are visible to bidders; your name isn’t.`],
      action: { label: t`Open lot`, path: `${lotPath(facts)}#questions` },
    }),
  'saved-search': ({ name, count, link, titles, stop }) =>
    words(
      t`${plural({ count }, { one: '# new match', other: '# new matches' })} for “${{ name }}”`,
      t`Your saved search found something new.`,
      {
        more: [`${titles.join('; ')}${count > titles.length ? t`; and more.` : '.'}`],
        action: { label: t`See matches`, path: link },
        stop: { label: t`Stop alerts for this search`, path: stop },
      },
    ),
} satisfies Partial<Say>

function changedWords({ bought }: Notices['facts-corrected']): string {
  return bought === true ? t`We corrected facts of a vehicle you bought.` : t`Facts of this lot changed.`
}

function withdrawWords(until: string): string {
  return t`You’re the high bidder. You can withdraw your bid on the lot page until ${{ until }} or until the lot closes, whichever is first. If you bid again, you accept the corrected facts.`
}

const SHORT = 200

function shortened(text: string): string {
  return text.length <= SHORT ? text : `${shorten(text, SHORT - 1)}…`
}

function wonWords(facts: Notices['won']): Words {
  const { hammer, currency, invoice } = facts
  const price: [string, string] = [t`Winning price`, money(hammer, currency)]
  const body = t`${{ sold: soldBy(facts) }}, and it’s yours.`
  if (invoice === null)
    return words(t`You won ${{ lot: named(facts) }}`, body, {
      more: [t`Your invoice is on its way.`],
      facts: [price],
      action: { label: t`View invoices`, path: '/invoices' },
    })
  const total = exactly(invoice.total, currency)
  return words(
    t`You won ${{ lot: named(facts) }}`,
    t`${{ body }} Pay ${{ total }} by ${{ dueOn: dateWords(invoice.dueOn, localeNow()) }}.`,
    {
      more: [t`You can pick it up as soon as it’s paid. The invoice lists every line, as you saw it before you bid.`],
      facts: [
        price,
        [t`Total with fees and tax`, total],
        [t`Due by`, dateWords(invoice.dueOn, localeNow())],
        [t`Invoice`, invoice.number],
        [t`Pick up at`, invoice.pickup],
      ],
      action: { label: t`Pay ${{ total }}`, path: `/invoices?invoice=${invoice.id}` },
    },
  )
}

function soldBy({ by, hammer, currency }: Notices['won']): string {
  const price = money(hammer, currency)
  if (by === 'approved') return t`The seller accepted your bid of ${{ price }}`
  return by === 'agreed' ? t`You agreed on ${{ price }}` : t`It sold for ${{ price }}`
}

function lostWords(facts: Notices['lost']): Words {
  switch (facts.outcome) {
    case 'sold':
      return words(
        t`${{ lot: capital(named(facts)) }}, went to another bidder`,
        t`It sold for ${{ hammer: money(facts.hammer, facts.currency) }}. You owe nothing for this lot.`,
        { action: { label: t`See upcoming auctions`, path: '/calendar' } },
      )
    case 'not-sold':
      return words(t`${{ lot: capital(named(facts)) }}, didn’t sell`, t`Bidding is over and your bid is released.`, {
        action: { label: t`Open lot`, path: lotPath(facts) },
      })
    case 'withdrawn':
      return words(
        t`${{ lot: capital(named(facts)) }}, was withdrawn`,
        t`We took the lot out of the auction, so bidding ended without a sale. Your bid is released.`,
        { action: { label: t`See upcoming auctions`, path: '/calendar' } },
      )
  }
}
