import type { Notices } from '#server/platform/notices.ts'
import { named } from './lot-words.ts'
import { type Say, words } from './notice-words.ts'
import { money, moment } from './text.ts'

type SellerKind = 'seller-negotiation' | 'reserve-requested' | 'reserve-decided' | 'seller-statement' | 'seller-paid'

const reserveText = (reserve: number | null, currency: string) =>
  reserve === null ? 'no reserve' : money(reserve, currency)

const openLot = (lotId: string) => ({ label: 'Open your lot', path: `/selling/${lotId}` })

/** The texts of notices to sellers, and of those to staff about them. */
export const SELLER_WORDS: Say<SellerKind> = {
  'seller-negotiation': (facts, timeZone) => {
    const { currency, amount, answerBy, lotId } = facts
    const price = amount === null ? 'the amount' : money(amount, currency)
    const { title, body } = stepWords(facts, price)
    return words(title, body, {
      facts: [
        ...(amount === null ? [] : [['Amount', price] as [string, string]]),
        ...(answerBy === null ? [] : [['Answer by', moment(answerBy, timeZone)] as [string, string]]),
      ],
      action: openLot(lotId),
    })
  },
  'reserve-requested': (facts) =>
    words(
      `${facts.seller} asks for another reserve`,
      `On ${named(facts)}: ${reserveText(facts.reserve, facts.currency)}. Accept or refuse it before bidding opens.`,
      {
        more: facts.note === '' ? [] : [facts.note],
        action: { label: 'Open requests', path: '/admin/reserve-requests?state=open' },
      },
    ),
  'reserve-decided': (facts) => {
    const reserve = reserveText(facts.reserve, facts.currency)
    return words(
      facts.accepted ? `Your reserve was changed on ${named(facts)}` : `Your reserve stays on ${named(facts)}`,
      facts.accepted ? `It’s now ${reserve}.` : `We didn’t accept ${reserve}.`,
      { more: [facts.reason], action: openLot(facts.lotId) },
    )
  },
  'seller-statement': ({ number, auction, currency, net }) =>
    words(
      `Settlement statement ${number}`,
      net >= 0
        ? `For ${auction}, you get ${money(net, currency)}.`
        : `For ${auction}, you owe us ${money(-net, currency)}. We take it off your next payout.`,
      {
        facts: [[net >= 0 ? 'Net' : 'You owe', money(Math.abs(net), currency)]],
        action: { label: 'Open statements', path: '/selling#statements' },
      },
    ),
  'seller-paid': ({ number, amount, currency, paysTo, statements }) =>
    words(`We paid you ${money(amount, currency)}`, `Payout ${number} is on its way to you.`, {
      facts: [
        ['Amount', money(amount, currency)],
        ['Paid to', paysTo],
        ['Statements', statements],
      ],
      action: { label: 'Open statements', path: '/selling#statements' },
    }),
}

function stepWords(facts: Notices['seller-negotiation'], price: string): { title: string; body: string } {
  const lot = named(facts)
  switch (facts.what) {
    case 'closed':
      return {
        title: `Reserve not met on ${lot}`,
        body: `The high bid is ${price}. You can accept it, ask for more, or keep the vehicle.`,
      }
    case 'offered':
      return { title: `An offer for ${lot}`, body: `The bidder offers ${price}. You can accept it or ask for more.` }
    case 'declined':
      return { title: `Counteroffer declined on ${lot}`, body: `The bidder didn’t accept ${price}.` }
    case 'freed':
      return {
        title: `The high bidder is released on ${lot}`,
        body: 'The time to accept the high bid is over. Both sides can still make offers.',
      }
    case 'agreed':
      return { title: `Sold: ${lot}`, body: `You and the bidder agreed on ${price}.` }
    case 'countered':
      return { title: `Counteroffer for ${lot}`, body: `The bidder is asked for ${price}.` }
    case 'lapsed':
      return { title: `Not sold: ${lot}`, body: 'The negotiation ended without an agreement.' }
    default:
      return facts.what satisfies never
  }
}
