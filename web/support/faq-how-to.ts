import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { figuresOf } from '../pages/content/figures.ts'
import { paths } from '../paths.ts'
import { formatMoney } from '../platform/money.ts'
import type { Answer } from './faq-answer.ts'

/** How to do things on the site, and its other charges. */
export function howToAnswers(terms: CompanyTerms): Answer[] {
  return [...WATCHING, ...VEHICLES, ...payments(terms)]
}

function payments(terms: CompanyTerms): Answer[] {
  const { paymentDays, tax } = figuresOf(terms)
  const topic = 'Costs and paying'
  const { storage, lateFee, currency, timeZone } = terms
  return [
    {
      id: 'payment-methods',
      topic,
      alsoAsked:
        'credit card debit wire transfer cash check cheque bitcoin finance financing loan installments payment methods how to pay invoice card stored saved',
      question: 'How can I pay?',
      answer:
        'Open the invoice and choose one of the ways it offers, such as a card or a bank transfer. Use the reference on the invoice for a transfer. We don’t take cash or checks, and we don’t offer loans.',
      more: { to: paths.invoices, label: 'Invoices' },
    },
    {
      id: 'storage-fee',
      topic,
      alsoAsked: 'store keep yard parking how long pick up late cannot in time days free leave car there',
      question: 'What does storage cost?',
      answer:
        storage.perDay === 0
          ? 'We don’t charge for storage.'
          : `The first ${storage.freeDays} days are free. After that it’s ${formatMoney(storage.perDay, currency, true)} a day until the vehicle is picked up.`,
      more: { to: `${paths.terms}#collection`, label: 'Terms: pickup' },
    },
    {
      id: 'late-fee',
      topic,
      alsoAsked: 'late overdue amount penalty how much',
      question: 'How much is the late fee?',
      answer:
        lateFee === 0
          ? 'There’s no late fee.'
          : `${formatMoney(lateFee, currency, true)}, once, if an invoice isn’t paid within ${paymentDays}.`,
      more: { to: `${paths.terms}#price`, label: 'Terms: price and payment' },
    },
    {
      id: 'sales-tax',
      topic,
      alsoAsked: 'vat taxes percent rate exempt resale dealer price',
      question: 'Do I pay sales tax?',
      answer: `Yes: ${tax}. It’s in the total you see before you bid, and on its own line of the invoice. Write to us before you bid if you’re exempt.`,
      more: { to: `${paths.biddingGuide}#cost`, label: 'What it costs' },
    },
    {
      id: 'invoice-copy',
      topic,
      alsoAsked: 'receipt pdf download print document bill copy billing address company name on invoice',
      question: 'Where do I find my invoice or receipt?',
      answer:
        'Under Invoices. You can save each one as a PDF, with its receipts. The invoice address and tax ID are in your profile; change them before a lot closes.',
      more: { to: paths.invoices, label: 'Invoices' },
    },
    {
      id: 'currency-and-times',
      topic,
      alsoAsked: 'dollars currency euro time zone timezone local clock hours',
      question: 'Which currency and time zone do you use?',
      answer: `Prices are in ${currency}. The site shows times in your own time zone; invoices and emails use ${timeZone.replaceAll('_', ' ')}.`,
    },
  ]
}

