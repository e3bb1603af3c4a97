import * as accountProfile from './account-profile.ts'
import * as accountStaff from './account-staff.ts'
import * as accounts from './accounts.ts'
import * as auctions from './auctions.ts'
import * as bidding from './bidding.ts'
import * as disputes from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import * as adminInvoices from './admin-invoices.ts'
import * as houseSettings from './house-settings.ts'
import * as invoices from './invoices.ts'
import * as lots from './lots.ts'
import * as membership from './membership.ts'
import * as notifications from './notifications.ts'
import * as payments from './payments.ts'
import * as transfers from './transfers.ts'
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
  lots,
  bidding,
  invoices,
  adminInvoices,
  houseSettings,
  notifications,
].flatMap((room) => Object.values(room).filter(isEndpoint))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
