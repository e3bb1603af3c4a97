import { hash, verify } from '@node-rs/argon2'
import { busy } from '#server/platform/problem.ts'

/** Argon2id, 19 MiB, two passes: about 20 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing at once: more would only crowd out bids. */
const AT_ONCE = 2
/** Some seconds of work; who comes later is told to come back. */
const WAITING_MAX = 200

let running = 0
const waiting: (() => void)[] = []

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

/** Throws `busy` when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else if (waiting.length >= WAITING_MAX) throw busy(5)
  // The one who finishes hands over his place, so that nobody slips in between.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
