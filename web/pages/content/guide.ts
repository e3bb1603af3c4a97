import { figuresOf } from './figures.ts'
import type { Copy } from './section.ts'

export const biddingGuide: Copy = (terms) => {
  const { window, extension, premium, tax } = figuresOf(terms)
  return [
    {
      id: 'next-bid',
      heading: 'The next bid',
      paragraphs: [
        'The first bid on a lot must be at least the opening bid. After that, each bid must be at least the price plus one increment, and the increment grows with the price. You can bid more than that: this is a jump bid, and the price moves to your amount immediately.',
        'If you bid more than twice the next bid, we ask you to confirm, because a typo shouldn’t buy a car.',
      ],
    },
    {
      id: 'auto-bid',
      heading: 'Auto-bid: your maximum',
      paragraphs: [
        'An auto-bid is the most you’d pay. It’s sealed: other bidders don’t see it, and neither do we while the lot is open. We bid for you, one increment at a time, and stop at your maximum.',
        'You pay one increment above the second-highest maximum, not your own, unless the two are closer than one increment. If two maximums are equal, the first one set leads.',
        'You can raise your maximum at any time. You can lower or withdraw the part that isn’t committed yet: never below the price while you lead.',
      ],
    },
    {
      id: 'reserve',
      heading: 'Reserve',
      paragraphs: [
        'Some lots have a reserve, the least the seller accepts. You always see whether there is one and whether it’s met, but not the amount. As soon as the leader’s maximum reaches the reserve, the price moves to it.',
        'If a lot closes below its reserve, the high bidder stays bound for a short time while the seller decides whether to accept. Both sides see the deadline. If the seller doesn’t respond by then, you’re released.',
      ],
    },
    {
      id: 'soft-close',
      heading: 'The last minutes',
      paragraphs: [
        `A bid in the last ${window} that changes the price or the leader moves the close to ${extension} after it. Refused bids, and raising your own maximum while you lead, don’t move it.`,
        'Our clock decides whether a bid is in time, at the moment we receive it. If our servers couldn’t take bids shortly before the close, the lot is extended, and everyone can see it.',
      ],
    },
    {
      id: 'commitments',
      heading: 'Your commitment',
      paragraphs: [
        'A bid is binding. Your commitment is the total cost of your maximums on the lots you lead, with premium, fees and tax, plus your unpaid invoices. If your account has a bidding limit, we refuse a bid that would exceed it and show you the numbers.',
      ],
    },
    {
      id: 'buy-now',
      heading: 'Buy now',
      paragraphs: [
        'If a lot has a buy-now price, paying it ends the lot immediately. The offer ends with the first bid that meets the reserve.',
      ],
    },
    {
      id: 'cost',
      heading: 'What it costs',
      paragraphs: [
        `The buyer’s premium is added to the hammer price: ${premium}. Then come the fixed fees and ${tax}. You see the total with every bid before you send it.`,
      ],
    },
  ]
}
