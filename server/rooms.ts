import { accountsRoom } from './accounts/room.ts'
import { auctionsRoom } from './auctions/room.ts'
import { biddingRoom } from './bidding/room.ts'
import { catalogueRoom } from './catalogue/room.ts'
import { calendarRoom } from './calendar/room.ts'
import { invoicesRoom } from './invoices/room.ts'
import { lotsRoom } from './lots/room.ts'
import { membershipRoom } from './membership/room.ts'
import { notificationsRoom } from './notifications/room.ts'
import type { Room } from './platform/room.ts'
import { verificationRoom } from './verification/room.ts'

/** In the order of the bidder's journey: a room may use rooms before it, never after. */
export const ROOMS: readonly Room[] = [
  accountsRoom,
  membershipRoom,
  verificationRoom,
  auctionsRoom,
  lotsRoom,
  biddingRoom,
  catalogueRoom,
  calendarRoom,
  invoicesRoom,
  notificationsRoom,
]
