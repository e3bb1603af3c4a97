import { figuresOf } from './figures.ts'
import type { Copy } from './section.ts'

export const termsOfUse: Copy = (terms) => [...joining(terms), ...bidding(terms), ...afterTheClose(terms)]

const joining: Copy = (terms) => {
  const { membershipFee, refundDays } = figuresOf(terms)
  const { companyName, contact } = terms
  return [
    {
      id: 'who',
      heading: '1. Who we are and what these terms cover',
      paragraphs: [
        `${[companyName, contact.address].filter((part) => part !== '').join(', ')} (“we” and “us”) runs online auctions of vehicles. These terms apply between us and everyone who registers. Version 1.`,
        'We sell on behalf of sellers. The sales contract is between you and the seller; we prepare it, collect the price and release the vehicle.',
      ],
    },
    {
      id: 'account',
      heading: '2. Your account',
      paragraphs: [
        'You must be 18 or over and able to enter into contracts. Each person or company may have one account. What you tell us about yourself must be true, and you must keep it up to date.',
        'You’re responsible for what is done with your account. If you think someone else has your password, change it and tell us immediately.',
      ],
    },
    {
      id: 'membership',
      heading: '3. Membership and verification',
      paragraphs: [
        `To bid, you pay the membership fee of ${membershipFee} once and have your identity verified. You may cancel within ${refundDays} of paying and get the full fee back, as long as you haven’t placed a bid.`,
        'We may refuse or close an account for a reason, for example false details, an unpaid invoice, or bidding together with the seller.',
      ],
    },
    {
      id: 'lots',
      heading: '4. Lots and their description',
      paragraphs: [
        'Vehicles are used and sold as described: with the flaws listed, those visible in the photos and those normal for their age. The condition report of an inspected vehicle says what was examined and how. A lot marked “Not inspected” is described by its seller alone.',
        'If the description of an essential point was wrong (the identity of the vehicle, its title, whether the odometer reading is actual, or the presence or absence of a listed flaw), tell us within 3 business days of picking it up. We then fix it, reduce the price, or cancel the sale and refund you.',
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
        'A bid is a binding offer. It is accepted when we record it, and lapses when a higher one is recorded. It can’t be withdrawn; a sealed maximum can be lowered as far as it isn’t committed yet.',
        'Bids follow the increments published in the bidding guide. If two maximums are equal, the earlier one leads. Our clock decides whether a bid was in time.',
        `A bid in the last ${window} of a timed lot moves its close to ${extension} after the bid. In a live auction, an accepted bid leaves at least ${liveExtension} on the clock.`,
        'The seller, and anyone acting for the seller, may not bid on the seller’s lot. We don’t bid on our own behalf or for sellers.',
      ],
    },
    {
      id: 'reserve',
      heading: '6. Reserve',
      paragraphs: [
        `A lot may have a reserve. If it closes below the reserve, the high bidder stays bound for ${bound}, during which the seller may accept. After that, they’re released. For another ${talking}, either side may make an offer, which is binding only once the other side accepts it. When that time is over, the negotiation lapses.`,
      ],
    },
    {
      id: 'void',
      heading: '7. Mistakes and interruptions',
      paragraphs: [
        'We may void a bid only for a stated reason, such as a bid by the seller or an account used by someone else. We then recalculate the price from the remaining bids and notify everyone concerned, and the action stays in the record.',
        'If we correct a published fact about a vehicle, the lot shows what it said before and why it changed, and we notify everyone who bid on the lot or watches it. If the correction is material (the vehicle’s identity, odometer, title, damage or whether it runs), the high bidder may withdraw on the lot page within the time it states, and no later than the close. A bid made after the correction accepts it.',
        'If we couldn’t take bids for more than one of a lot’s last five minutes, we extend the lot instead of closing it silently.',
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
        'If you pay late, we charge the late fee stated on the invoice, once. After a reminder, we may cancel the sale and sell the lot again; you still owe the late fee and the storage until then. We charge nothing that the invoice didn’t announce.',
      ],
    },
    {
      id: 'collection',
      heading: '9. Title, risk and pickup',
      paragraphs: [
        'The vehicle becomes yours when the invoice is paid. The risk passes when it’s handed to you or your carrier. Pick it up at the place and within the time stated on the invoice; after that, we may charge storage.',
      ],
    },
    {
      id: 'liability',
      heading: '10. Liability',
      paragraphs: [
        'Our liability for intent, gross negligence, and injury to life and health is unlimited. For a breach of an essential duty by ordinary negligence, we’re liable for foreseeable damage. Consumer rights that can’t be waived by law aren’t affected.',
      ],
    },
    {
      id: 'changes',
      heading: '11. Changes and disputes',
      paragraphs: [
        'We announce any change to these terms by email at least 30 days before it takes effect, and it never affects a lot you’ve already bid on. The law of the place where we are established applies, and consumers also keep the protection of the law where they live.',
        `${contact.email === '' ? 'Send complaints through the contact page' : `Complaints go to ${contact.email}`}. We answer within five business days.`,
      ],
    },
  ]
}