const WATCHING: Answer[] = [
  {
    id: 'watch',
    topic: 'Bidding',
    alsoAsked: 'follow favorite save lot for later heart watchlist list remember',
    question: 'How do I watch a lot?',
    answer: 'Press the heart on the lot. Your watched lots are in My bids, and we tell you before they close.',
    more: { to: paths.myBids, label: 'My bids' },
  },
  {
    id: 'alerts',
    topic: 'Bidding',
    alsoAsked: 'notify me notification email alert new cars matching saved search looking for specific model',
    question: 'Can you tell me when a car I’m looking for comes up?',
    answer:
      'Yes. Search, then save the search with alerts. We notify you about new lots that match. Saved searches are in your profile.',
    more: { to: paths.home, label: 'Search lots' },
  },
  {
    id: 'notifications',
    topic: 'Account and safety',
    alsoAsked:
      'unsubscribe stop emails turn off on push notifications fewer messages sms text settings told notify outbid phone',
    question: 'How do I turn notifications on or off?',
    answer:
      'In your profile, for each kind: on the page, by email or as push messages. Every email you can turn off also has an Unsubscribe link.',
    more: { to: paths.profile, label: 'Notifications' },
  },
  {
    id: 'calendar',
    topic: 'Bidding',
    alsoAsked:
      'schedule upcoming next auctions dates when is the next auction sale today this week subscribe google outlook',
    question: 'When are the next auctions?',
    answer:
      'The calendar shows every auction by month, week or as a list. Members can add auctions to their own calendar or subscribe to all.',
    more: { to: paths.calendar, label: 'Calendar' },
  },
  {
    id: 'install-app',
    topic: 'Account and safety',
    alsoAsked: 'app iphone android mobile phone cell bid on my phone install download home screen ios',
    question: 'Is there an app?',
    answer:
      'The site works on phones as it is. You can also add it to your home screen from your browser’s menu, and turn on push messages.',
  },
  {
    id: 'timed-and-live',
    topic: 'Bidding',
    alsoAsked: 'difference auction online live timed virtual lane how auction works duration how long',
    question: 'What’s the difference between a timed and a live auction?',
    answer:
      'In a timed auction each lot has its own closing time. In a live auction the lots come up one after another, and each stays open as long as bids come in.',
    more: { to: `${paths.howItWorks}#close`, label: 'How a lot closes' },
  },
  {
    id: 'place-bid',
    topic: 'Bidding',
    alsoAsked: 'make enter bidding steps how to bid button click start win a car',
    question: 'How do I place a bid?',
    answer:
      'Open the lot and press the button with the next bid, or enter a higher amount or your maximum. You see the total with all fees before you send it. You need to be a verified member.',
    more: { to: `${paths.biddingGuide}#next-bid`, label: 'The next bid' },
  },
  {
    id: 'what-is-paddle',
    topic: 'Bidding',
    alsoAsked: 'paddle number bidder number',
    question: 'What is a paddle?',
    answer: 'Your number in our auctions. Other bidders see it in place of your name. You find yours in your profile.',
    more: { to: paths.profile, label: 'Profile' },
  },
  {
    id: 'bid-refused',
    topic: 'Bidding',
    alsoAsked: 'rejected declined not accepted failed error too low cannot bid invalid',
    question: 'Why was my bid refused?',
    answer:
      'The page says why: it may be below the next bid, over your bidding limit, or too late, or your account may not be ready to bid. Nothing is recorded, and you can bid again.',
    more: { to: `${paths.biddingGuide}#next-bid`, label: 'The next bid' },
  },
  {
    id: 'negotiation',
    topic: 'Bidding',
    alsoAsked: 'negotiate with the seller haggle counteroffer make an offer below reserve discount lower price',
    question: 'Can I negotiate the price?',
    answer:
      'Only if a lot closes below its reserve and you’re the high bidder. Then you and the seller can each make offers until a deadline that both see.',
    more: { to: `${paths.biddingGuide}#reserve`, label: 'Reserve' },
  },
  {
    id: 'withdrawn-lot',
    topic: 'Bidding',
    alsoAsked: 'lot removed taken down cancelled auction cancel lot withdrawn disappeared postponed',
    question: 'What happens if a lot is withdrawn?',
    answer: 'Every bid on it ends and costs nothing. If you already paid, you get everything back.',
    more: { to: `${paths.refund}#withdrawn`, label: 'Refunds: a lot that is withdrawn' },
  },
  {
    id: 'buy-now',
    topic: 'Bidding',
    alsoAsked: 'buy it now immediately without auction fixed price purchase instantly',
    question: 'Can I buy a vehicle without bidding?',
    answer:
      'Some lots have a buy-now price. Paying it ends the lot immediately. The offer ends with the first bid that meets the reserve.',
    more: { to: `${paths.biddingGuide}#buy-now`, label: 'Buy now' },
  },
]

const VEHICLES: Answer[] = [
  {
    id: 'refunds',
    topic: 'Costs and paying',
    alsoAsked: 'refund money back reimbursement return when how long fast quickly arrive card bank',
    question: 'When do I get a refund?',
    answer:
      'You get the membership fee back if you haven’t placed a bid and ask in time. You get the price of a vehicle back if it wasn’t what was described, or if the lot is withdrawn.',
    more: { to: paths.refund, label: 'Refunds' },
  },
  {
    id: 'ask-about-lot',
    topic: 'Vehicles',
    alsoAsked: 'question more photos details information seller contact know about vehicle missing',
    question: 'How do I ask about a lot?',
    answer:
      'On the lot page, under Questions. Verified members can ask until the lot closes, and the answer is shown to all bidders without your name.',
  },
  {
    id: 'see-in-person',
    topic: 'Vehicles',
    alsoAsked: 'inspect myself visit viewing test drive mechanic before bidding look at it in person come by',
    question: 'Can I see or test drive a vehicle before I bid?',
    answer:
      'Ask on the lot page or write to us: whether a visit is possible depends on where the vehicle is. There are no test drives. The photos, the known flaws and the inspection report are on the lot.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'shipping',
    topic: 'Vehicles',
    alsoAsked: 'ship deliver delivery transport to my home another state cost export abroad truck carrier quote',
    question: 'Do you ship vehicles?',
    answer:
      'You pick the vehicle up or send a carrier. The lot page shows an estimate of what transport would cost to your place; it’s an estimate, not an offer.',
  },
  {
    id: 'warranty',
    topic: 'Vehicles',
    alsoAsked:
      'guarantee asis as-is condition broken after auction return lemon change my mind buyers remorse cancel purchase',
    question: 'Is there a warranty? Can I return a vehicle?',
    answer:
      'There’s no warranty, and a change of mind doesn’t undo a purchase. If the vehicle isn’t what was described, tell us within 3 business days of picking it up.',
    more: { to: `${paths.refund}#vehicle`, label: 'Refunds: a vehicle you’ve won' },
  },
  {
    id: 'title-documents',
    topic: 'Vehicles',
    alsoAsked: 'title document paperwork registration plates ownership when receive will get the documents dmv',
    question: 'When do I get the title?',
    answer:
      'The vehicle is yours once the invoice is paid. You get the title and documents with the vehicle or by mail, as the lot says. You register it with your own state.',
    more: { to: `${paths.terms}#collection`, label: 'Terms: title and pickup' },
  },
  {
    id: 'vin-check',
    topic: 'Vehicles',
    alsoAsked: 'vehicle identification number history accident carfax stolen check digit decode',
    question: 'Where do I find the VIN and the history of a vehicle?',
    answer:
      'The VIN is on the lot page for verified members, checked and decoded. Use it with the history service you trust; we don’t sell history reports.',
  },
]
