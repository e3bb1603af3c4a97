import type { Page } from '#contract/platform/pages.ts'

type Words = { title: string; description: string }

/** Titles and descriptions of static public pages, in the words of their screens. Other pages are not for search engines. */
export const PAGE_WORDS: Partial<Record<Page, Words>> = {
  '/': {
    title: 'Paddock: vehicle auctions you can verify',
    description:
      'Online vehicle auctions where you see the full cost with every bid, a condition report for every inspected car, and a bid history anyone can verify.',
  },
  '/autobid': {
    title: 'Auto-bid: set your maximum once · Paddock',
    description:
      'Set the most you’d pay, and we bid for you one step at a time, never more than it takes to keep you in the lead.',
  },
  '/how-it-works': {
    title: 'How it works · Paddock',
    description:
      'From account to car: registration, membership fee, identity verification, bidding, payment and pickup.',
  },
  '/support': {
    title: 'Support · Paddock',
    description: 'Find help with your account, a bid, an invoice, a vehicle, or something that went wrong.',
  },
  '/faq': {
    title: 'Frequently asked questions · Paddock',
    description: 'Answers about accounts, fees, bidding, closing times, payment and pickup, each with its own link.',
  },
  '/contact': {
    title: 'Contact · Paddock',
    description: 'How to reach our team. A person reads and answers every message, usually within one business day.',
  },
  '/message-status': {
    title: 'Message status · Paddock',
    description: 'See the status of your message to our team, what happens next, and how to follow up.',
  },
  '/bidding-guide': {
    title: 'Bidding guide and fees · Paddock',
    description:
      'Opening bids, increments, reserves, soft closes and every fee, with a calculator for the full cost of a bid.',
  },
  '/terms': {
    title: 'Terms · Paddock',
    description: 'The terms for bidding in Paddock auctions, in plain English.',
  },
  '/privacy': {
    title: 'Privacy · Paddock',
    description: 'What Paddock stores about you, why, for how long, who sees it, and how to delete it.',
  },
  '/refund': {
    title: 'Refunds · Paddock',
    description: 'When we refund the membership fee and vehicle payments, how to ask, and how long it takes.',
  },
  '/about': {
    title: 'About · Paddock',
    description: 'Who runs Paddock, what we promise bidders and sellers, and how anyone can verify it.',
  },
  '/referral-program': {
    title: 'Refer a friend · Paddock',
    description: 'Invite a friend who’s looking for a vehicle with your own Paddock link.',
  },
  '/meet-director': {
    title: 'Meet the director · Paddock',
    description: 'Who answers for the company, in their own words.',
  },
  '/auth': {
    title: 'Sign in · Paddock',
    description: 'Sign in to your Paddock account to follow lots, place bids and pay invoices.',
  },
  '/register': {
    title: 'Create an account · Paddock',
    description: 'Create a Paddock account, the first of three steps before you can bid on a vehicle.',
  },
}

/** For pages of one person or of staff, and for unknown lots and auctions: their head says noindex. */
export const PLAIN_WORDS = PAGE_WORDS['/']!
