/** The public number under which a bidder bids. */
export type Paddle = number

/** Who bids: the account's id, private, and the paddle, public. */
export type Bidder = { id: string; paddle: Paddle }
