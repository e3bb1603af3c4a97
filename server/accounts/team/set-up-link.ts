import { randomBytes } from 'node:crypto'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { linkHash } from '../log-in/secret-link.ts'
import { hasOwner } from '../staff/owners.ts'
import { insertStaffLink } from './link-store.ts'

export const SET_UP_HOURS = 24

/**
 * A link with which the first owner creates their account, as a whole URL to print once; null if there is an owner. The secret comes after
 * the `#`, which browsers never send. Links of other processes stay valid: the first one opened ends them all.
 */
export async function makeSetUpLink(app: App): Promise<string | null> {
  if (await hasOwner(app.db)) return null
  const secret = randomBytes(32).toString('base64url')
  await insertStaffLink(app.db, {
    id: newId(),
    email: null,
    roles: ['owner'],
    token_hash: linkHash(secret),
    invited_by: null,
    hours: SET_UP_HOURS,
  })
  return `${app.config.publicUrl}/admin-login#set-up=${secret}`
}
