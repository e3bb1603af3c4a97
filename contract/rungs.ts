/**
 * The access ladder, in one place for the server's checks, the client's guards and the tests.
 * Each rung includes the ones before it; the staff rungs stand beside the ladder. `customer` may read and pay invoices: who is complete,
 * also while suspended. `complete` may bid; `informed` may see what moves
 * (standings, ledgers, the live feed): complete bidders, and staff, who need not be bidders themselves.
 */
export const RUNGS = [
  'visitor',
  'member',
  'paid',
  'customer',
  'complete',
  'informed',
  'staff',
  'auctioneer',
  'reviewer',
  'cashier',
  'owner',
] as const

export type Rung = (typeof RUNGS)[number]

export const STAFF_ROLES = ['auctioneer', 'reviewer', 'cashier', 'owner'] as const

export type Role = 'member' | (typeof STAFF_ROLES)[number]
