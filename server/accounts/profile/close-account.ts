import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { takeCode } from '../second-factor/second-factor.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { closeForGood } from './close-for-good.ts'
import { wrongCode } from './set-up-factor.ts'
import { lockAccount, type AccountRow } from '../store.ts'

/**
 * Closes an account permanently: deletes personal data, keeps the paddle number and the ledgers. Refuses `staff-account`, `code-required`,
 * `wrong-code`, and `account-in-use` with the reasons of the features while something still binds the person.
 */
export async function closeAccount(
  app: App,
  account: AccountRow,
  code: string | undefined,
): Promise<{ ok: true } | Refusal> {
  if (account.role !== 'member')
    return refuse('staff-account', 'Staff accounts can only be closed by the owner. Ask the owner.')
  if (account.second_factor_since !== null) {
    if (code === undefined) return refuse('code-required', 'Enter a two-factor code, too.')
    if (!(await takeCode(app, account.id, code))) return wrongCode()
  }
  const refusal = await app.db.transaction().execute(async (trx) => {
    const reasons: string[] = []
    for (const check of app.extensions.closingChecks) {
      const reason = await check(trx, account.id)
      if (reason !== null) reasons.push(reason)
    }
    if (reasons.length > 0)
      return refuse('account-in-use', ['You can’t close your account yet.', ...reasons].join(' '), { reasons })
    const locked = await lockAccount(trx, account.id)
    if (locked === null || locked.account_status === 'closed') return null
    const what =
      'Your account is closed and your personal data is deleted. We keep only what the law requires, such as invoices.'
    const facts = { what, closed: true } as const
    await notify(app, trx, {
      kind: 'account-security',
      accountId: account.id,
      key: newId(),
      facts,
      to: locked.email,
    })
    await closeForGood(trx, account.id)
    return null
  })
  if (refusal !== null) return refusal
  accountChanged(app, account.id)
  return { ok: true }
}
