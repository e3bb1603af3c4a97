import * as accountProfile from './account-profile.ts'
import * as accountStaff from './account-staff.ts'
import * as accounts from './accounts.ts'
import * as auctions from './auctions.ts'
import * as bidWithdrawal from './bid-withdrawal.ts'
import * as bidding from './bidding.ts'
import * as ledger from './ledger.ts'
import * as buyingPower from './buying-power.ts'
import * as eligibility from './eligibility.ts'
import * as catalogue from './catalogue.ts'
import * as calendar from './calendar.ts'
import type { Endpoint } from './endpoint.ts'
import * as feed from './feed.ts'
import * as adminInvoices from './admin-invoices.ts'
import * as vehicleImport from './import.ts'
import * as disputes from './disputes.ts'
import * as halts from './halts.ts'
import * as houseSettings from './house-settings.ts'
import * as invoices from './invoices.ts'
import * as lots from './lots.ts'
import * as lotCosts from './lot-costs.ts'
import * as lotEntry from './lot-entry.ts'
import * as lotDocuments from './lot-documents.ts'
import * as membership from './membership.ts'
import * as myBids from './my-bids.ts'
import * as notifications from './notifications.ts'
import * as oversight from './oversight.ts'
import * as ownSeals from './own-seals.ts'
import * as parked from './parked.ts'
import * as payments from './payments.ts'
import * as questions from './questions.ts'
import * as shipping from './shipping.ts'
import * as standingBids from './standing-bids.ts'
import * as talks from './talks.ts'
import * as saleConsole from './sale-console.ts'
import * as saleTerms from './sale-terms.ts'
import * as saleEntry from './sale-entry.ts'
import * as saleHero from './sale-hero.ts'
import * as photographs from './photographs.ts'
import * as transfers from './transfers.ts'
import * as vehicles from './vehicles.ts'
import * as verification from './verification.ts'

/** Every endpoint of the house, in the order of the bidder's journey. */
export const ENDPOINTS: readonly Endpoint[] = [
  accounts,
  accountProfile,
  accountStaff,
  membership,
  payments,
  transfers,
  disputes,
  verification,
  auctions,
  saleTerms,
  saleEntry,
  saleHero,
  lots,
  lotCosts,
  vehicles,
  vehicleImport,
  lotEntry,
  photographs,
  lotDocuments,
  questions,
  shipping,
  bidding,
  ledger,
  feed,
  bidWithdrawal,
  talks,
  catalogue,
  buyingPower,
  eligibility,
  standingBids,
  myBids,
  ownSeals,
  parked,
  saleConsole,
  halts,
  calendar,
  invoices,
  adminInvoices,
  houseSettings,
  notifications,
  oversight,
].flatMap((room) => Object.values(room).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
