import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { MASTER_KEY } from './master-key.ts'

export type ServerProcess = { url: string; process: ChildProcess; kill(signal: NodeJS.Signals): Promise<void> }

/**
 * Starts a server in its own process, which a test may kill; on `more.PORT`, or any free port. It ends with the test's process at the
 * latest. `onPrint`: receives what it prints.
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  more: Record<string, string> = {},
  args: readonly string[] = [],
  onPrint?: (text: string) => void,
): Promise<ServerProcess> {
  const port = Number(more['PORT'] ?? 20_000 + (randomBytes(2).readUInt16BE() % 12_000))
  const child = spawn(process.execPath, [path.join(ROOT, 'server/main.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      PADDOCK_KEY: MASTER_KEY.toString('base64'),
      PADDOCK_DEMO: '0',
      PADDOCK_BIDS_PER_SECOND: '0',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'development',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout?.on('data', (chunk: Buffer) => onPrint?.(chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on(
      'data',
      (chunk: Buffer) => /is running (at http|background jobs)/.test(chunk.toString()) && resolve(),
    )
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it served`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
}
