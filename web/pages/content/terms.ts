import { figuresOf } from './figures.ts'
import type { Copy } from './section.ts'

export const termsOfUse: Copy = (terms) => [...joining(terms), ...bidding(terms), ...afterTheClose(terms)]

const joining: Copy = (terms) => {
  const { membershipFee, refundDays } = figuresOf(terms)
  const { houseName, contact } = terms
  return [
    {
      id: 'who',
      heading: '1. Who we are and what these terms cover',
      paragraphs: [
        `${[houseName, contact.address].filter((part) => part !== '').join(', ')} (“the house”), runs online auctions of vehicles. These terms hold between the house and everyone who registers. Version 1.`,
        'The house sells on behalf of sellers. The contract of sale is between you and the seller; the house prepares it, collects the price and releases the vehicle.',
      ],
    },
    {
      id: 'account',
      heading: '2. Your account',
      paragraphs: [
        'You must be of full age and able to make contracts. One person or company has one account. What you tell us about yourself must be true, and you keep it up to date.',
        'You answer for what is done with your account. If you think somebody else has your password, change it and tell us at once.',
      ],
    },
    {
      id: 'membership',
      heading: '3. Membership and verification',
      paragraphs: [
        `To bid you pay the membership fee of ${membershipFee} once and have your identity verified. You may withdraw within ${refundDays} of paying, as long as you have not placed a bid, and get the whole fee back.`,
        'The house may refuse or end an account with a reason, for example false details, an unpaid invoice, or bidding together with the seller.',
      ],
    },
    {
      id: 'lots',
      heading: '4. Lots and their description',
      paragraphs: [
        'Vehicles are used, and sold as described: with the flaws listed, those visible on the photographs and those normal for their age. The condition report of an inspected vehicle says what was examined and how. A lot marked “Not inspected” is described by its seller alone.',
        'If the description of an essential point was wrong (the identity of the vehicle, its title, whether the odometer reading is actual, or a listed flaw being absent or present), tell us within 3 business days of collecting. We then put it right, reduce the price, or take the sale back.',
      ],
    },
  ]
}

const bidding: Copy = (terms) => {
  const { window, extension, liveExtension, bound, talking } = figuresOf(terms)
  return [
    {
      id: 'bids',
      heading: '5. Bids',
      paragraphs: [
        'A bid is a binding offer. It is accepted when the house records it, and lapses when a higher one is recorded. It cannot be withdrawn; a sealed maximum can be lowered as far as it is not yet committed.',
        'Bids follow the increments published in the bidding guide. Of two equal maximums the earlier leads. The clock of the house decides whether a bid was in time.',
        `A bid in the last ${window} of a timed lot moves its close to ${extension} after the bid. In a live sale an accepted bid leaves at least ${liveExtension}.`,
        'The seller, and anyone acting for the seller, may not bid on his own lot. The house does not bid on its own account or for sellers.',
      ],
    },
    {
      id: 'reserve',
      heading: '6. Reserve',
      paragraphs: [
        `A lot may have a reserve. If it closes below the reserve, the highest bidder stays bound for ${bound}, in which the seller may accept. After that he is free. For another ${talking} either side may make an offer, which binds only when the other side accepts it; then the talk lapses.`,
      ],
    },
    {
      id: 'void',
      heading: '7. Mistakes and interruptions',
      paragraphs: [
        'The house may void a bid only for a stated reason, such as a bid by the seller or an account used by somebody else. The price is then worked out anew from the remaining bids, everyone concerned is told, and the act stays in the record.',
        'If a published fact of a vehicle is corrected, the lot shows what it said before and why it changed, and everyone who bid on the lot or watches it gets a notice. If the correction is material (the vehicle’s identity, odometer, title, damage or whether it runs), the high bidder may withdraw on the lot page within the time it states, and no later than the close. A bid made after the correction accepts it.',
        'If the house could not take bids for more than a minute of a lot’s last five, the lot is extended and not hammered down silently.',
      ],
    },
  ]
}

const afterTheClose: Copy = (terms) => {
  const { premium, tax, paymentDays } = figuresOf(terms)
  const { contact } = terms
  return [
    {
      id: 'price',
      heading: '8. Price and payment',
      paragraphs: [
        `You pay the hammer price, the buyer’s premium (${premium}), the fixed fees and ${tax}. The invoice is issued at the close and due in ${paymentDays}.`,
        'If you are late, the late fee named on the invoice is charged, once. After a reminder we may cancel the sale and sell the lot again; the late fee and the storage until then stay owed. Nothing is charged that the invoice did not announce.',
      ],
    },
    {
      id: 'collection',
      heading: '9. Title, risk and collection',
      paragraphs: [
        'The vehicle becomes yours when the invoice is paid. The risk passes when it is handed to you or your carrier. Collect it at the place and in the time named on the invoice; after that storage may be charged.',
      ],
    },
    {
      id: 'liability',
      heading: '10. Liability',
      paragraphs: [
        'The house answers without limit for intent, gross negligence and injury to life and health. For a breach of an essential duty by ordinary negligence it answers for the damage that could be foreseen. Rights that the law gives to consumers and that cannot be waived stay as they are.',
      ],
    },
    {
      id: 'changes',
      heading: '11. Changes and disputes',
      paragraphs: [
        'A change of these terms is announced by mail at least 30 days before it takes effect and never touches a lot you have already bid on. The law of the house’s seat applies, and for consumers also the protection of the law where they live.',
        `${contact.email === '' ? 'Send complaints through the contact page' : `Complaints go to ${contact.email}`}. We answer within five business days.`,
      ],
    },
  ]
}
