import path from 'node:path'
import { parseArgs } from 'node:util'
import { openPlatform } from '#server/open-platform.ts'
import { CannotStart } from '#server/platform/config/cannot-start.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { ROOT } from '#server/platform/root.ts'
import { verifyAudit, type KnownHead } from '#server/platform/verify-audit.ts'

const USAGE = 'npm run verify-audit [-- --head POSITION:HASH]   with the settings of the server'

/** Verifies the audit log along its chain. Exit code 0: nothing was changed or removed; 1: prints the first broken line; 2: usage. */
async function main(): Promise<number> {
  const known = headIn(process.argv.slice(2))
  if (known === undefined) {
    console.error(USAGE)
    return 2
  }
  const { app, close } = await openPlatform(readConfig(process.env), path.join(ROOT, 'server/migrations'))
  try {
    const { length, head, broken } = await verifyAudit(app.pool, known)
    if (broken === null) {
      console.log(`The audit log is whole: ${length} lines. Write this down elsewhere: --head ${length}:${head}`)
      return 0
    }
    const place = broken.position === null ? 'A line outside the chain' : `Line ${broken.position}`
    console.error(
      `${place} (${broken.auditId ?? 'gone'}) is broken: ${broken.what}. The ${length} lines before it are whole.`,
    )
    return 1
  } finally {
    await app.bus.close()
    await close()
  }
}

/** Undefined: not a head. */
function headIn(args: string[]): KnownHead | null | undefined {
  try {
    const { head } = parseArgs({ args, options: { head: { type: 'string' } } }).values
    if (head === undefined) return null
    const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(head) ?? []
    return position === undefined || hash === undefined ? undefined : { position: Number(position), hash }
  } catch {
    return undefined
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  },
)
