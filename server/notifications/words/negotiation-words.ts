import type { Notices } from '#server/platform/notices.ts'
import { lotPath, named } from './lot-words.ts'
import { words, type Words } from './notice-words.ts'
import { money, moment } from './text.ts'

type Facts = Notices['reserve-negotiation']
type Said = { title: string; body: string; more?: string[] }

/** A step of the negotiation after a close below the reserve, for the side that did not take it. */
export function negotiationWords(facts: Facts, timeZone: string): Words {
  const { currency, amount, answerBy, lotId, side } = facts
  const price = amount === null ? 'the amount' : money(amount, currency)
  const { title, body, more = [] } = (side === 'bidder' ? forBidder : forStaff)(facts, named(facts), price)
  return words(title, body, {
    more,
    facts: [
      ...(amount === null ? [] : [['Amount', price] as [string, string]]),
      ...(answerBy === null
        ? []
        : [[ANSWER_BY[facts.what] ?? 'Answer by', moment(answerBy, timeZone)] as [string, string]]),
    ],
    action:
      side === 'bidder'
        ? { label: 'Open lot', path: lotPath(facts) }
        : { label: 'Open negotiation', path: `/admin/negotiations/${lotId}` },
  })
}

const ANSWER_BY: Partial<Record<Facts['what'], string>> = { closed: 'Your bid is binding until', freed: 'Ends at' }

function forBidder({ what, by }: Facts, lot: string, price: string): Said {
  switch (what) {
    case 'closed':
      return {
        title: `The reserve wasn’t met on ${lot}`,
        body: `You’re the high bidder at ${price}. We’re asking the seller whether to accept it.`,
        more: ['If no one responds by then, your bid is released. You can also make an offer on the lot’s page.'],
      }
    case 'countered':
      return {
        title: `Counteroffer for ${lot}`,
        body: `The seller would accept ${price}. You can accept it, decline it, or let it expire.`,
        more: ['You buy nothing until you accept on the lot’s page, where you see the total with fees and tax.'],
      }
    case 'declined':
      return {
        title: `Your offer for ${lot}, was declined`,
        body: `The seller didn’t accept ${price}. Your offer is released.`,
      }
    case 'freed':
      return {
        title: `Your bid on ${lot}, is released`,
        body: 'The seller didn’t accept it in time. You can still make an offer.',
      }
    case 'offered':
    case 'agreed':
    case 'lapsed':
      return {
        title: `No agreement on ${lot}`,
        body: by === 'company' ? 'The seller is keeping the vehicle.' : 'The time to reach an agreement is over.',
        more: ['Your bid on this lot is released.'],
      }
  }
}

function forStaff({ what }: Facts, lot: string, price: string): Said {
  switch (what) {
    case 'closed':
      return {
        title: `Reserve not met: ${lot}`,
        body: `The highest bid is ${price}. Accept it, or send a counteroffer.`,
      }
    case 'offered':
      return { title: `New offer for ${lot}`, body: `The high bidder offers ${price}.` }
    case 'agreed':
      return { title: `Sold by agreement: ${lot}`, body: `The bidder accepted ${price}. The invoice is on its way.` }
    case 'declined':
      return { title: `Counteroffer declined: ${lot}`, body: `The bidder declined ${price}.` }
    case 'countered':
    case 'freed':
    case 'lapsed':
      return { title: `No agreement on ${lot}`, body: 'The lot is not sold.' }
  }
}
