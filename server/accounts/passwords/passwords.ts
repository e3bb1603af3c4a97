import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '#server/platform/turns.ts'

/** Argon2id, 19 MiB, two passes: about 20 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** At most two hashes at a time, so that hashing never delays bids; the queue is a few seconds long at most. */
const inTurn = createTurns({ atOnce: 2, waitingMax: 200 })

/** Throws `busy` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/** False for a wrong password, and for an account that does not exist (null), after the same work. */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, password).catch(() => false))
  return fits && passwordHash !== null
}

/** Of random bytes that were thrown away, at the cost above. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$3f26WLpik5E6iRtWLkZewQ$38mnVgVpNX9XUoIzBSMrh7q07MxQIcR4LoAwNt2nU8Y'
