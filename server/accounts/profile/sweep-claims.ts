import { CLAIM_DAYS } from '#contract/accounts/accounts.ts'
import type { App } from '#server/platform/app.ts'
import { closeForGood } from './close-for-good.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { expiredClaims, lockExpiredClaim } from '../store.ts'

const AT_ONCE = 100

/**
 * Closes accounts whose email was not confirmed within {@link CLAIM_DAYS}, and deletes the person's data in every feature. An account with
 * an open obligation, such as a fee paid under an earlier rule or an unpaid invoice, is left for staff. Returns how many were closed.
 */
export async function sweepClaims(app: App): Promise<number> {
  let count = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await expiredClaims(app.db, CLAIM_DAYS, after, AT_ONCE)
    for (const id of ids) count += (await closeClaim(app, id)) ? 1 : 0
    if (ids.length < AT_ONCE) return count
    after = ids.at(-1)!
  }
}

async function closeClaim(app: App, id: string): Promise<boolean> {
  const isClosed = await app.db.transaction().execute(async (trx) => {
    // Checks lock the rows they rely on, and run before the account's row is locked.
    for (const check of app.extensions.closingChecks) if ((await check(trx, id)) !== null) return false
    if (!(await lockExpiredClaim(trx, id, CLAIM_DAYS))) return false
    await closeForGood(trx, id)
    return true
  })
  if (isClosed) accountChanged(app, id)
  return isClosed
}
