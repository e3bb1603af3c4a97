import { accountsRoom } from './accounts/room.ts'
import { auctionsRoom } from './auctions/room.ts'
import { biddingRoom } from './bidding/room.ts'
import { lotsRoom } from './lots/room.ts'
import type { Room } from './platform/room.ts'

/** In the order of the bidder's journey: a room may use rooms before it, never after. */
export const ROOMS: readonly Room[] = [accountsRoom, auctionsRoom, lotsRoom, biddingRoom]
