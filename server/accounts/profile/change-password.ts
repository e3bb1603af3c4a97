import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import type { Refusal } from '#server/platform/problem.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { endLinks } from '../log-in/link-store.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { setPassword, type AccountRow } from '../store.ts'
import { tellSecurity } from '../tell-security.ts'

/** The session that asks goes on; all others end, and so do links to choose another. Refuses `password-too-common`. */
export async function changePassword(
  house: House,
  { id, sessionId }: Person,
  account: AccountRow,
  password: string,
): Promise<{ ok: true } | Refusal> {
  const chosen = await choosePassword(password, account)
  if (typeof chosen !== 'string') return chosen
  await house.db.transaction().execute(async (trx) => {
    await setPassword(trx, id, chosen)
    await endLinks(trx, id, 'reset-password')
    await deleteSessionsOf(trx, id, sessionId)
    await tellSecurity(house, trx, id, 'Your password was changed. All other sessions have ended.')
  })
  accountChanged(house, id)
  return { ok: true }
}
