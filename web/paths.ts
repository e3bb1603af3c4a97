import type { Page } from '#contract/pages.ts'

/** The URLs of the client, spelled in this one file. Patterns are in `#contract/pages.ts`. */
export const paths = {
  home: '/',
  autobid: '/autobid',
  howItWorks: '/how-it-works',
  support: '/support',
  faq: '/faq',
  contact: '/contact',
  messageStatus: '/message-status',
  biddingGuide: '/bidding-guide',
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',
  about: '/about',
  referralProgram: '/referral-program',
  meetDirector: '/meet-director',
  logIn: '/auth',
  register: '/register',
  adminLogIn: '/admin-login',
  payment: '/payment',
  verification: '/verification',
  verificationComplete: '/verification-complete',
  verificationPending: '/verification-pending',
  calendar: '/calendar',
  /** When the lots one follows are likely to close. */
  closingPlan: () => '/calendar?view=plan',
  myBids: '/my-bids',
  profile: '/profile',
  invoices: '/invoices',
  invoiceDemo: '/invoice-demo',
  marketingTools: '/marketing-tools',
  lowBudgetMarketing: '/low-budget-marketing',
  admin: '/admin',
  faqAnswer: (slug: string) => `/faq#${slug}`,
  auction: (auctionId: string) => `/auction/${auctionId}`,
  lot: (lotNumber: number) => `/lot/${lotNumber}`,
  /** One invoice: what it says, paying it, what can still be charged, what happened to it. */
  invoice: (invoiceId: string) => `/invoices?invoice=${invoiceId}`,
  vehicle: (vehicleId: string) => `/vehicle/${vehicleId}`,
  /** Photographs and damage map of a vehicle, for the auctioneer. */
  adminPhotographs: (vehicleId: string) => `/admin/photographs/${vehicleId}`,
  adminPage: (page: string) => `/admin/${page}`,
  /** Registration with the code of the member who recommended the house. */
  registerBy: (referralCode: string) => `/register?ref=${encodeURIComponent(referralCode)}`,
} satisfies Record<string, Page | ((value: never) => string)>
