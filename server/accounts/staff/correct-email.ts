import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { askForMail } from '../log-in/account-mail.ts'
import { endLinks } from '../log-in/link-store.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountByAddress, setUnconfirmedAddress, type AccountRow } from '../store.ts'
import { tellSecurity } from '../tell-security.ts'
import { accountToHandle } from './handle-account.ts'

type Actor = Pick<Person, 'id' | 'role'>

/**
 * Moves an account to another address for somebody who mistyped theirs or lost it. Until the link sent there is opened nothing can be
 * paid or bid. The former address is told, so that its owner can object. Refuses `same-address` and `address-taken`.
 */
export async function correctEmail(
  house: House,
  actor: Actor,
  accountId: string,
  { email, reason }: { email: string; reason: string },
): Promise<AccountRow | Refusal> {
  const answer = await house.db.transaction().execute(async (trx) => {
    const account = await accountToHandle(trx, actor, accountId)
    if (account.account_status === 'closed') throw notFound('this account')
    if (account.email === email) return refuse('same-address', 'This is the email of the account already.')
    if ((await accountByAddress(trx, email)) !== null)
      return refuse('address-taken', 'Another account has this email. Ask the person to sign in there.')
    const what = 'Our team moved your account to another email at your request. If this was not you, contact support.'
    await tellSecurity(house, trx, accountId, what, account.email)
    await setUnconfirmedAddress(trx, accountId, email)
    for (const purpose of ['confirm-email', 'change-email', 'reset-password'] as const)
      await endLinks(trx, accountId, purpose)
    await askForMail(house, trx, { what: 'confirm-email', email, accountId, knownTo: [accountId] })
    const subject = { subjectKind: 'account', subjectId: accountId }
    const change = { before: { email: account.email }, after: { email } }
    await audit(trx, { actorId: actor.id, act: 'correct-email', ...subject, ...change, reason })
    return { ...account, email, email_confirmed_at: null }
  })
  if (!(answer instanceof Refusal)) accountChanged(house, accountId)
  return answer
}

/** Sends the link that confirms the address again. Refuses `already-confirmed`. */
export async function resendConfirmation(
  house: House,
  actor: Actor,
  accountId: string,
  reason: string,
): Promise<{ ok: true } | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const account = await accountToHandle(trx, actor, accountId)
    if (account.account_status === 'closed') throw notFound('this account')
    if (account.email_confirmed_at !== null)
      return refuse('already-confirmed', 'This email is confirmed already. Nothing was sent.')
    await askForMail(house, trx, { what: 'confirm-email', email: account.email, accountId, knownTo: [accountId] })
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, act: 'resend-confirmation', ...subject, reason })
    return { ok: true } as const
  })
}
