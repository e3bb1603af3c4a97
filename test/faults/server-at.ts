import { openPlatform } from '#server/open-platform.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { App } from '#server/platform/app.ts'
import { ROOT } from '#server/platform/root.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'
import path from 'node:path'

/** Opens the app on a database, without a server, while `use` runs: to prepare what a fault needs. */
export async function withServerAt<T>(databaseUrl: string, dataDir: string, use: (app: App) => Promise<T>): Promise<T> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PADDOCK_KEY: MASTER_KEY.toString('base64'),
    PADDOCK_DEMO: '0',
    LOG_LEVEL: 'error',
  })
  const { app, close } = await openPlatform(config, path.join(ROOT, 'server/migrations'))
  try {
    return await use(app)
  } finally {
    await app.bus.close()
    await close()
  }
}

export function withServer<T>(
  stage: { folder: string; database: { url: string } },
  use: (app: App) => Promise<T>,
): Promise<T> {
  return withServerAt(stage.database.url, path.join(stage.folder, 'data'), use)
}
