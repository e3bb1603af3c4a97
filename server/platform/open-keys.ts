import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { CannotStart } from './config/cannot-start.ts'
import type { Config } from './config/config.ts'
import { makeKeys, type Keys } from './keys.ts'

const MAC_SECRET = 'mac'
const WRONG_KEY = `PADDOCK_KEY is not the key of this house: what is stored does not open with it. Set the right one, or, after a change of the key, the former one in PADDOCK_OTHER_KEYS.`

/** The seal context of a secret of the house. */
export function secretContext(name: string): string {
  return `house-secret:${name}`
}

/**
 * The house's keys. The secret behind its macs is made once, sealed with the master key and kept in the database, so that a change
 * of the master key leaves it as it is: the seals of maximums in public ledgers are proved with it. Throws {@link CannotStart}
 * when the key is not this house's.
 */
export async function openKeys(
  db: Kysely<object>,
  { masterKey, otherKeys }: Pick<Config, 'masterKey' | 'otherKeys'>,
): Promise<Keys> {
  const sealing = makeKeys(masterKey, otherKeys)
  const fresh = sealing.seal(randomBytes(32), secretContext(MAC_SECRET))
  // Of processes that start at once on an empty house one makes the secret, and all read it.
  await sql`insert into house_secret (name, sealed) values (${MAC_SECRET}, ${fresh}) on conflict do nothing`.execute(db)
  const kept = await sql<{ sealed: Buffer }>`select sealed from house_secret where name = ${MAC_SECRET}`.execute(db)
  return makeKeys(masterKey, otherKeys, openSecret(sealing, kept.rows[0]!.sealed))
}

function openSecret(keys: Keys, sealed: Buffer): Buffer {
  try {
    return keys.open(sealed, secretContext(MAC_SECRET))
  } catch {
    throw new CannotStart(WRONG_KEY)
  }
}
