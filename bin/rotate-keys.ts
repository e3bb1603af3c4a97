import path from 'node:path'
import { openHouse } from '#server/open-house.ts'
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

/** Seals everything that the house's key seals anew with the present key. Ended at any moment, it goes on where it was. */
async function main(): Promise<number> {
  if ((process.env['PADDOCK_KEY'] ?? '') === '' || (process.env['PADDOCK_OTHER_KEYS'] ?? '') === '') {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const { house, ownerUrl, close } = await openHouse(config, path.join(ROOT, 'server/migrations'))
  // History names this way for the boxes in it: the application's role cannot change them.
  const owner = openDatabase(withOptions(ownerUrl, { 'paddock.history': 'rotate-keys' }), house.log)
  try {
    const present = makeKeys(config.masterKey)
    const done = await rotateKeys({
      pool: owner.pool,
      present,
      all: makeKeys(config.masterKey, config.otherKeys),
      tell,
    })
    return report(done)
  } finally {
    await owner.close()
    await house.bus.close()
    await close()
  }
}

function tell({ name, seen, total, changed }: Progress): void {
  console.log(`${name}: ${seen} of ${total} looked at, ${changed} sealed anew`)
}

function report(done: Progress[]): number {
  const lost = done.filter((column) => column.lost > 0)
  if (lost.length === 0) {
    console.log('Everything is sealed with the present key. PADDOCK_OTHER_KEYS is needed no more.')
    return 0
  }
  for (const column of lost) console.error(`${column.name}: ${column.lost} open with none of the keys named.`)
  console.error('Name every former key in PADDOCK_OTHER_KEYS and run this again.')
  return 1
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  },
)
