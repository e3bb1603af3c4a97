import type { Copy, Section } from './section.ts'

/** Of the invented company of the demo. */
const PEOPLE: Section = {
  id: 'people',
  heading: 'Who works here',
  paragraphs: [
    'A small house: auctioneers who run the sales, reviewers who check identities and answer your messages, a cashier who matches every payment by hand where a machine is unsure, and the people who inspect and photograph the vehicles. When you call, one of them answers.',
  ],
}

export const about: Copy = ({ houseName, demo }) => [
  {
    id: 'why',
    heading: 'Why another auction house',
    paragraphs: [
      'Buying a car at auction used to mean knowing the right people or taking a risk: fees that appear after the hammer, photographs that avoid the dent, a close decided by whoever has the faster connection.',
      `${houseName} was set up to take those three out. The total stands beside every bid. Known flaws have a list of their own. And a bid in the last minutes gives everybody else time to answer.`,
    ],
  },
  {
    id: 'proof',
    heading: 'Fair by proof, not by promise',
    paragraphs: [
      'An auction house asks for trust where it could offer evidence. Our bid histories are complete and sealed record by record: after the close anyone can replay a sale and come to the same hammer price. Our rules are published in full and are the same for every lot and every bidder.',
      'Sealed maximums are sealed for us too. While a lot is open, no one in the house can see what you are prepared to pay.',
    ],
  },
  {
    id: 'money',
    heading: 'How we earn our money',
    paragraphs: [
      'From the membership fee, once, and from the buyer’s premium and fees on what is sold. The tables are in the bidding guide. We earn nothing from advertising or from your data, and we hold no stock of our own that we would rather sell you.',
    ],
  },
  ...(demo ? [PEOPLE] : []),
]
