import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Person } from '#server/platform/person.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { endLinks } from '../log-in/link-store.ts'
import { masked } from '../log-in/mail-address.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { accountByAddress, setUnconfirmedAddress, type AccountRow } from '../store.ts'
import { EMAIL_CORRECTED, notifySecurity } from '../notify-security.ts'
import { accountToHandle } from './handle-account.ts'

type Actor = Pick<Person, 'id' | 'role'>

/**
 * Changes the address of an account whose person mistyped theirs or lost access to it. Until the link sent to the new address is opened,
 * the account cannot pay or bid. The old address is notified, so that its owner can object. Refuses `same-address` and `address-taken`.
 */
export async function correctEmail(
  app: App,
  actor: Actor,
  accountId: string,
  { email, reason }: { email: string; reason: string },
): Promise<AccountRow | Refusal> {
  const answer = await app.db.transaction().execute(async (trx) => {
    const account = await accountToHandle(trx, actor, accountId)
    if (account.account_status === 'closed') throw notFound('this account')
    if (account.email === email)
      return refuse('same-address', 'The account already has this email. Enter a different one.')
    if ((await accountByAddress(trx, email)) !== null)
      return refuse('address-taken', 'Another account has this email. Ask the person to sign in there.')
    await notifySecurity(app, trx, accountId, EMAIL_CORRECTED, account.email)
    await setUnconfirmedAddress(trx, accountId, email)
    await endLinks(trx, accountId, ['confirm-email', 'change-email', 'reset-password'])
    await enqueue(trx, 'account-mail-asked', { what: 'confirm-email', email, accountId, knownTo: [accountId] })
    const subject = { subjectKind: 'account', subjectId: accountId }
    // The log is never changed, so what names the person would stay in it after they close their account.
    const change = { before: { email: masked(account.email) }, after: { email: masked(email) } }
    await audit(trx, { actorId: actor.id, action: 'correct-email', ...subject, ...change, reason })
    return { ...account, email, email_confirmed_at: null }
  })
  if (!(answer instanceof Refusal)) accountChanged(app, accountId)
  return answer
}

/** Sends the link that confirms the address again. Refuses `already-confirmed`. */
export async function resendConfirmation(
  app: App,
  actor: Actor,
  accountId: string,
  reason: string,
): Promise<{ ok: true } | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const account = await accountToHandle(trx, actor, accountId)
    if (account.account_status === 'closed') throw notFound('this account')
    if (account.email_confirmed_at !== null)
      return refuse('already-confirmed', 'This email is already confirmed. Nothing was sent.')
    await enqueue(trx, 'account-mail-asked', {
      what: 'confirm-email',
      email: account.email,
      accountId,
      knownTo: [accountId],
    })
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, action: 'resend-confirmation', ...subject, reason })
    return { ok: true } as const
  })
}
