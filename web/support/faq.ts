import type { HouseTerms } from '#contract/auctions.ts'
import { figuresOf } from '../pages/content/figures.ts'
import { paths } from '../paths.ts'

export const TOPICS = ['Getting started', 'Bidding', 'Costs and paying', 'Vehicles', 'Account and safety'] as const

export type Answer = {
  /** The answer's address on the page, after the `#`. */
  id: string
  topic: (typeof TOPICS)[number]
  question: string
  answer: string
  /** Other words in which people ask this; searched, never shown. */
  alsoAsked?: string
  /** Where to read on. */
  more?: { to: string; label: string }
}

/** Every question and its answer, with the figures of the house. */
export function answersOf(terms: HouseTerms): Answer[] {
  return [...gettingStarted(terms), ...BIDDING, ...lastSecond(terms), ...costs(terms), ...VEHICLES, ...ACCOUNT]
}

function gettingStarted(terms: HouseTerms): Answer[] {
  const { membershipFee, refundDays, verificationDays } = figuresOf(terms)
  const topic = 'Getting started'
  return [
    {
      id: 'who-can-bid',
      topic,
      alsoAsked: 'join take part eligible allowed dealer private person',
      question: 'Who can bid?',
      answer:
        'Any person of full age, and any company, with an account, a paid membership fee and a verified identity. Visitors can look at the sales, and see titles, one photograph and the closing time of every lot.',
      more: { to: paths.howItWorks, label: 'How it works' },
    },
    {
      id: 'membership-fee',
      topic,
      alsoAsked: 'price subscription monthly join',
      question: 'What does membership cost?',
      answer: `${membershipFee}, once. There is no monthly fee. You get it back within ${refundDays} of paying if you have not placed a bid.`,
      more: { to: paths.refund, label: 'Refunds' },
    },
    {
      id: 'why-verify',
      topic,
      alsoAsked: 'identification passport id card privacy',
      question: 'Why do you want to see my identity document?',
      answer:
        'A bid binds, so the other bidders and the seller must be able to rely on there being a person behind it. It also keeps people out who were excluded before. The document is stored encrypted, every view is recorded, and it is deleted 30 days after our decision.',
      more: { to: paths.privacy, label: 'Privacy' },
    },
    {
      id: 'verification-time',
      topic,
      alsoAsked: 'waiting approval approve pending',
      question: 'How long does verification take?',
      answer: `A person looks at it, usually within ${verificationDays}. You can leave the page open: it changes by itself. If we cannot accept the document, the page says why and you can send another at once.`,
    },
    {
      id: 'which-documents',
      topic,
      alsoAsked: 'id card upload file formats',
      question: 'Which documents do you accept?',
      answer:
        'A passport, a driving licence or a national identity card. We need the front and, except for a passport, the back. Photographs (JPEG, PNG, WebP, HEIC) and PDF files up to 10 MB each.',
    },
  ]
}

function lastSecond(terms: HouseTerms): Answer[] {
  const { window, extension, liveStart, liveExtension, bound, talking } = figuresOf(terms)
  const topic = 'Bidding'
  return [
    {
      id: 'reserve',
      topic,
      alsoAsked: 'minimum price seller accept',
      question: 'What happens if the reserve is not met?',
      answer: `The highest bidder stays bound for ${bound}, in which the seller may accept the bid. If the seller is silent, the bidder is free; for another ${talking} both may still make offers. Both see the deadlines.`,
      more: { to: `${paths.biddingGuide}#reserve`, label: 'Reserve' },
    },
    {
      id: 'last-second',
      topic,
      alsoAsked: 'sniping snipe extension soft close overtime time',
      question: 'Can somebody outbid me in the last second?',
      answer: `Not without giving you time to answer. In a timed sale a bid in the last ${window} moves the close to ${extension} after it. In a live sale every accepted bid leaves at least ${liveExtension}; a lot starts with ${liveStart}.`,
      more: { to: `${paths.biddingGuide}#soft-close`, label: 'The last minutes' },
    },
  ]
}

function costs(terms: HouseTerms): Answer[] {
  const { premium, tax, paymentDays, fixedFees } = figuresOf(terms)
  const topic = 'Costs and paying'
  return [
    {
      id: 'total-cost',
      topic,
      alsoAsked: 'fees premium tax extra charges cost buyer calculator',
      question: 'What do I pay on top of my bid?',
      answer: `The buyer’s premium (${premium})${fixedFees === '' ? '' : `, the fixed fees (${fixedFees})`} and ${tax}. The total stands beside every bid before you send it, and the invoice is the same figure.`,
      more: { to: `${paths.biddingGuide}#cost`, label: 'Fee calculator' },
    },
    {
      id: 'payment-due',
      topic,
      alsoAsked: 'deadline when due pay days invoice bank transfer card',
      question: 'When must I pay?',
      answer: `Within ${paymentDays} of the close. The invoice is under Invoices as soon as the lot is sold to you.`,
    },
    {
      id: 'late-payment',
      topic,
      alsoAsked: 'overdue default penalty fine',
      question: 'What if I pay late?',
      answer:
        'The invoice is marked overdue and the late fee it names is charged, once. After a reminder the sale can be cancelled and the lot sold again; the late fee and the storage until then stay owed, and nothing else. If something has gone wrong, call before the date: most things can be arranged.',
      more: { to: `${paths.terms}#price`, label: 'Terms: price and payment' },
    },
    {
      id: 'bidding-limit',
      topic,
      alsoAsked: 'limit raise higher committed',
      question: 'What is a bidding limit?',
      answer:
        'The most you can be committed to at one time: what your maximums on lots you lead would cost in total, with premium, fees and tax, plus your unpaid invoices. Not every account has one. To have yours raised, write to support with the lots you have in view.',
    },
  ]
}

