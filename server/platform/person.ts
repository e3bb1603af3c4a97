import type { Role, StaffRole } from '#contract/platform/access-levels.ts'
import type { User } from '#contract/accounts/accounts.ts'

/** The sender of a request, as the session knows them: enough for access levels and bidding, without a round trip. */
export type Person = {
  id: string
  sessionId: string
  paddle: number
  role: Role
  /** Other roles of a staff account. */
  moreRoles: readonly StaffRole[]
  hasPaidMembershipFee: boolean
  verificationStatus: User['verificationStatus']
  idDocument: User['idDocument']
  accountStatus: User['accountStatus']
  emailConfirmed: boolean
  /** There is a postal address. */
  hasAddress: boolean
  /** Minor units; null: no limit. */
  biddingLimit: number | null
  /** The limits that replace it on lots of single auctions, by the auction's id; null: none. */
  auctionLimits: Readonly<Record<string, number>> | null
  /** `due`: staff who must set it up before the administration opens to them. */
  secondFactor: User['secondFactor']
  /** In a support session, the staff account that is looking. Null in a person's own session. */
  supportBy: string | null
  /** When it ends, in ms. */
  supportUntil: number | null
}

/** A person apart from any session, such as one whose bid the auctioneer enters. */
export type Account = Omit<Person, 'sessionId' | 'secondFactor' | 'supportBy' | 'supportUntil'>
