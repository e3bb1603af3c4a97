import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { figuresOf } from '../pages/content/figures.ts'
import { paths } from '../paths.ts'
import { ACCOUNT_HOW_TO } from './faq-account.ts'
import type { Answer } from './faq-answer.ts'
import { howToAnswers } from './faq-how-to.ts'

/** Every question and its answer, with figures from the app's settings. */
export function answersOf(terms: CompanyTerms): Answer[] {
  return [
    ...gettingStarted(terms),
    ...BIDDING,
    ...lastSecond(terms),
    ...costs(terms),
    ...VEHICLES,
    ...ACCOUNT,
    ...howToAnswers(terms),
    ...ACCOUNT_HOW_TO,
  ]
}

function gettingStarted(terms: CompanyTerms): Answer[] {
  const { membershipFee, refundDays, verificationDays } = figuresOf(terms)
  const topic = 'Getting started'
  return [
    {
      id: 'who-can-bid',
      topic,
      alsoAsked: 'join take part eligible allowed dealer private person age old 18 requirements',
      question: 'Who can bid?',
      answer:
        'Anyone 18 or over, and any company, with an account, a paid membership fee and a verified identity. Visitors can browse the auctions and see all photos, the odometer, title, running state and known flaws of every lot. Prices, bids, the full report and documents are for verified members.',
      more: { to: paths.howItWorks, label: 'How it works' },
    },
    {
      id: 'membership-fee',
      topic,
      alsoAsked:
        'price subscription monthly yearly join become fee how much money back refundable free why need to pay',
      question: 'What does membership cost?',
      answer: `${membershipFee}, once. There’s no monthly fee. You can get it refunded within ${refundDays} of paying if you haven’t placed a bid.`,
      more: { to: paths.refund, label: 'Refunds' },
    },
    {
      id: 'why-verify',
      topic,
      alsoAsked: 'identification passport id card privacy picture photo need safe secure stored',
      question: 'Why do you need my identity document?',
      answer:
        'A bid is binding, so bidders and sellers need to know that a real person is behind it. It also keeps out people we’ve excluded. We store the document encrypted, record every view, and delete it 30 days after our decision.',
      more: { to: paths.privacy, label: 'Privacy' },
    },
    {
      id: 'verification-time',
      topic,
      alsoAsked: 'waiting approval approve pending verified until taking forever status',
      question: 'How long does verification take?',
      answer: `Our team checks it, usually within ${verificationDays}. The page updates automatically. If we can’t accept the document, the page says why and you can send another one right away.`,
    },
    {
      id: 'which-documents',
      topic,
      alsoAsked: 'id card upload file formats drivers license passport accepted identification use take',
      question: 'Which documents do you accept?',
      answer:
        'A passport, a driver’s license or a national ID card. We need the front and, except for a passport, the back. Send photos (JPEG, PNG, WebP, HEIC) or PDF files up to 10 MB each.',
    },
  ]
}

function lastSecond(terms: CompanyTerms): Answer[] {
  const { window, extension, liveStart, liveExtension, bound, talking } = figuresOf(terms)
  const topic = 'Bidding'
  return [
    {
      id: 'reserve',
      topic,
      alsoAsked: 'minimum price seller accept nobody bids no bids unsold not sold',
      question: 'What happens if the reserve isn’t met?',
      answer: `The high bidder stays bound for ${bound}, while the seller may accept the bid. If the seller doesn’t respond, the bidder is free. For another ${talking}, both can still make offers. Both see the deadlines.`,
      more: { to: `${paths.biddingGuide}#reserve`, label: 'Reserve' },
    },
    {
      id: 'last-second',
      topic,
      alsoAsked: 'sniping snipe extension soft close overtime extend late',
      question: 'Can someone outbid me in the last second?',
      answer: `Not without giving you time to respond. In a timed auction, a bid in the last ${window} moves the close to ${extension} after it. In a live auction, a lot starts with ${liveStart}, and every accepted bid leaves at least ${liveExtension}.`,
      more: { to: `${paths.biddingGuide}#soft-close`, label: 'The last minutes' },
    },
  ]
}

function costs(terms: CompanyTerms): Answer[] {
  const { premium, tax, paymentDays, fixedFees } = figuresOf(terms)
  const topic = 'Costs and paying'
  return [
    {
      id: 'total-cost',
      topic,
      alsoAsked: 'fees buyers premium tax extra hidden charges cost buyer calculator total hammer price win won',
      question: 'What do I pay on top of my bid?',
      answer: `The buyer’s premium (${premium})${fixedFees === '' ? '' : `, the fixed fees (${fixedFees})`} and ${tax}. You see the total with every bid before you send it, and the invoice is for the same amount.`,
      more: { to: `${paths.biddingGuide}#cost`, label: 'Fee calculator' },
    },
    {
      id: 'payment-due',
      topic,
      alsoAsked: 'deadline payment due pay days how long won win after',
      question: 'When do I have to pay?',
      answer: `Within ${paymentDays} of the close. Find the invoice under Invoices as soon as you win.`,
    },
    {
      id: 'late-payment',
      topic,
      alsoAsked: 'overdue default penalty fine not paying dont pay miss the deadline',
      question: 'What if I pay late?',
      answer:
        'We mark the invoice overdue and charge its late fee, once. After a reminder, we can cancel the sale and sell the lot again. You then owe the late fee and the storage until then, and nothing else. If you have a problem, contact us before the due date; we can usually work something out.',
      more: { to: `${paths.terms}#price`, label: 'Terms: price and payment' },
    },
    {
      id: 'bidding-limit',
      topic,
      alsoAsked: 'limit raise higher highest most committed',
      question: 'What is a bidding limit?',
      answer:
        'The most you can be committed to at one time: the total cost of your maximums on lots you lead, with premium, fees and tax, plus your unpaid invoices. Not every account has one. To raise yours, write to support with the lots you’re interested in.',
    },
  ]
}

