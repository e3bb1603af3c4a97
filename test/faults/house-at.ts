import { openHouse } from '#server/open-house.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { House } from '#server/platform/house.ts'
import { ROOT } from '#server/platform/root.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'
import path from 'node:path'

/** A house without a server on a database, for as long as `use` takes: to prepare what a fault needs. */
export async function withHouseAt<T>(
  databaseUrl: string,
  dataDir: string,
  use: (house: House) => Promise<T>,
): Promise<T> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PADDOCK_KEY: MASTER_KEY.toString('base64'),
    PADDOCK_DEMO: '0',
    LOG_LEVEL: 'error',
  })
  const { house, close } = await openHouse(config, path.join(ROOT, 'server/migrations'))
  try {
    return await use(house)
  } finally {
    await house.bus.close()
    await close()
  }
}

export function withHouse<T>(
  stage: { folder: string; database: { url: string } },
  use: (house: House) => Promise<T>,
): Promise<T> {
  return withHouseAt(stage.database.url, path.join(stage.folder, 'data'), use)
}
