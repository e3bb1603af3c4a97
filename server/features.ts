import { accountsFeature } from './accounts/feature.ts'
import { auctionsFeature } from './auctions/feature.ts'
import { biddingFeature } from './bidding/feature.ts'
import { contentFeature } from './content/feature.ts'
import { catalogFeature } from './catalog/feature.ts'
import { calendarFeature } from './calendar/feature.ts'
import { invoicesFeature } from './invoices/feature.ts'
import { lotsFeature } from './lots/feature.ts'
import { marketingFeature } from './marketing/feature.ts'
import { membershipFeature } from './membership/feature.ts'
import { notificationsFeature } from './notifications/feature.ts'
import { paymentsFeature } from './payments/feature.ts'
import type { Feature } from './platform/feature.ts'
import { reportingFeature } from './reporting/feature.ts'
import { riskFeature } from './risk/feature.ts'
import { seoFeature } from './seo/feature.ts'
import { sellersFeature } from './sellers/feature.ts'
import { sellingFeature } from './selling/feature.ts'
import { settlementsFeature } from './settlements/feature.ts'
import { supportFeature } from './support/feature.ts'
import { verificationFeature } from './verification/feature.ts'

/** In the order of the bidder's journey: a feature may use features before it, never after. */
export const FEATURES: readonly Feature[] = [
  accountsFeature,
  paymentsFeature,
  membershipFeature,
  verificationFeature,
  auctionsFeature,
  sellersFeature,
  lotsFeature,
  contentFeature,
  biddingFeature,
  catalogFeature,
  seoFeature,
  calendarFeature,
  invoicesFeature,
  settlementsFeature,
  sellingFeature,
  notificationsFeature,
  marketingFeature,
  supportFeature,
  riskFeature,
  reportingFeature,
]
