import type { House } from '#server/platform/house.ts'
import type { Refusal } from '#server/platform/problem.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { linkNotValid, unlessTaken } from './confirm-email.ts'
import { endLinks, findLink, useLink } from './link-store.ts'
import { linkHash } from './secret-link.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountById, confirmAddress, lockClaims, setPassword } from '../store.ts'
import { tellSecurity } from '../tell-security.ts'

/**
 * A new password by the secret of a mailed link, once; every session ends. The link proves the address as well. A password that is
 * refused leaves the link as it was. The second factor stays on: a mailbox is not a phone. Refuses `link-not-valid` and
 * `password-too-common`.
 */
export async function resetPassword(
  house: House,
  secret: string,
  password: string,
): Promise<{ email: string } | Refusal> {
  const tokenHash = linkHash(secret)
  const known = await findLink(house.db, tokenHash)
  const account = known?.purpose === 'reset-password' ? await accountById(house.db, known.account_id) : null
  if (account === null || account.account_status === 'closed') return linkNotValid()
  const chosen = await choosePassword(password, account)
  if (typeof chosen !== 'string') return chosen
  const opening = house.db.transaction().execute(async (trx) => {
    await lockClaims(trx, account.id, known!.email)
    const link = await useLink(trx, tokenHash, ['reset-password'])
    const closed = link === null ? null : await confirmAddress(trx, account.id, link.email)
    if (link === null || closed === null) return null
    await setPassword(trx, account.id, chosen)
    await endLinks(trx, account.id, 'reset-password')
    await deleteSessionsOf(trx, account.id)
    const what = 'Your password was chosen anew with a link sent to this address, and every session has ended.'
    await tellSecurity(house, trx, account.id, what)
    return { ...link, closed }
  })
  const used = await unlessTaken(opening)
  if (used === null) return linkNotValid()
  for (const id of [account.id, ...used.closed]) accountChanged(house, id)
  return { email: used.email }
}
