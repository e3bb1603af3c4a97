import { sql } from 'kysely'
import type { MergePart } from '#server/accounts/merge/merge-part.ts'
import { markMembershipPaid, readMemberState } from '#server/accounts/member-state.ts'

/** Who paid the fee stays a member. Two fees are one too many: the one of the duplicate goes back first. */
export const mergeMembers: MergePart = {
  async refuse(trx, { keptId, duplicateId }) {
    const paid = await sql`
      select 1 from payment where account_id = ${duplicateId} and purpose = 'membership' and state = 'succeeded'`.execute(
      trx,
    )
    const kept = await readMemberState(trx, keptId)
    return paid.rows.length > 0 && kept?.hasPaidMembershipFee === true
      ? ['Both paid the membership fee. Refund the duplicate’s fee first.']
      : []
  },
  async carry(trx, { keptId, duplicateId }) {
    const [kept, duplicate] = [await readMemberState(trx, keptId), await readMemberState(trx, duplicateId)]
    if (kept?.hasPaidMembershipFee !== false || duplicate?.hasPaidMembershipFee !== true) return {}
    await markMembershipPaid(trx, keptId)
    return { membership: 1 }
  },
}
