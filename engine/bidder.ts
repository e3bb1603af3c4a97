/** The public number under which a bidder bids. */
export type Paddle = number

/** Who bids: the account's id, private, and the paddle, public. */
export type Bidder = { id: string; paddle: Paddle }

/** Why a person may not bid, in the order of the checks. */
export type Ineligible = 'staff' | 'not-complete' | 'suspended' | 'email-unconfirmed' | 'address-missing' | 'own-lot'
