import type { Page } from '#contract/pages.ts'

type Words = { title: string; description: string }

/** What the pages that stand for themselves say of themselves, in the words of their screens. Others are not to be found by searching. */
export const PAGE_WORDS: Partial<Record<Page, Words>> = {
  '/': {
    title: 'Paddock: vehicle auctions you can check',
    description:
      'Online vehicle auctions with the full cost beside every bid, a condition report for every inspected car, and a bid history anyone can check.',
  },
  '/autobid': {
    title: 'Auto-bid: name your maximum once · Paddock',
    description:
      'You say how far you would go, and the house bids for you, one step at a time, never more than is needed to keep you in front.',
  },
  '/how-it-works': {
    title: 'How it works · Paddock',
    description:
      'From an account to a car: registering, the membership fee, checking who you are, bidding, paying and collecting.',
  },
  '/support': {
    title: 'Support · Paddock',
    description:
      'Start with what brought you here: an account, a bid, an invoice, a vehicle, or something that went wrong.',
  },
  '/faq': {
    title: 'Frequently asked questions · Paddock',
    description:
      'Answers about accounts, fees, bidding, closing times, payment and collection, each with an address of its own.',
  },
  '/contact': {
    title: 'Contact · Paddock',
    description:
      'How to reach the people of the house: one of us reads and answers every message, usually within one business day.',
  },
  '/message-status': {
    title: 'Message status · Paddock',
    description: 'Where your message to the house is, what happens to it next, and how to ask after it.',
  },
  '/bidding-guide': {
    title: 'Bidding guide and fees · Paddock',
    description:
      'Opening bids, increments, reserves, soft closes and every fee, with a calculator for the full cost of a bid.',
  },
  '/terms': {
    title: 'Terms · Paddock',
    description: 'The terms on which Paddock runs its sales and you bid in them, in plain sentences.',
  },
  '/privacy': {
    title: 'Privacy · Paddock',
    description: 'What Paddock stores about you, why, for how long, who sees it, and how to have it deleted.',
  },
  '/refund': {
    title: 'Refunds · Paddock',
    description:
      'When the membership fee and payments for a vehicle are given back, how to ask, and how long it takes.',
  },
  '/about': {
    title: 'About · Paddock',
    description: 'Who runs Paddock, what the house promises to bidders and sellers, and how anyone can check it.',
  },
  '/referral-program': {
    title: 'Recommend Paddock · Paddock',
    description: 'Send a friend who’s looking for a vehicle to Paddock with a link of your own.',
  },
  '/meet-director': {
    title: 'Meet the director · Paddock',
    description: 'Who answers for the company, in their own words.',
  },
  '/auth': {
    title: 'Log in · Paddock',
    description: 'Log in to your Paddock account to follow lots, place bids and pay invoices.',
  },
  '/register': {
    title: 'Open an account · Paddock',
    description: 'Open a Paddock account: the first of three steps before you can bid on a vehicle.',
  },
}

/** For pages of one person or of the staff, and for lots and sales that are not there: their head says that they are not for indexes. */
export const PLAIN_WORDS = PAGE_WORDS['/']!
