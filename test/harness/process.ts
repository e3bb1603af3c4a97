import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { freePort } from './free-port.ts'
import { MASTER_KEY } from './master-key.ts'

export type ServerProcess = { url: string; process: ChildProcess; kill(signal: NodeJS.Signals): Promise<void> }

/** As much of what a server complained of as an error repeats. */
const COMPLAINT_CHARS = 2000

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
  const port = more['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [path.join(ROOT, 'server/main.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: port,
      HOST: '127.0.0.1',
      PADDOCK_KEY: MASTER_KEY.toString('base64'),
      PADDOCK_DEMO: '0',
      PADDOCK_BIDS_PER_SECOND: '0',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'development',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stdout?.on('data', (chunk: Buffer) => onPrint?.(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-COMPLAINT_CHARS)
    process.stderr.write(chunk)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on(
      'data',
      (chunk: Buffer) => /is running (at http|background jobs)/.test(chunk.toString()) && resolve(),
    )
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it served: ${complaint}`)))
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
