import { t, translated } from '#server/platform/language/text.ts'
import type { Notices } from '#server/platform/notices.ts'
import { named } from './lot-words.ts'
import { type Say, words } from './notice-words.ts'
import { money, moment } from './text.ts'

const reserveText = (reserve: number | null, currency: string) =>
  reserve === null ? t`no reserve` : money(reserve, currency)

const openLot = (lotId: string) => ({ label: t`Open your lot`, path: `/selling/${lotId}` })

/** The texts of notices to sellers, and of those to staff about them. */
export const SELLER_WORDS = {
  'seller-negotiation': (facts, timeZone) => {
    const { currency, amount, answerBy, lotId } = facts
    const price = amount === null ? t`the amount` : money(amount, currency)
    const { title, body } = stepWords(facts, price)
    return words(title, body, {
      facts: [
        ...(amount === null ? [] : [[t`Amount`, price] as [string, string]]),
        ...(answerBy === null ? [] : [[t`Answer by`, moment(answerBy, timeZone)] as [string, string]]),
      ],
      action: openLot(lotId),
    })
  },
  'reserve-requested': (facts) =>
    words(
      t`${{ seller: facts.seller }} asks for another reserve`,
      t`On ${{ lot: named(facts) }}: ${{ reserve: reserveText(facts.reserve, facts.currency) }}. Accept or refuse it before bidding opens.`,
      {
        more: facts.note === '' ? [] : [facts.note],
        action: { label: t`Open requests`, path: '/admin/reserve-requests?state=open' },
      },
    ),
  'reserve-decided': (facts) => {
    const reserve = reserveText(facts.reserve, facts.currency)
    return words(
      facts.accepted
        ? t`Your reserve was changed on ${{ lot: named(facts) }}`
        : t`Your reserve stays on ${{ lot: named(facts) }}`,
      facts.accepted ? t`It’s now ${{ reserve }}.` : t`We didn’t accept ${{ reserve }}.`,
      { more: [facts.reason], action: openLot(facts.lotId) },
    )
  },
  'seller-statement': ({ number, auction, currency, net }) =>
    words(
      t`Settlement statement ${{ number }}`,
      net >= 0
        ? t`For ${{ auction }}, you get ${{ net: money(net, currency) }}.`
        : t`For ${{ auction }}, you owe us ${{ money: money(-net, currency) }}. We take it off your next payout.`,
      {
        facts: [[net >= 0 ? t`Net` : t`You owe`, money(Math.abs(net), currency)]],
        action: { label: t`Open statements`, path: '/selling#statements' },
      },
    ),
  'seller-paid': ({ number, amount, currency, paysTo, statements }) =>
    words(t`We paid you ${{ amount: money(amount, currency) }}`, t`Payout ${{ number }} is on its way to you.`, {
      facts: [
        [t`Amount`, money(amount, currency)],
        [t`Paid to`, translated(paysTo)],
        [t`Statements`, statements],
      ],
      action: { label: t`Open statements`, path: '/selling#statements' },
    }),
} satisfies Partial<Say>

function stepWords(facts: Notices['seller-negotiation'], price: string): { title: string; body: string } {
  const lot = named(facts)
  switch (facts.what) {
    case 'closed':
      return {
        title: t`Reserve not met on ${{ lot }}`,
        body: t`The high bid is ${{ price }}. You can accept it, ask for more, or keep the vehicle.`,
      }
    case 'offered':
      return {
        title: t`An offer for ${{ lot }}`,
        body: t`The bidder offers ${{ price }}. You can accept it or ask for more.`,
      }
    case 'declined':
      return { title: t`Counteroffer declined on ${{ lot }}`, body: t`The bidder didn’t accept ${{ price }}.` }
    case 'freed':
      return {
        title: t`The high bidder is released on ${{ lot }}`,
        body: t`The time to accept the high bid is over. Both sides can still make offers.`,
      }
    case 'agreed':
      return { title: t`Sold: ${{ lot }}`, body: t`You and the bidder agreed on ${{ price }}.` }
    case 'countered':
      return { title: t`Counteroffer for ${{ lot }}`, body: t`The bidder is asked for ${{ price }}.` }
    case 'lapsed':
      return { title: t`Not sold: ${{ lot }}`, body: t`The negotiation ended without an agreement.` }
    default:
      return facts.what satisfies never
  }
}
