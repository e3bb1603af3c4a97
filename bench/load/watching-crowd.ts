import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newId } from '#server/platform/id.ts'
import { asOwner } from './as-owner.ts'

/**
 * Inserts people with one session each directly into the database, all verified members. Each watcher of the feed is a browser of a
 * different person, so a session's cost is part of a watcher's; sharing one would hide it. Returns their bearers.
 */
export async function castWatchers(pool: pg.Pool, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({
    id: newId(),
    sessionId: newId(),
    token: randomBytes(32).toString('base64url'),
  }))
  const ids = people.map(({ id }) => id)
  await pool.query(
    `insert into account (id, email, password_hash, name, phone, country, role, has_paid_membership_fee, verification_status,
       id_document, account_status, referral_code, terms_version, email_confirmed_at, has_address)
     select id, id || '@demo.paddock.example', 'no password', 'Watcher', '+1 555 0100', 'US', 'member', true, 'verified',
       '{"submittedAt": 1, "kind": "passport", "state": "approved"}', 'active', id, 'test', now(), true
     from unnest($1::uuid[]) as id`,
    [ids],
  )
  await pool.query(
    `insert into session (id, account_id, token_hash, expires_at)
     select id, account_id, token_hash, clock_timestamp() + interval '30 days'
     from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as each (id, account_id, token_hash)`,
    [
      people.map(({ sessionId }) => sessionId),
      ids,
      people.map(({ token }) => createHash('sha256').update(token).digest()),
    ],
  )
  await asOwner(pool, 'analyze account, session')
  return people.map(({ token }) => token)
}
