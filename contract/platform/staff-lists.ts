import type { AccessLevel } from './access-levels.ts'

/** The counts of waiting work, which change with most of the lists. */
const WORK_PATH = '/api/admin/work'

type StaffList = { readBy: AccessLevel; paths: readonly string[] }

/**
 * The lists of the administration that the feed keeps up to date: who may read a list, and the paths it is read from, which are also the
 * first parts of its query keys. A new list is one entry here, and a trigger `tells_staff` on the table it is read from.
 */
export const STAFF_LISTS = {
  verifications: { readBy: 'reviewer', paths: ['/api/admin/verifications', WORK_PATH] },
  auctions: { readBy: 'staff', paths: ['/api/admin/auctions', '/api/auctions'] },
  halts: { readBy: 'staff', paths: ['/api/admin/halts'] },
  'vehicle-imports': {
    readBy: 'auctioneer',
    paths: ['/api/admin/vehicle-imports', '/api/admin/vehicle-imports/:importId'],
  },
  sellers: { readBy: 'staff', paths: ['/api/admin/sellers', '/api/admin/sellers/:sellerId'] },
  photos: { readBy: 'auctioneer', paths: ['/api/admin/vehicles/:vehicleId/photos'] },
  negotiations: { readBy: 'auctioneer', paths: ['/api/admin/negotiations', WORK_PATH] },
  'reserve-requests': { readBy: 'auctioneer', paths: ['/api/admin/reserve-requests'] },
  questions: { readBy: 'auctioneer', paths: ['/api/admin/questions', WORK_PATH] },
  payments: { readBy: 'cashier', paths: ['/api/admin/payments', '/api/admin/refunds', WORK_PATH] },
  transfers: { readBy: 'cashier', paths: ['/api/admin/bank-lines', '/api/admin/bank-imports/:importId', WORK_PATH] },
  payouts: {
    readBy: 'cashier',
    paths: ['/api/admin/statements', '/api/admin/payouts', '/api/admin/payouts/:batchId'],
  },
  disputes: { readBy: 'cashier', paths: ['/api/admin/disputes', WORK_PATH] },
  referrals: { readBy: 'cashier', paths: ['/api/admin/referrals'] },
  tickets: { readBy: 'staff', paths: ['/api/admin/tickets', '/api/admin/tickets/:ticketId', WORK_PATH] },
  staff: { readBy: 'owner', paths: ['/api/admin/staff'] },
  mails: { readBy: 'owner', paths: ['/api/admin/mails', WORK_PATH] },
} as const satisfies Record<string, StaffList>

export type StaffTopic = keyof typeof STAFF_LISTS

export const STAFF_TOPICS = Object.keys(STAFF_LISTS) as StaffTopic[]