const BIDDING: Answer[] = [
  {
    id: 'auto-bid',
    topic: 'Bidding',
    alsoAsked: 'autobid maximum proxy automatic bidding secret sealed',
    question: 'What is an auto-bid, and can anybody see mine?',
    answer:
      'The most you would pay. The house bids for you up to it, one increment at a time and never more than is needed. Other bidders cannot see it; nor can our staff while the lot is open.',
    more: { to: paths.autobid, label: 'Try the simulator' },
  },
  {
    id: 'equal-maximums',
    topic: 'Bidding',
    alsoAsked: 'same tie equal amount people',
    question: 'Two of us left the same maximum. Who leads?',
    answer: 'The one who left it first. The price is then that maximum.',
  },
  {
    id: 'withdraw-bid',
    topic: 'Bidding',
    alsoAsked: 'cancel placed retract undo mistake wrong amount withdraw remove',
    question: 'Can I take a bid back?',
    answer:
      'No: a bid is binding. You can lower or withdraw an auto-bid as far as it is not yet committed, that is never below the present price while you lead.',
  },
  {
    id: 'connection-lost',
    topic: 'Bidding',
    alsoAsked: 'offline internet crash browser lost network twice',
    question: 'My connection broke while I was bidding. Did the bid count?',
    answer:
      'If the page said that it counted, it counted. If it said nothing, the page asks again with the same bid when the connection is back, and the house gives the same answer: a bid sent twice is one bid. The lot’s history shows what was recorded.',
  },
  {
    id: 'house-bids',
    topic: 'Bidding',
    alsoAsked: 'shill fake bots fair cheat',
    question: 'Does the house bid against me?',
    answer:
      'Never. The house bids neither for itself nor for sellers, and sellers may not bid on their own lots. After the close the complete history is open and can be replayed.',
    more: { to: `${paths.howItWorks}#check`, label: 'Check us' },
  },
  {
    id: 'increments',
    topic: 'Bidding',
    alsoAsked: 'step minimum increment table',
    question: 'How large is the next bid?',
    answer:
      'The price plus one increment, which grows with the price. The table is in the bidding guide. You may always bid more.',
    more: { to: `${paths.biddingGuide}#next-bid`, label: 'Increments' },
  },
]

const VEHICLES: Answer[] = [
  {
    id: 'inspection',
    topic: 'Vehicles',
    alsoAsked: 'inspect examine condition report check look view visit',
    question: 'Were the vehicles inspected?',
    answer:
      'Each lot says when it was inspected and by whom, or that it was not inspected. For an inspected vehicle the flaws we found are listed and marked on its outline. For one that was not inspected, flaws and report are the seller’s words, and an empty list does not mean that there are no flaws.',
  },
  {
    id: 'title-brand',
    topic: 'Vehicles',
    alsoAsked: 'salvage rebuilt clean papers registration',
    question: 'What does the title brand mean?',
    answer:
      'How the registration authority has marked the vehicle’s papers: clean, salvage, rebuilt and so on. A brand stays with the vehicle and can decide whether you may register it where you live. Ask your authority before you bid.',
  },
  {
    id: 'odometer',
    topic: 'Vehicles',
    alsoAsked: 'mileage miles kilometres km distance',
    question: 'What is an actual odometer reading?',
    answer:
      'One that we have no reason to doubt: it fits the papers and the wear. Otherwise the lot says not actual or exempt, and the reading tells you nothing about the distance driven.',
  },
  {
    id: 'collection',
    topic: 'Vehicles',
    alsoAsked: 'pick up collect transport shipping delivery carrier car vehicle fetch',
    question: 'Where do I collect the vehicle?',
    answer:
      'At the place shown on the lot, once the invoice is paid. You can send a carrier: tell us the name of the company beforehand, and it needs the invoice number.',
  },
  {
    id: 'not-as-described',
    topic: 'Vehicles',
    alsoAsked: 'wrong damage complaint return broken faulty',
    question: 'The vehicle is not as described. What now?',
    answer:
      'Leave it as it is, take photographs and write to us within 3 business days of collecting. If an essential point was wrong we put it right, reduce the price or take the sale back.',
    more: { to: `${paths.refund}#vehicle`, label: 'Refunds: a vehicle you have won' },
  },
]

const ACCOUNT: Answer[] = [
  {
    id: 'paddle',
    topic: 'Account and safety',
    alsoAsked: 'anonymous name visible number',
    question: 'What do other bidders see of me?',
    answer:
      'Your paddle, and nothing else. Names are known to the house alone and, for a lot you have won, to its seller.',
  },
  {
    id: 'account-suspended',
    topic: 'Account and safety',
    alsoAsked: 'blocked suspended locked closed',
    question: 'Why is my account not active?',
    answer:
      'Usually because of an unpaid invoice or a question about your details. You can still log in and pay. Write to support from the address of your account and we tell you the reason.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'phishing',
    topic: 'Account and safety',
    alsoAsked: 'scam fraud fake mail safe security',
    question: 'How do I know that a message is from you?',
    answer:
      'We never ask for your password, and never send new bank details by mail. Payment details stand only on the invoice in your account. If in doubt, call the number on the contact page.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'cookies',
    topic: 'Account and safety',
    alsoAsked: 'tracking consent',
    question: 'Which cookies do you use?',
    answer:
      'One that keeps you logged in. Everything else is off until you switch it on, and you can change your mind under Cookie settings at the foot of every page.',
    more: { to: `${paths.privacy}#browser`, label: 'What is stored in your browser' },
  },
]
