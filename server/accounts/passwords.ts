import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB, two passes: about 20 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing at once: more would only crowd out bids. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/** False for a wrong password, and for an account that does not exist (null), after the same work. */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  const fits = await inTurn(async () => verify(passwordHash ?? (await nobodysHash()), password).catch(() => false))
  return fits && passwordHash !== null
}

let nobody: Promise<string> | null = null

function nobodysHash(): Promise<string> {
  nobody ??= hash('nobody has this password', COST)
  return nobody
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Long passwords that everybody tries first; compared without case, spaces and punctuation. */
const COMMON = new Set(
  `password1234 passwordpassword password12345 password123456 1234567890123 123456789012 1234567890123456 12345678901234567890
   qwertyuiop12 qwertyuiop123 qwertyuiopasdf qwertyuiopasdfghjkl 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3
   iloveyou1234 iloveyouforever adminadminadmin administrator administrator1 letmeinletmein welcome12345 welcome123456
   correcthorsebatterystaple changemechangeme changeme1234 trustno1trustno1 superman12345 football12345 baseball12345
   sunshine12345 princess12345 dragon123456 monkey123456 abcdefghijkl abcdefghijklm abcdefghijklmnop abcd1234abcd abc123abc123
   qwerty123456 qwerty12345678 asdfghjkl123 asdfghjklqwe zxcvbnm12345 zxcvbnmasdfgh passw0rd1234 p4ssw0rd1234 mypassword123
   thisisapassword thisismypassword nopasswordnopassword secretsecret letmein12345 paddockpaddock auctionauction`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase().replaceAll(/[\s\p{P}\p{S}]/gu, '')
  return COMMON.has(plain) || new Set(plain).size <= 3
}
