import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openHouse } from '#server/open-house.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { House } from '#server/platform/house.ts'
import { startPostgres } from '#server/platform/database/postgres.ts'

/** A house on a database of its own, without a server: for what is measured inside one process. */
export async function openQuietHouse(): Promise<{ house: House; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-bench-'))
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres') })
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PADDOCK_KEY: randomBytes(32).toString('base64'),
    PADDOCK_DEMO: '0',
    LOG_LEVEL: 'error',
  }
  const root = path.resolve(import.meta.dirname, '..')
  const { house, close } = await openHouse(readConfig(env), path.join(root, 'server/migrations'), process.stderr)
  return {
    house,
    async close() {
      await house.bus.close()
      await close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
