import type { House } from '#server/platform/house.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { ACCOUNT_CLOSED } from '../account-closed.ts'
import { closingChecks } from './closing-checks.ts'
import { takeCode } from '../second-factor/second-factor.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { wrongCode } from './set-up-factor.ts'
import { anonymise, lockAccount, type AccountRow } from '../store.ts'
import { tellSecurity } from '../tell-security.ts'

/**
 * Closes an account for good: personal data goes, the paddle number and the ledgers stay. Refuses `staff-account`, `code-required`,
 * `wrong-code`, and `account-in-use` with the reasons of the rooms while something still binds the person.
 */
export async function closeAccount(
  house: House,
  account: AccountRow,
  code: string | undefined,
): Promise<{ ok: true } | Refusal> {
  if (account.role !== 'member') return refuse('staff-account', 'The owner closes accounts of staff.')
  if (account.second_factor_since !== null) {
    if (code === undefined) return refuse('code-required', 'Write a code of your second factor, too.')
    if (!(await takeCode(house, account.id, code))) return wrongCode()
  }
  const refusal = await house.db.transaction().execute(async (trx) => {
    const reasons: string[] = []
    for (const check of closingChecks(house)) {
      const reason = await check(trx, account.id)
      if (reason !== null) reasons.push(reason)
    }
    if (reasons.length > 0) return refuse('account-in-use', `Not yet. ${reasons.join(' ')}`, { reasons })
    const locked = await lockAccount(trx, account.id)
    if (locked === null || locked.account_status === 'closed') return null
    const what =
      'Your account is closed and your personal data is deleted. What the law has us keep, such as invoices, stays.'
    await tellSecurity(house, trx, account.id, what, locked.email)
    await anonymise(trx, account.id)
    await house.outbox.add(trx, ACCOUNT_CLOSED, { accountId: account.id })
    return null
  })
  if (refusal !== null) return refusal
  accountChanged(house, account.id)
  return { ok: true }
}
