import type { Page } from '#contract/platform/pages.ts'

/** `heading`: of a page whose text has no title of its own. `title`: of the browser's tab, if not the heading with the company's name. */
export type PageWords = { title?: string; heading: string; description: string }

/** Titles and descriptions of static public pages, in the words of their screens. Other pages are not for search engines. */
const PAGE_WORDS: Partial<Record<Page, PageWords>> = {
  '/': {
    title: '{{companyName}}: vehicle auctions you can verify',
    heading: 'Vehicle auctions you can verify',
    description:
      'Online vehicle auctions where you see the full cost with every bid, a condition report for every inspected car, and a bid history anyone can verify.',
  },
  '/autobid': {
    heading: 'Auto-bid: set your maximum once',
    description:
      'Set the most you’d pay, and we bid for you one step at a time, never more than it takes to keep you in the lead.',
  },
  '/how-it-works': {
    heading: 'How it works',
    description:
      'From account to car: registration, membership fee, identity verification, bidding, payment and pickup.',
  },
  '/support': {
    heading: 'Support',
    description: 'Find help with your account, a bid, an invoice, a vehicle, or something that went wrong.',
  },
  '/faq': {
    heading: 'Frequently asked questions',
    description: 'Answers about accounts, fees, bidding, closing times, payment and pickup, each with its own link.',
  },
  '/contact': {
    heading: 'Contact',
    description: 'How to reach our team. A person reads and answers every message, usually within one business day.',
  },
  '/message-status': {
    heading: 'Message status',
    description: 'See the status of your message to our team, what happens next, and how to follow up.',
  },
  '/bidding-guide': {
    heading: 'Bidding guide and fees',
    description:
      'Opening bids, increments, reserves, soft closes and every fee, with a calculator for the full cost of a bid.',
  },
  '/terms': {
    heading: 'Terms',
    description: 'The terms for bidding in {{companyName}} auctions, in plain English.',
  },
  '/privacy': {
    heading: 'Privacy',
    description: 'What {{companyName}} stores about you, why, for how long, who sees it, and how to delete it.',
  },
  '/refund': {
    heading: 'Refunds',
    description: 'When we refund the membership fee and vehicle payments, how to ask, and how long it takes.',
  },
  '/about': {
    heading: 'About',
    description: 'Who runs {{companyName}}, what we promise bidders and sellers, and how anyone can verify it.',
  },
  '/referral-program': {
    heading: 'Refer a friend',
    description: 'Invite a friend who’s looking for a vehicle with your own {{companyName}} link.',
  },
  '/meet-director': {
    heading: 'Meet the director',
    description: 'Who answers for the company, in their own words.',
  },
  '/auth': {
    heading: 'Sign in',
    description: 'Sign in to your {{companyName}} account to follow lots, place bids and pay invoices.',
  },
  '/register': {
    heading: 'Create an account',
    description: 'Create a {{companyName}} account, the first of three steps before you can bid on a vehicle.',
  },
}

const BY_PATH = new Map<string, PageWords>(Object.entries(PAGE_WORDS))

/** The words of a page with the company's name in them; undefined for pages that are not for search engines. */
export function wordsOf(path: string, companyName: string): PageWords | undefined {
  const words = BY_PATH.get(path)
  if (words === undefined) return undefined
  const named = (text: string) => text.replaceAll('{{companyName}}', companyName)
  const { title, heading, description } = words
  return { heading, description: named(description), ...(title === undefined ? {} : { title: named(title) }) }
}

/** For pages of one person or of staff, and for unknown lots and auctions: their head says noindex. */
export function plainWords(companyName: string): { title: string; description: string } {
  const { title = '', description } = wordsOf('/', companyName)!
  return { title, description }
}
