import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './build-app.ts'
import { freePort } from '#test/harness/free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SERVES_MS_MAX = 90_000
/** Public: the demo prints it. */
const ADA = { email: 'ada@demo.paddock.example', password: 'ada-demo-paddock' }

export type DemoApp = { url: string; folder: string; token: string; close(): Promise<void> }

/**
 * The demo as `npm start` serves it, freshly built, on its own data, without the simulated bidders, who need the processor; `token`
 * opens everything.
 */
export async function openDemo(): Promise<DemoApp> {
  await buildApp()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-pages-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [path.join(ROOT, 'dist/server/demo.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(port),
      LOG_LEVEL: 'error',
      PADDOCK_DEMO_BIDDERS: '0',
    },
  })
  const close = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const until = performance.now() + SERVES_MS_MAX
    while (!(await answers(url))) {
      if (server.exitCode !== null || performance.now() > until) throw new Error('the demo did not begin to serve')
      await wait(100)
    }
    const session = await post<{ token: string }>(`${url}/api/login`, ADA)
    return { url, folder, token: session.token, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Summary = { lotNumber: number; auctionId: string; scheduledCloseAt: number | null }

/** The open lot that stays open longest, and its auction. Throws if the demo has none. */
export async function openLot({ url }: DemoApp): Promise<Summary> {
  const response = await fetch(`${url}/api/lots?ending=soon&limit=50`)
  const { items } = (await response.json()) as { items: Summary[] }
  const last = items.findLast(({ scheduledCloseAt }) => scheduledCloseAt !== null && scheduledCloseAt > Date.now())
  if (last === undefined) throw new Error('the demo has no open lot')
  return last
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}
