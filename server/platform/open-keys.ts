import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { CannotStart } from './config/cannot-start.ts'
import type { Config } from './config/config.ts'
import { makeKeys, type Keys } from './keys.ts'

const MAC_SECRET = 'mac'
const WRONG_KEY = `PADDOCK_KEY can’t decrypt the stored data. Set the right key, or, after a key change, add the former one to PADDOCK_OTHER_KEYS.`

/** The context with which one of the server's own secrets is sealed. */
export function secretContext(name: string): string {
  return `company-secret:${name}`
}

/**
 * Opens the server's keys. The secret behind the MACs is generated once, sealed with the master key and stored in the database, so that
 * changing the master key does not change it: it proves the seals of maximums in public ledgers. Throws {@link CannotStart} when the
 * master key is not the one this database was sealed with.
 */
export async function openKeys(
  db: Kysely<object>,
  { masterKey, otherKeys }: Pick<Config, 'masterKey' | 'otherKeys'>,
): Promise<Keys> {
  const sealing = makeKeys(masterKey, otherKeys)
  const fresh = sealing.seal(randomBytes(32), secretContext(MAC_SECRET))
  // When several processes start at the same time on an empty database, one creates the secret and all read it.
  await sql`insert into app_secret (name, sealed) values (${MAC_SECRET}, ${fresh}) on conflict do nothing`.execute(db)
  const kept = await sql<{ sealed: Buffer }>`select sealed from app_secret where name = ${MAC_SECRET}`.execute(db)
  return makeKeys(masterKey, otherKeys, openSecret(sealing, kept.rows[0]!.sealed))
}

function openSecret(keys: Keys, sealed: Buffer): Buffer {
  try {
    return keys.open(sealed, secretContext(MAC_SECRET))
  } catch {
    throw new CannotStart(WRONG_KEY)
  }
}
