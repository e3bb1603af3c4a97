import { CLAIM_DAYS } from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { ACCOUNT_CLOSED } from '../account-closed.ts'
import { closingChecks } from './closing-checks.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { anonymise, expiredClaims, lockExpiredClaim } from '../store.ts'

const AT_ONCE = 100

/**
 * Closes accounts whose email was never confirmed within {@link CLAIM_DAYS}: nothing of the person is left, in any room. One that
 * something still binds, such as a fee paid under a former rule or an unpaid invoice, is left for staff. Answers how many were closed.
 */
export async function sweepClaims(house: House): Promise<number> {
  let count = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await expiredClaims(house.db, CLAIM_DAYS, after, AT_ONCE)
    for (const id of ids) count += (await closeClaim(house, id)) ? 1 : 0
    if (ids.length < AT_ONCE) return count
    after = ids.at(-1)!
  }
}

async function closeClaim(house: House, id: string): Promise<boolean> {
  const isClosed = await house.db.transaction().execute(async (trx) => {
    // Checks lock what they rely on and come before the account's row is locked.
    for (const check of closingChecks(house)) if ((await check(trx, id)) !== null) return false
    if (!(await lockExpiredClaim(trx, id, CLAIM_DAYS))) return false
    await anonymise(trx, id)
    await house.outbox.add(trx, ACCOUNT_CLOSED, { accountId: id })
    return true
  })
  if (isClosed) accountChanged(house, id)
  return isClosed
}
