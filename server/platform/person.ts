import type { Role } from '#contract/rungs.ts'
import type { User } from '#contract/accounts.ts'

/** Who sends a request, as the session knows it: enough for the access ladder and for bidding, without a round trip. */
export type Person = {
  id: string
  sessionId: string
  paddle: number
  role: Role
  hasPaidMembershipFee: boolean
  verificationStatus: User['verificationStatus']
  idDocument: User['idDocument']
  accountStatus: User['accountStatus']
  emailConfirmed: boolean
  /** There is a postal address. */
  hasAddress: boolean
  /** Minor units; null: no limit. */
  biddingLimit: number | null
  /** `due`: staff who must set it up before the administration opens to them. */
  secondFactor: User['secondFactor']
  /** Whose eyes look, where this is a session of support: an account of staff. Null in one's own session. */
  supportBy: string | null
}
