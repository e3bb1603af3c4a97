import type { App } from '#server/platform/app.ts'
import type { Refusal } from '#server/platform/problem.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { linkNotValid, unlessTaken } from './confirm-email.ts'
import { ENDING_WITH_PASSWORD, endLinks, findLink, useLink } from './link-store.ts'
import { linkHash } from './secret-link.ts'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountById, confirmAddress, lockClaims, setPassword } from '../store.ts'
import { notifySecurity } from '../notify-security.ts'

/**
 * Sets a new password with the secret of an emailed link, once; ends every session, and a change of email that waits for its link. The
 * link also confirms the address. A password that is refused leaves the link as it was. The second factor stays on: a mailbox is not a
 * phone. Refuses `link-not-valid` and `password-too-common`.
 */
export async function resetPassword(app: App, secret: string, password: string): Promise<{ email: string } | Refusal> {
  const tokenHash = linkHash(secret)
  const known = await findLink(app.db, tokenHash)
  const account = known?.purpose === 'reset-password' ? await accountById(app.db, known.account_id) : null
  if (account === null || account.account_status === 'closed') return linkNotValid()
  const chosen = await choosePassword(password, account)
  if (typeof chosen !== 'string') return chosen
  const opening = app.db.transaction().execute(async (trx) => {
    await lockClaims(trx, account.id, known!.email)
    const link = await useLink(trx, tokenHash, ['reset-password'])
    // The account has another email by now: who reads the old mailbox has no part in it.
    if (link === null || (await accountById(trx, account.id))?.email !== link.email) return null
    const closed = await confirmAddress(trx, account.id, link.email)
    if (closed === null) return null
    await setPassword(trx, account.id, chosen)
    await endLinks(trx, account.id, ENDING_WITH_PASSWORD)
    await signOutEverywhere(app, trx, account.id)
    const what = 'Your password was reset with a link sent to this address, and all sessions were signed out.'
    await notifySecurity(app, trx, account.id, what)
    return { ...link, closed }
  })
  const used = await unlessTaken(opening)
  if (used === null) return linkNotValid()
  for (const id of [account.id, ...used.closed]) accountChanged(app, id)
  return { email: used.email }
}
