import * as accountProfile from './accounts/account-profile.ts'
import * as accountStaff from './accounts/account-staff.ts'
import * as accounts from './accounts/accounts.ts'
import * as mergeAccounts from './accounts/merge-accounts.ts'
import * as companyChecklist from './accounts/company-checklist.ts'
import * as staff from './accounts/staff.ts'
import * as staffLinks from './accounts/staff-links.ts'
import * as assistant from './support/assistant.ts'
import * as auctions from './auctions/auctions.ts'
import * as bidWithdrawal from './bidding/bid-withdrawal.ts'
import * as bidding from './bidding/bidding.ts'
import * as ledger from './bidding/ledger.ts'
import * as buyingPower from './bidding/buying-power.ts'
import * as eligibility from './bidding/eligibility.ts'
import * as auctionLimits from './bidding/auction-limits.ts'
import * as catalog from './catalog/catalog.ts'
import * as calendar from './calendar/calendar.ts'
import type { Endpoint } from './platform/endpoint.ts'
import * as feed from './bidding/feed.ts'
import * as adminInvoices from './invoices/admin-invoices.ts'
import * as vehicleImport from './lots/import.ts'
import * as deskBids from './bidding/desk-bids.ts'
import * as disputes from './payments/disputes.ts'
import * as halts from './bidding/halts.ts'
import * as billing from './invoices/billing.ts'
import * as companySettings from './invoices/company-settings.ts'
import * as invoices from './invoices/invoices.ts'
import * as lots from './lots/lots.ts'
import * as lotCosts from './lots/lot-costs.ts'
import * as lotEntry from './lots/lot-entry.ts'
import * as lotDocuments from './lots/lot-documents.ts'
import * as mails from './notifications/mails.ts'
import * as membership from './membership/membership.ts'
import * as myBids from './bidding/my-bids.ts'
import * as newsletters from './marketing/newsletters.ts'
import * as notifications from './notifications/notifications.ts'
import * as oversight from './accounts/oversight.ts'
import * as ownSeals from './bidding/own-seals.ts'
import * as pending from './bidding/pending-bids.ts'
import * as payments from './payments/payments.ts'
import * as adminPayments from './payments/admin-payments.ts'
import * as marketing from './marketing/marketing.ts'
import * as overview from './reporting/overview.ts'
import * as auctionReport from './reporting/auction-report.ts'
import * as periodReports from './reporting/period-reports.ts'
import * as work from './reporting/work.ts'
import * as risk from './risk/risk.ts'
import * as questions from './lots/questions.ts'
import * as sellers from './sellers/sellers.ts'
import * as payouts from './settlements/payouts.ts'
import * as statements from './settlements/statements.ts'
import * as selling from './selling/selling.ts'
import * as shipping from './lots/shipping.ts'
import * as peopleRules from './accounts/people-rules.ts'
import * as strikes from './invoices/strikes.ts'
import * as timeline from './accounts/timeline.ts'
import * as support from './support/support.ts'
import * as content from './content/content.ts'
import * as brand from './content/brand.ts'
import * as editContent from './content/edit-content.ts'
import * as supportStaff from './support/support-staff.ts'
import * as standingBids from './bidding/standing-bids.ts'
import * as negotiations from './bidding/negotiations.ts'
import * as cancelAuction from './bidding/cancel-auction.ts'
import * as auctionConsole from './bidding/auction-console.ts'
import * as auctionTerms from './auctions/auction-terms.ts'
import * as auctionEntry from './auctions/auction-entry.ts'
import * as auctionHero from './lots/auction-hero.ts'
import * as publishChecks from './lots/publish-checks.ts'
import * as photos from './lots/vehicle-photos.ts'
import * as transfers from './payments/transfers.ts'
import * as vehicleEvents from './lots/vehicle-events.ts'
import * as vehicles from './lots/vehicles.ts'
import * as clients from './verification/clients.ts'
import * as verification from './verification/verification.ts'

/** Every endpoint, in the order of the bidder's journey. */
export const ENDPOINTS: readonly Endpoint[] = [
  accounts,
  accountProfile,
  accountStaff,
  mergeAccounts,
  peopleRules,
  timeline,
  staff,
  staffLinks,
  companyChecklist,
  payments,
  adminPayments,
  transfers,
  disputes,
  membership,
  verification,
  clients,
  auctions,
  auctionTerms,
  auctionEntry,
  auctionHero,
  sellers,
  lots,
  lotCosts,
  vehicles,
  vehicleEvents,
  vehicleImport,
  lotEntry,
  publishChecks,
  photos,
  lotDocuments,
  questions,
  shipping,
  content,
  editContent,
  brand,
  bidding,
  ledger,
  feed,
  bidWithdrawal,
  negotiations,
  catalog,
  buyingPower,
  auctionLimits,
  eligibility,
  standingBids,
  myBids,
  ownSeals,
  pending,
  auctionConsole,
  cancelAuction,
  deskBids,
  halts,
  calendar,
  billing,
  invoices,
  adminInvoices,
  strikes,
  companySettings,
  statements,
  payouts,
  selling,
  notifications,
  mails,
  marketing,
  newsletters,
  support,
  supportStaff,
  assistant,
  oversight,
  risk,
  work,
  overview,
  auctionReport,
  periodReports,
].flatMap((feature) => Object.values(feature).filter(isEndpoint).flatMap(withFile))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

/** Each list of the administration is followed by its CSV endpoint. */
function withFile(endpoint: Endpoint & { csv?: Endpoint | null }): Endpoint[] {
  return endpoint.csv == null ? [endpoint] : [endpoint, endpoint.csv]
}
