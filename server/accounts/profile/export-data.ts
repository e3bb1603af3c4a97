import { sql, type Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { identifiersOf } from '../identifiers/identifier-store.ts'
import { addressesOf } from './address-store.ts'
import { mergedInto } from '../merge/accounts-of.ts'
import { presentSession } from '../sessions/device-words.ts'
import { openSessionsOf } from '../sessions/session-store.ts'
import { notesOf, supportOf } from '../staff/staff-store.ts'

/** Everything the server stores about a person, one part per feature that registered one. Long lists are streamed as they are read. */
export async function exportData(app: App, accountId: string): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = { exportedAt: new Date(app.now()).toISOString() }
  for (const [name, read] of app.extensions.personalData) parts[name] = await read(app.db, accountId)
  const merged = await mergedInto(app.db, accountId)
  return merged.length === 0
    ? parts
    : { ...parts, mergedAccounts: await Promise.all(merged.map(({ id }) => exportData(app, id))) }
}

/** The accounts feature's own part: everything about the account except its credentials. */
export async function exportAccount(db: Kysely<object>, accountId: string): Promise<unknown> {
  const account = await sql<{ account: object; referral: object | null }>`
    select to_jsonb(a) - 'password_hash' - 'demo' - 'referred_by' - 'referred_at' as account,
      case when r.id is not null then jsonb_build_object('code', r.referral_code, 'at', a.referred_at) end as referral
    from account a left join account r on r.id = a.referred_by where a.id = ${accountId}`.execute(db)
  const [addresses, sessions, notes, support, identifiers] = await Promise.all([
    addressesOf(db, accountId),
    openSessionsOf(db, accountId),
    notesOf(db, accountId),
    supportOf(db, accountId),
    identifiersOf(db, accountId),
  ])
  return {
    ...account.rows[0]?.account,
    referral: account.rows[0]?.referral ?? null,
    addresses,
    identifiers,
    sessions: sessions.map((session) => presentSession(session, null)),
    staffNotes: notes.map(({ at, text }) => ({ at, text })),
    supportLookedAtThisAccount: support.map(({ at, reason }) => ({ at, reason })),
  }
}
