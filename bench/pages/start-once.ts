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
 * `npm start`, and how many ms passed until the first page was served; then everything that it started is ended. Throws where it ends by
 * itself or serves nothing in time.
 */
export async function startOnce({ root, dataFolder, msMax }: Start): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  let said = ''
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    // A group of its own, which can be ended whole.
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

/** Asks until the first page is there; `check` may throw to give up. Answers the ms since `begun`. */
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

/** The page itself, with the element that it is put into: no word that the house is busy, and no page of another program. */
export function isFirstPage(status: number, body: string): boolean {
  return status === 200 && body.includes('<div id="root">') && body.includes('<script type="module"')
}

/** As Ctrl-C in a terminal ends it: the whole group hears of it, and has its time to stop the database. */
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

/** Whether anybody of the group was there to hear it. */
function signal(group: number, which: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, which)
  } catch {
    return false
  }
}
