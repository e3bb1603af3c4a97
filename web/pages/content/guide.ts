import { figuresOf } from './figures.ts'
import type { Copy } from './section.ts'

export const biddingGuide: Copy = (terms) => {
  const { window, extension, premium, tax } = figuresOf(terms)
  return [
    {
      id: 'next-bid',
      heading: 'The next bid',
      paragraphs: [
        'Before the first bid, the least you can bid is the opening bid. After it, the least is the price plus one increment, and the increment grows with the price. You may bid more than the next bid: that is a jump bid, and the price moves to your amount at once.',
        'For a bid of more than twice the next bid the page asks again, because a slip of the finger should not buy a car.',
      ],
    },
    {
      id: 'auto-bid',
      heading: 'Auto-bid: your maximum',
      paragraphs: [
        'An auto-bid is the most you would pay. It is sealed: other bidders do not see it, and while the lot is open neither do we. The house bids for you, step by step, and stops at your maximum.',
        'You pay one increment above the second highest maximum, not your own, unless the two lie closer than an increment. If two people leave the same maximum, the one who left it first leads.',
        'You can raise your maximum at any time. You can lower or withdraw it as far as it is not yet committed: never below the price while you lead.',
      ],
    },
    {
      id: 'reserve',
      heading: 'Reserve',
      paragraphs: [
        'Some lots have a reserve, the least the seller accepts. You always see whether there is one and whether it is met, but not the amount. As soon as the leader’s maximum reaches the reserve, the price moves to it.',
        'If a lot closes below its reserve, the highest bidder stays bound for a short time while the seller decides whether to accept. Both sides see the deadline. If the seller is silent, you are free.',
      ],
    },
    {
      id: 'soft-close',
      heading: 'The last minutes',
      paragraphs: [
        `A bid that changes the price or the leader in the last ${window} moves the close to ${extension} after it. Refused bids, and raising your own maximum while you lead, do not move it.`,
        'Whether a bid is in time is decided by the clock of the house at the moment the bid is taken. If our servers could not take bids shortly before the close, the lot is extended, visibly.',
      ],
    },
    {
      id: 'commitments',
      heading: 'What you are committed to',
      paragraphs: [
        'A bid is binding. Your commitment is what your maximums on the lots you lead would cost in total, with premium, fees and tax, plus your unpaid invoices. If your account has a bidding limit, a bid that would take you over it is refused, with the figures.',
      ],
    },
    {
      id: 'buy-now',
      heading: 'Buy now',
      paragraphs: [
        'Where a lot has a buy-now price, paying it ends the lot at once. The offer ends with the first bid that meets the reserve.',
      ],
    },
    {
      id: 'cost',
      heading: 'What it costs',
      paragraphs: [
        `On top of the hammer price comes the buyer’s premium: ${premium}. Then the fixed fees, and ${tax}. The page shows the total beside every bid before you send it.`,
      ],
    },
  ]
}
