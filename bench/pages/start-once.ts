import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const ENDS_MS_MAX = 20_000
const ASK_EVERY_MS = 20

export type Start = {
  /** The project's folder. */
  root: string
  dataFolder: string
  msMax: number
}

/**
 * Runs `npm start` and returns the ms until the first page was served; then ends every process it started. Throws if it ends on its
 * own or serves nothing in time.
 */
export async function startOnce({ root, dataFolder, msMax }: Start): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  let said = ''
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    // A separate process group, which can be ended as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataFolder, PORT: String(port), LOG_LEVEL: 'error', NODE_ENV: '' },
  })
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk).slice(-2000)))
  try {
    return await firstPageMs(`http://127.0.0.1:${port}/`, begun, () => {
      if (npm.exitCode !== null || npm.signalCode !== null) throw new Error(`npm start ended by itself: ${said}`)
      if (performance.now() - begun > msMax) throw new Error(`no page within ${msMax / 1000} s: ${said}`)
    })
  } finally {
    await end(npm)
  }
}

/** Polls until the first page is served; `check` may throw to give up. Returns the ms since `begun`. */
export async function firstPageMs(url: string, begun: number, check: () => void): Promise<number> {
  for (;;) {
    if (await servesPage(url)) return performance.now() - begun
    check()
    await wait(ASK_EVERY_MS)
  }
}

async function servesPage(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    return isFirstPage(response.status, await response.text())
  } catch {
    return false
  }
}

/** The page itself, with its root element: not the answer of a busy server or another program's page. */
export function isFirstPage(status: number, body: string): boolean {
  return status === 200 && body.includes('<div id="root">') && body.includes('<script type="module"')
}

/** Like Ctrl-C in a terminal: the whole group is signaled and gets time to stop the database. */
async function end(npm: ChildProcess): Promise<void> {
  const group = -npm.pid!
  signal(group, 'SIGINT')
  const until = performance.now() + ENDS_MS_MAX
  while (performance.now() < until) {
    if (!signal(group, 0)) return
    await wait(50)
  }
  signal(group, 'SIGKILL')
}

/** Whether any process of the group was there to receive the signal. */
function signal(group: number, which: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, which)
  } catch {
    return false
  }
}
