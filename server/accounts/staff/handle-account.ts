import type { Kysely } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import type { Person } from '#server/platform/person.ts'
import { forbidden, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { deleteFactor } from '../second-factor/factor-store.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { accountChanged } from '../sessions/sessions.ts'
import { insertNote } from './staff-store.ts'
import { accountById, lockAccount, type AccountRow } from '../store.ts'
import { tellSecurity } from '../tell-security.ts'

type Actor = Pick<Person, 'id' | 'role'>

/** The account, locked, for somebody who may act on it: nobody on his own, and only the owner on those of staff. */
export async function accountToHandle<T>(trx: Kysely<T>, actor: Actor, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(trx, accountId)
  if (account === null) throw notFound('this account')
  if (account.id === actor.id) throw forbidden('Nobody changes his own account. Ask a colleague.')
  if (account.role !== 'member' && actor.role !== 'owner') throw forbidden('Only the owner changes accounts of staff.')
  return account
}

/** Logs a person out everywhere. */
export async function endSessionsOf(house: House, actor: Actor, accountId: string, reason: string): Promise<void> {
  await house.db.transaction().execute(async (trx) => {
    await accountToHandle(trx, actor, accountId)
    await deleteSessionsOf(trx, accountId)
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, act: 'end-sessions', ...subject, reason })
  })
  accountChanged(house, accountId)
}

/** For somebody who lost phone and recovery codes and has shown who they are. Refuses `not-on`. */
export async function removeFactorOf(
  house: House,
  actor: Actor,
  accountId: string,
  reason: string,
): Promise<{ ok: true } | Refusal> {
  const refusal = await house.db.transaction().execute(async (trx) => {
    const account = await accountToHandle(trx, actor, accountId)
    if (account.second_factor_since === null) return refuse('not-on', 'This account has no second factor.')
    await deleteFactor(trx, accountId)
    await deleteSessionsOf(trx, accountId)
    await tellSecurity(house, trx, accountId, 'Support has taken off your second factor, and every session has ended.')
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, act: 'remove-second-factor', ...subject, reason })
    return null
  })
  if (refusal !== null) return refusal
  accountChanged(house, accountId)
  return { ok: true }
}

/** A note for colleagues; the person finds it in the data export. */
export async function addNote(house: House, actor: Actor, accountId: string, text: string) {
  const author = await accountById(house.db, actor.id)
  const note = { id: newId(), by: author?.name ?? '', at: house.now(), text }
  await house.db.transaction().execute(async (trx) => {
    if ((await accountById(trx, accountId)) === null) throw notFound('this account')
    await insertNote(trx, { id: note.id, accountId, authorId: actor.id, text })
    const subject = { subjectKind: 'account', subjectId: accountId }
    await audit(trx, { actorId: actor.id, act: 'note-account', ...subject, after: { noteId: note.id } })
  })
  return note
}
