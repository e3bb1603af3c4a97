import type { Page } from '#contract/platform/pages.ts'

/** The URLs of the client, all in this file. Patterns are in `#contract/platform/pages.ts`. */
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
  /** The catalog, soonest end first. */
  lots: () => '/?sort=ending',
  /** When the lots the person follows are likely to close. */
  closingPlan: () => '/calendar?view=plan',
  myBids: '/my-bids',
  profile: '/profile',
  invoices: '/invoices',
  invoiceDemo: '/invoice-demo',
  selling: '/selling',
  marketingTools: '/marketing-tools',
  lowBudgetMarketing: '/low-budget-marketing',
  admin: '/admin',
  faqAnswer: (slug: string) => `/faq#${slug}`,
  auction: (auctionId: string) => `/auction/${auctionId}`,
  /** One lot, for its seller. */
  sellingLot: (lotId: string) => `/selling/${lotId}`,
  lot: (lotNumber: number) => `/lot/${lotNumber}`,
  /** The thread that a token opens; the token stays in the browser. */
  ticket: (token: string) => `/message-status#ticket=${token}`,
  /** One invoice: its content, payment, charges that can still come, its history. */
  invoice: (invoiceId: string) => `/invoices?invoice=${invoiceId}`,
  vehicle: (vehicleId: string) => `/vehicle/${vehicleId}`,
  /** Photos and damage map of a vehicle, for the auctioneer. */
  adminPhotos: (vehicleId: string) => `/admin/photos/${vehicleId}`,
  adminTicket: (ticketId: string) => `/admin/tickets/${ticketId}`,
  /** The risk signals about a person, a seller or a lot. */
  adminRisks: (of: { about: 'account' | 'seller' | 'lot'; id: string }) => `/admin/risks?${of.about}=${of.id}`,
  adminPage: (page: string) => `/admin/${page}`,
  /** Registration with the code of the member who referred the person. */
  registerBy: (referralCode: string) => `/register?ref=${encodeURIComponent(referralCode)}`,
  /** One section of the marketing tools. */
  marketingTool: (section: string) => `/marketing-tools#${section}`,
} satisfies Record<string, Page | ((value: never) => string)>
