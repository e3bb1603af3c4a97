/**
 * The access levels, in one place for the server's checks, the client's guards and the tests. Each member level includes the ones before
 * it; the staff levels are separate from them. `customer` may read and pay invoices: anyone verified, even while suspended. `complete` may
 * bid. `canSeePrices` may see what changes (standings, ledgers, the live feed): verified members, and staff, who need not be bidders.
 */
export const ACCESS_LEVELS = [
  'visitor',
  'member',
  'paid',
  'customer',
  'complete',
  'sees-prices',
  'staff',
  'auctioneer',
  'reviewer',
  'cashier',
  'owner',
] as const

export type AccessLevel = (typeof ACCESS_LEVELS)[number]

export const STAFF_ROLES = ['auctioneer', 'reviewer', 'cashier', 'owner'] as const

export type Role = 'member' | (typeof STAFF_ROLES)[number]
