/**
 * The access levels, in one place for the server's checks, the client's guards and the tests. Each member level includes the ones before
 * it; the staff levels are separate from them. `customer` may read and pay invoices: anyone verified, even while suspended. `complete` may
 * bid. `canSeePrices` may see what changes (standings, ledgers, the live feed): verified members, and staff, who need not be bidders.
 */
const ACCESS_LEVELS = [
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

export type StaffRole = (typeof STAFF_ROLES)[number]

export type Role = 'member' | StaffRole

/** The stored form of a person's roles: the first in the order of STAFF_ROLES, and the others. The owner has every role. */
export function storedRoles(roles: readonly StaffRole[]): { role: StaffRole; moreRoles: StaffRole[] } {
  if (roles.includes('owner')) return { role: 'owner', moreRoles: [] }
  const [role, ...moreRoles] = STAFF_ROLES.filter((each) => roles.includes(each))
  if (role === undefined) throw new Error('staff need a role')
  return { role, moreRoles }
}
