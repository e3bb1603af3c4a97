import type { Notices } from '#server/platform/notice.ts'
import { money, moment } from './text.ts'
import type { Words } from './notice-words.ts'

type Facts = Notices['reserve-talk']
type Said = { title: string; body: string; more?: string[] }

/** What happened in the talk about a lot that closed below its reserve, for the side that did not do it. */
export function talkWords(facts: Facts): Words {
  const { lotNumber, title, currency, amount, answerBy, lotId, side } = facts
  const lot = `lot ${lotNumber}, ${title}`
  const price = amount === null ? 'the amount' : money(amount, currency)
  const said = (side === 'bidder' ? forBidder : forHouse)(facts, lot, price)
  return {
    title: said.title,
    body: said.body,
    more: said.more ?? [],
    facts: [
      ...(amount === null ? [] : [['Amount', price] as [string, string]]),
      ...(answerBy === null ? [] : [[ANSWER_BY[facts.what] ?? 'Answer by', moment(answerBy)] as [string, string]]),
    ],
    action:
      side === 'bidder'
        ? { label: 'Open the lot', path: `/lot/${lotNumber}` }
        : { label: 'Open the talk', path: `/admin/talks/${lotId}` },
    stop: null,
  }
}

const ANSWER_BY: Partial<Record<Facts['what'], string>> = { closed: 'Your bid binds you until', freed: 'Over at' }

function forBidder({ what, by }: Facts, lot: string, price: string): Said {
  switch (what) {
    case 'closed':
      return {
        title: `The reserve was not met on ${lot}`,
        body: `Yours is the highest bid, ${price}. The seller is asked whether it may be sold at that.`,
        more: [
          'If nobody says a word until then, you are free and so is your money. On the lot’s page you can do more.',
        ],
      }
    case 'countered':
      return {
        title: `Counter-offer for ${lot}`,
        body: `The seller would let it go at ${price}. You can accept it, decline it, or say nothing.`,
        more: ['Nothing is bought until you accept on the lot’s page; the total with fees and tax stands there.'],
      }
    case 'declined':
      return {
        title: `Your offer for ${lot}, was declined`,
        body: `${price} was not accepted. It binds you no longer.`,
      }
    case 'freed':
      return {
        title: `You are free of your bid on ${lot}`,
        body: 'It was not accepted in time and binds you no longer. You can still make an offer.',
      }
    case 'offered':
    case 'agreed':
    case 'lapsed':
      return {
        title: `No agreement about ${lot}`,
        body: by === 'house' ? 'The seller keeps the vehicle.' : 'The time for an agreement is over.',
        more: ['Nothing binds you on this lot.'],
      }
  }
}

function forHouse({ what }: Facts, lot: string, price: string): Said {
  switch (what) {
    case 'closed':
      return {
        title: `Below its reserve: ${lot}`,
        body: `The highest bid is ${price}. Accept it, or send a counter-offer.`,
      }
    case 'offered':
      return { title: `An offer for ${lot}`, body: `The high bidder offers ${price}.` }
    case 'agreed':
      return { title: `Sold by agreement: ${lot}`, body: `The bidder accepted ${price}. The invoice is on its way.` }
    case 'declined':
      return { title: `Counter-offer declined: ${lot}`, body: `The bidder does not want it at ${price}.` }
    case 'countered':
    case 'freed':
    case 'lapsed':
      return { title: `No agreement about ${lot}`, body: 'The lot is not sold.' }
  }
}
