import type { Kysely } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Person } from '#server/platform/person.ts'
import { forbidden, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { deleteFactor } from '../second-factor/factor-store.ts'
import { deleteSessionOf } from '../sessions/session-store.ts'
import { signOutEverywhere } from '../sessions/sign-out-everywhere.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { requireOwner } from './owners.ts'
import { insertNote } from './staff-store.ts'
import { accountById, lockAccount, type AccountRow } from '../store.ts'
import { notifySecurity } from '../notify-security.ts'

type Actor = Pick<Person, 'id' | 'role'>

/** The account, locked. Throws 403 for an actor's own account, and for a staff account unless the actor is the owner. */
export async function accountToHandle<T>(trx: Kysely<T>, actor: Actor, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(trx, accountId)
  if (account === null) throw notFound('this account')
  if (account.id === actor.id) throw forbidden('You can’t change your own account. Ask a colleague.')
  if (account.role !== 'member') await requireOwner(trx, actor.id)
  return account
}

/** Logs a person out everywhere. */
export async function endSessionsOf(app: App, actor: Actor, accountId: string, reason: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await accountToHandle(trx, actor, accountId)
    await signOutEverywhere(app, trx, accountId)
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, action: 'end-sessions', ...subject, reason })
  })
  accountChanged(app, accountId)
}

/** Ends one session, such as that of a lost device. */
export async function endSessionOf(app: App, actor: Actor, accountId: string, sessionId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await accountToHandle(trx, actor, accountId)
    if (!(await deleteSessionOf(trx, accountId, sessionId))) throw notFound('this session')
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, action: 'end-session', ...subject })
  })
  accountChanged(app, accountId)
}

/** Emails the person a link to choose a new password. The password is never set or seen by staff. */
export async function sendPasswordReset(app: App, actor: Actor, accountId: string, reason: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const { email, account_status } = await accountToHandle(trx, actor, accountId)
    if (account_status === 'closed') throw notFound('this account')
    await enqueue(trx, 'account-mail-asked', { what: 'reset-password', email, accountId, knownTo: [accountId] })
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, action: 'send-password-reset', ...subject, reason })
  })
  app.outbox.nudge()
}

/** For a person who lost their phone and recovery codes and has proved who they are. Refuses `not-on`. */
export async function removeFactorOf(
  app: App,
  actor: Actor,
  accountId: string,
  reason: string,
): Promise<{ ok: true } | Refusal> {
  const refusal = await app.db.transaction().execute(async (trx) => {
    const account = await accountToHandle(trx, actor, accountId)
    if (account.second_factor_since === null) return refuse('not-on', 'Two-factor authentication is already off.')
    await deleteFactor(trx, accountId)
    await signOutEverywhere(app, trx, accountId)
    await notifySecurity(
      app,
      trx,
      accountId,
      'Our team turned off two-factor authentication, and all sessions were signed out.',
    )
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, action: 'remove-second-factor', ...subject, reason })
    return null
  })
  if (refusal !== null) return refusal
  accountChanged(app, accountId)
  return { ok: true }
}

/** A note for colleagues; the person finds it in the data export. */
export async function addNote(app: App, actor: Actor, accountId: string, text: string) {
  const author = await accountById(app.db, actor.id)
  const note = { id: newId(), by: author?.name ?? '', at: app.now(), text }
  await app.db.transaction().execute(async (trx) => {
    if ((await accountById(trx, accountId)) === null) throw notFound('this account')
    await insertNote(trx, { id: note.id, accountId, authorId: actor.id, text })
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, action: 'note-account', ...subject, after: { noteId: note.id } })
  })
  return note
}
