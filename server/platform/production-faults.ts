/** What a configuration says that must not be said of a house with real people and money. */
type Settings = { demo: boolean; databaseUrl: string | null; bidsPerSecond: number }

/** Every fault in plain words; none repeats a secret. */
export function productionFaults({ demo, databaseUrl, bidsPerSecond }: Settings): string[] {
  const faults: string[] = []
  if (demo) faults.push('PADDOCK_DEMO=1 does not go with NODE_ENV=production: demo people have known passwords.')
  if (databaseUrl === null) faults.push('DATABASE_URL is missing: production needs a PostgreSQL of its own.')
  else if (hasKnownPassword(databaseUrl))
    faults.push('DATABASE_URL has a password that everybody tries first. Give the database user another one.')
  if (bidsPerSecond === 0)
    faults.push('PADDOCK_BIDS_PER_SECOND=0 lets one person bid without limit: it is for measuring, not for production.')
  return faults
}

const KNOWN_PASSWORDS = new Set(
  'postgres postgresql paddock password passw0rd secret admin root changeme change-me example test demo 1234 12345 123456'.split(
    ' ',
  ),
)

/** Passwords of tutorials, and the user's own name. None at all is another way to log in, such as a certificate. */
function hasKnownPassword(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { username, password } = new URL(databaseUrl)
  return password !== '' && (password === username || KNOWN_PASSWORDS.has(password.toLowerCase()))
}

/** Whether a key of 32 bytes was typed or counted up rather than drawn by chance, which makes neither in a lifetime. */
export function isNoChance(key: Buffer): boolean {
  const isTyped = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  const steps = new Set([...key].map((byte, index) => (byte - (key[index - 1] ?? byte) + 256) % 256))
  return isTyped || new Set(key).size < 12 || steps.size < 8
}