const BIDDING: Answer[] = [
  {
    id: 'auto-bid',
    topic: 'Bidding',
    alsoAsked: 'autobid maximum proxy ceiling automatic bidding secret sealed gradually step by step all at once',
    question: 'What is an auto-bid, and can anyone see mine?',
    answer:
      'The most you would pay. We bid for you up to that amount, one increment at a time and never more than needed. Other bidders can’t see it, and neither can our staff while the lot is open.',
    more: { to: paths.autobid, label: 'Try the simulator' },
  },
  {
    id: 'equal-maximums',
    topic: 'Bidding',
    alsoAsked: 'same tie ties broken equal amount identical',
    question: 'Two bidders set the same maximum. Who leads?',
    answer: 'Ties go to the first bidder. The price is then that maximum.',
  },
  {
    id: 'withdraw-bid',
    topic: 'Bidding',
    alsoAsked: 'cancel placed retract undo mistake wrong amount accident withdraw remove lower my maximum',
    question: 'Can I take a bid back?',
    answer:
      'No, a bid is binding. You can lower or withdraw the part of an auto-bid that isn’t committed yet, but never below the current price while you lead.',
  },
  {
    id: 'connection-lost',
    topic: 'Bidding',
    alsoAsked: 'offline internet crash crashed page browser lost network dropped twice go through pressed',
    question: 'My connection broke while I was bidding. Did the bid count?',
    answer:
      'If the page said it counted, it counted. Otherwise the page sends the same bid again when you’re back online and shows the answer. A bid sent twice counts once. The lot’s history shows what was recorded.',
  },
  {
    id: 'staff-bids',
    topic: 'Bidding',
    alsoAsked: 'shill fake bidders bots fair honest cheat trust raise the price seller own car own lot',
    question: 'Do you bid against me?',
    answer:
      'Never. We don’t bid for ourselves or for sellers, and sellers may not bid on their own lots. After the close, the complete history is public and anyone can replay it.',
    more: { to: `${paths.howItWorks}#check`, label: 'Verify a result' },
  },
  {
    id: 'increments',
    topic: 'Bidding',
    alsoAsked: 'step minimum increments table bid amount least lowest at',
    question: 'How large is the next bid?',
    answer:
      'The current price plus one increment, which grows with the price. See the table in the bidding guide. You can always bid more.',
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
      'Each lot says when it was inspected and by whom, or that it wasn’t inspected. For an inspected vehicle, we list the flaws we found and mark them on its outline. For one that wasn’t inspected, the flaws and report come from the seller, and an empty list doesn’t mean there are no flaws.',
  },
  {
    id: 'title-brand',
    topic: 'Vehicles',
    alsoAsked: 'salvage rebuilt clean documents registration',
    question: 'What does the title brand mean?',
    answer:
      'How the state has marked the vehicle’s title: clean, salvage, rebuilt and so on. A brand stays with the vehicle and can decide whether you may register it where you live. Ask your DMV before you bid.',
  },
  {
    id: 'odometer',
    topic: 'Vehicles',
    alsoAsked: 'mileage miles kilometers km distance real true accurate correct',
    question: 'What is an actual odometer reading?',
    answer:
      'One that we have no reason to doubt because it fits the documents and the wear. Otherwise the lot says not actual or exempt, and you can’t rely on the reading.',
  },
  {
    id: 'collection',
    topic: 'Vehicles',
    alsoAsked:
      'pick up pickup collect carrier friend someone else wife relative car vehicle fetch where location address when soon after',
    question: 'Where do I pick up the vehicle?',
    answer:
      'At the place shown on the lot, once the invoice is paid. You can send a carrier: tell us the company’s name first, and give the carrier the invoice number.',
  },
  {
    id: 'not-as-described',
    topic: 'Vehicles',
    alsoAsked: 'wrong damage complaint return broken faulty engine not listed hidden problem differs buyer protection',
    question: 'The vehicle isn’t as described. What now?',
    answer:
      'Leave it as it is, take photos and write to us within 3 business days of pickup. If an essential point was wrong, we fix it, reduce the price or undo the sale.',
    more: { to: `${paths.refund}#vehicle`, label: 'Refunds: a vehicle you’ve won' },
  },
]

const ACCOUNT: Answer[] = [
  {
    id: 'paddle',
    topic: 'Account and safety',
    alsoAsked: 'anonymous name visible number seller know my name paddle',
    question: 'What do other bidders see about me?',
    answer: 'Only your paddle. We know your name, and for a lot you win, so does its seller.',
  },
  {
    id: 'account-suspended',
    topic: 'Account and safety',
    alsoAsked: 'blocked suspended locked closed',
    question: 'Why isn’t my account active?',
    answer:
      'Usually because of an unpaid invoice or a question about your details. You can still sign in and pay. Write to support from your account’s email and we’ll tell you the reason.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'phishing',
    topic: 'Account and safety',
    alsoAsked: 'scam fraud fake email genuine really from you suspicious',
    question: 'How do I know a message is from you?',
    answer:
      'We never ask for your password and never email new bank details. Payment details are only on the invoice in your account. If you’re unsure, contact us through the contact page.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'cookies',
    topic: 'Account and safety',
    alsoAsked: 'tracking consent',
    question: 'Which cookies do you use?',
    answer:
      'One that keeps you signed in. Everything else is off until you turn it on, and you can change your choice under Cookie settings at the bottom of every page.',
    more: { to: `${paths.privacy}#browser`, label: 'What is stored in your browser' },
  },
]
