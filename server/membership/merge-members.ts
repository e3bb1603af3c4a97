import { sql } from 'kysely'
import type { MergePart } from '#server/accounts/merge/merge-part.ts'
import { markMembershipPaid, readStanding } from '#server/accounts/staff/change-standing.ts'

/** Who paid the fee stays a member. Two fees are one too many: the one of the duplicate goes back first. */
export const mergeMembers: MergePart = {
  async refuse(trx, { keptId, duplicateId }) {
    const paid = await sql`
      select 1 from payment where account_id = ${duplicateId} and purpose = 'membership' and state = 'succeeded'`.execute(
      trx,
    )
    const kept = await readStanding(trx, keptId)
    return paid.rows.length > 0 && kept?.hasPaidMembershipFee === true
      ? ['Both paid the membership fee. Refund the duplicate’s fee first.']
      : []
  },
  async carry(trx, { keptId, duplicateId }) {
    const [kept, duplicate] = [await readStanding(trx, keptId), await readStanding(trx, duplicateId)]
    if (kept?.hasPaidMembershipFee !== false || duplicate?.hasPaidMembershipFee !== true) return {}
    await markMembershipPaid(trx, keptId)
    return { membership: 1 }
  },
}
