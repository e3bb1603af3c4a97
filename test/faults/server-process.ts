import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'

const LOG_CHARS_MAX = 400_000

export type ServerOptions = {
  databaseUrl: string
  dataDir: string
  /** Additional environment variables, which override the usual ones. */
  env?: Record<string, string>
  /** The folder of another version; this one's by default. */
  root?: string
}

/** Started by this run and not ended yet; none of them outlives the run. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A server in its own process that keeps its port across restarts. Only processes started here are ever signaled. */
export class ServerProcess {
  readonly port: number
  options: ServerOptions
  #child: ChildProcess | null = null
  #ended: Promise<number | null> = Promise.resolve(0)
  #log = ''

  constructor(port: number, options: ServerOptions) {
    this.port = port
    this.options = options
  }

  get pid(): number {
    return this.#child!.pid!
  }

  get log(): string {
    return this.#log
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resolves when it serves; rejects if it ends before that. */
  async start(): Promise<void> {
    const { databaseUrl, dataDir, env = {}, root = ROOT } = this.options
    const { VITEST: _, NODE_ENV: __, ...rest } = process.env
    const child = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
      cwd: '/',
      env: {
        ...rest,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        PADDOCK_KEY: MASTER_KEY.toString('base64'),
        PADDOCK_DEMO: '0',
        PADDOCK_BIDS_PER_SECOND: '0',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'development',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    running.add(child)
    child.once('exit', () => running.delete(child))
    this.#ended = new Promise((resolve) => child.once('exit', resolve))
    await new Promise<void>((resolve, reject) => {
      const read = (piece: Buffer) => {
        this.#log = (this.#log + piece.toString()).slice(-LOG_CHARS_MAX)
        if (piece.includes('is running at http')) resolve()
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      void this.#ended.then((code) =>
        reject(new Error(`the server ended with ${code} before it served: ${this.#log.slice(-2000)}`)),
      )
    })
  }

  signal(name: NodeJS.Signals): void {
    if (this.isRunning) this.#child!.kill(name)
  }

  /** Sends a signal and waits for the end; returns the exit code. */
  async end(name: NodeJS.Signals): Promise<number | null> {
    this.signal(name)
    return this.#ended
  }

  /** Memory in use, in MB; 0 where it does not run. */
  memoryMb(): number {
    if (!this.isRunning) return 0
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  }
}
