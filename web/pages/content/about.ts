import type { Copy, Section } from './section.ts'

/** About the fictional company of the demo. */
const PEOPLE: Section = {
  id: 'people',
  heading: 'Who works here',
  paragraphs: [
    'We’re a small team: auctioneers who run the auctions, reviewers who check identities and answer your messages, a cashier who matches payments by hand when the software isn’t sure, and the people who inspect and photograph the vehicles. When you call, one of them answers.',
  ],
}

export const about: Copy = ({ companyName, demo }) => [
  {
    id: 'why',
    heading: 'Why we started',
    paragraphs: [
      'Buying a car at auction used to mean knowing the right people or taking a risk: fees that appear after the hammer, photos that hide the dent, a close won by the faster connection.',
      `${companyName} was founded to remove all three. You see the full cost with every bid. Known flaws have their own list. And a bid in the last minutes gives everyone else time to respond.`,
    ],
  },
  {
    id: 'proof',
    heading: 'Fairness you can check',
    paragraphs: [
      'Auctions often ask for trust where they could offer evidence. Our bid histories are complete and sealed record by record: after the close, anyone can replay an auction and get the same hammer price. Our rules are published in full and are the same for every lot and every bidder.',
      'Maximums are sealed from us, too. While a lot is open, none of us can see what you’re willing to pay.',
    ],
  },
  {
    id: 'money',
    heading: 'How we make money',
    paragraphs: [
      'From the one-time membership fee, and from the buyer’s premium and fees on what’s sold. The tables are in the bidding guide. We earn nothing from advertising or your data, and we hold no stock of our own that we’d rather sell you.',
    ],
  },
  ...(demo ? [PEOPLE] : []),
]
