import { t } from '#server/platform/language/text.ts'
import type { Page } from '#contract/platform/pages.ts'

/** `heading`: of a page whose text has no title of its own. `title`: of the browser's tab, if not the heading with the company's name. */
export type PageWords = { title?: string; heading: string; description: string }

/** Titles and descriptions of static public pages, in the words of their screens. Other pages are not for search engines. */
const PAGE_WORDS: Partial<Record<Page, (companyName: string) => PageWords>> = {
  '/': (companyName) => ({
    title: t`${{ companyName }}: vehicle auctions you can verify`,
    heading: t`Vehicle auctions you can verify`,
    description: t`Online vehicle auctions where you see the full cost with every bid, a condition report for every inspected car, and a bid history anyone can verify.`,
  }),
  '/autobid': () => ({
    heading: t`Auto-bid: set your maximum once`,
    description: t`Set the most you’d pay, and we bid for you one step at a time, never more than it takes to keep you in the lead.`,
  }),
  '/how-it-works': () => ({
    heading: t`How it works`,
    description: t`From account to car: registration, membership fee, identity verification, bidding, payment and pickup.`,
  }),
  '/support': () => ({
    heading: t`Support`,
    description: t`Find help with your account, a bid, an invoice, a vehicle, or something that went wrong.`,
  }),
  '/faq': () => ({
    heading: t`Frequently asked questions`,
    description: t`Answers about accounts, fees, bidding, closing times, payment and pickup, each with its own link.`,
  }),
  '/contact': () => ({
    heading: t`Contact`,
    description: t`How to reach our team. A person reads and answers every message, usually within one business day.`,
  }),
  '/message-status': () => ({
    heading: t`Message status`,
    description: t`See the status of your message to our team, what happens next, and how to follow up.`,
  }),
  '/bidding-guide': () => ({
    heading: t`Bidding guide and fees`,
    description: t`Opening bids, increments, reserves, soft closes and every fee, with a calculator for the full cost of a bid.`,
  }),
  '/terms': (companyName) => ({
    heading: t`Terms`,
    description: t`The terms for bidding in ${{ companyName }} auctions, in plain English.`,
  }),
  '/privacy': (companyName) => ({
    heading: t`Privacy`,
    description: t`What ${{ companyName }} stores about you, why, for how long, who sees it, and how to delete it.`,
  }),
  '/refund': () => ({
    heading: t`Refunds`,
    description: t`When we refund the membership fee and vehicle payments, how to ask, and how long it takes.`,
  }),
  '/about': (companyName) => ({
    heading: t`About`,
    description: t`Who runs ${{ companyName }}, what we promise bidders and sellers, and how anyone can verify it.`,
  }),
  '/referral-program': (companyName) => ({
    heading: t`Refer a friend`,
    description: t`Invite a friend who’s looking for a vehicle with your own ${{ companyName }} link.`,
  }),
  '/meet-director': () => ({
    heading: t`Meet the director`,
    description: t`Who answers for the company, in their own words.`,
  }),
  '/auth': (companyName) => ({
    heading: t`Sign in`,
    description: t`Sign in to your ${{ companyName }} account to follow lots, place bids and pay invoices.`,
  }),
  '/register': (companyName) => ({
    heading: t`Create an account`,
    description: t`Create a ${{ companyName }} account, the first of three steps before you can bid on a vehicle.`,
  }),
}

const BY_PATH = new Map(Object.entries(PAGE_WORDS))

/** The words of a page in the language of the call; undefined for pages that are not for search engines. */
export function wordsOf(path: string, companyName: string): PageWords | undefined {
  return BY_PATH.get(path)?.(companyName)
}

/** For pages of one person or of staff, and for unknown lots and auctions: their head says noindex. */
export function plainWords(companyName: string): { title: string; description: string } {
  const { title = '', description } = wordsOf('/', companyName)!
  return { title, description }
}
