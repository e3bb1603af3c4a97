import { t } from '#server/platform/language/text.ts'
import type { Notices } from '#server/platform/notices.ts'
import { lotPath, named } from './lot-words.ts'
import { words, type Words } from './notice-words.ts'
import { money, moment } from './text.ts'

type Facts = Notices['reserve-negotiation']
type Said = { title: string; body: string; more?: string[] }

/** A step of the negotiation after a close below the reserve, for the side that did not take it. */
export function negotiationWords(facts: Facts, timeZone: string): Words {
  const { currency, amount, answerBy, lotId, side } = facts
  const price = amount === null ? t`the amount` : money(amount, currency)
  const { title, body, more = [] } = (side === 'bidder' ? forBidder : forStaff)(facts, named(facts), price)
  return words(title, body, {
    more,
    facts: [
      ...(amount === null ? [] : [[t`Amount`, price] as [string, string]]),
      ...(answerBy === null ? [] : [[untilWhen(facts), moment(answerBy, timeZone)] as [string, string]]),
    ],
    action:
      side === 'bidder'
        ? { label: t`Open lot`, path: lotPath(facts) }
        : { label: t`Open negotiation`, path: `/admin/negotiations/${lotId}` },
  })
}

function untilWhen({ what, side }: Facts): string {
  if (what === 'closed') return side === 'bidder' ? t`Your bid is binding until` : t`The bidder is bound until`
  return what === 'freed' ? t`Ends at` : t`Answer by`
}

function forBidder({ what, by }: Facts, lot: string, price: string): Said {
  switch (what) {
    case 'closed':
      return {
        title: t`The reserve wasn’t met on ${{ lot }}`,
        body: t`You’re the high bidder at ${{ price }}. We’re asking the seller whether to accept it.`,
        more: [t`If no one responds by then, your bid is released, and you can make an offer on the lot’s page.`],
      }
    case 'countered':
      return {
        title: t`Counteroffer for ${{ lot }}`,
        body: t`The seller would accept ${{ price }}. You can accept it, decline it, or let it expire.`,
        more: [t`You buy nothing until you accept on the lot’s page, where you see the total with fees and tax.`],
      }
    case 'declined':
      return {
        title: t`Your offer for ${{ lot }}, was declined`,
        body: t`The seller didn’t accept ${{ price }}. Your offer is released.`,
      }
    case 'freed':
      return {
        title: t`Your bid on ${{ lot }}, is released`,
        body: t`The seller didn’t accept it in time. You can still make an offer.`,
      }
    case 'offered':
    case 'agreed':
    case 'lapsed':
      return {
        title: t`No agreement on ${{ lot }}`,
        body: by !== null ? t`The seller is keeping the vehicle.` : t`The time to reach an agreement is over.`,
        more: [t`Your bid on this lot is released.`],
      }
  }
}

function forStaff({ what, by }: Facts, lot: string, price: string): Said {
  if (by === 'seller') return forStaffOfSeller(what, lot, price)
  switch (what) {
    case 'closed':
      return {
        title: t`Reserve not met: ${{ lot }}`,
        body: t`The highest bid is ${{ price }}. Accept it, or send a counteroffer.`,
      }
    case 'offered':
      return { title: t`New offer for ${{ lot }}`, body: t`The high bidder offers ${{ price }}.` }
    case 'agreed':
      return {
        title: t`Sold by agreement: ${{ lot }}`,
        body: t`The bidder accepted ${{ price }}. The invoice is on its way.`,
      }
    case 'declined':
      return { title: t`Counteroffer declined: ${{ lot }}`, body: t`The bidder declined ${{ price }}.` }
    case 'countered':
    case 'freed':
    case 'lapsed':
      return { title: t`No agreement on ${{ lot }}`, body: t`The lot is not sold.` }
  }
}

/** What a seller answered for themselves. */
function forStaffOfSeller(what: Facts['what'], lot: string, price: string): Said {
  switch (what) {
    case 'countered':
      return { title: t`The seller’s counteroffer: ${{ lot }}`, body: t`The seller asks for ${{ price }}.` }
    case 'declined':
      return { title: t`Offer declined by the seller: ${{ lot }}`, body: t`The seller declined ${{ price }}.` }
    case 'agreed':
      return {
        title: t`Sold by agreement: ${{ lot }}`,
        body: t`The seller accepted ${{ price }}. The invoice is on its way.`,
      }
    case 'closed':
    case 'offered':
    case 'freed':
    case 'lapsed':
      return { title: t`No agreement on ${{ lot }}`, body: t`The seller is keeping the vehicle.` }
  }
}
