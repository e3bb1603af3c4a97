import path from 'node:path'
import { openPlatform } from '#server/open-platform.ts'
import { CannotStart } from '#server/platform/config/cannot-start.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withOptions } from '#server/platform/database/access.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { makeKeys } from '#server/platform/keys.ts'
import { ROOT } from '#server/platform/root.ts'
import { rotateKeys, type Progress } from '#server/rotate-keys.ts'

const USAGE = `Name the new key and the one before it:
  PADDOCK_KEY=<new> PADDOCK_OTHER_KEYS=<former> npm run rotate-keys
Both are 32 bytes in base64. docs/keys.md says when to do what.`

/** Seals everything sealed with an older key again with the current key. If interrupted, it continues from there on the next run. */
async function main(): Promise<number> {
  if ((process.env['PADDOCK_KEY'] ?? '') === '' || (process.env['PADDOCK_OTHER_KEYS'] ?? '') === '') {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const { app, ownerUrl, close } = await openPlatform(config, path.join(ROOT, 'server/migrations'))
  // The history trigger allows sealed columns to change under this name; the application's role can't change them.
  const owner = openDatabase(withOptions(ownerUrl, { 'paddock.history': 'rotate-keys' }), app.log)
  try {
    const present = makeKeys(config.masterKey)
    const done = await rotateKeys({
      pool: owner.pool,
      present,
      all: makeKeys(config.masterKey, config.otherKeys),
      report: printProgress,
    })
    return report(done)
  } finally {
    await owner.close()
    await app.bus.close()
    await close()
  }
}

function printProgress({ name, seen, total, changed }: Progress): void {
  console.log(`${name}: ${seen} of ${total} checked, ${changed} resealed`)
}

function report(done: Progress[]): number {
  const lost = done.filter((column) => column.lost > 0)
  if (lost.length === 0) {
    console.log('Everything is sealed with the current key. PADDOCK_OTHER_KEYS is no longer needed.')
    return 0
  }
  for (const column of lost) console.error(`${column.name}: ${column.lost} can’t be opened with any of these keys.`)
  console.error('Add every former key to PADDOCK_OTHER_KEYS and run this again.')
  return 1
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  },
)
