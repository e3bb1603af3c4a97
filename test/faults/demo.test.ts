import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LotSummary } from '#contract/lots/lots.ts'
import { ROOT } from '#server/platform/root.ts'
import { below, isAlive } from './process-tree.ts'
import { freePort } from '#test/harness/free-port.ts'

let dataDir: string
const started = new Set<number>()

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-demo-'))
})

afterAll(async () => {
  for (const group of started) signal(-group, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

type Demo = { pid: number; url: string; said(): string; ended: Promise<number | null> }

/** `npm start` without npm: the demo with its own database and bidders, as the leader of a group, like a program at a terminal. */
async function startDemo(): Promise<Demo> {
  const port = await freePort()
  const { DATABASE_URL: _, NODE_ENV: __, PADDOCK_DEMO: ___, ...rest } = process.env
  const child = spawn(process.execPath, [path.join(ROOT, 'demo/main.ts')], {
    env: { ...rest, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const pid = child.pid!
  started.add(pid)
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      if (said.includes('Ctrl-C stops everything')) resolve()
    })
    void ended.then((code) => reject(new Error(`the demo ended with ${code}: ${said}`)))
  })
  return { pid, url: `http://127.0.0.1:${port}`, said: () => said, ended }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Already gone.
  }
}

/** Those still alive after all have ended or 10 s have passed. */
async function survivors(pids: number[]): Promise<string[]> {
  const until = performance.now() + 10_000
  while (pids.some(isAlive) && performance.now() < until) await wait(20)
  return pids.filter(isAlive).map(nameOf)
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

async function call(url: string, token: string | null, body?: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

async function logIn({ url }: Demo): Promise<string> {
  const credentials = { email: 'ada@demo.paddock.example', password: 'ada-demo-paddock' }
  return ((await call(`${url}/api/login`, null, credentials)).body as { token: string }).token
}

test('kill -9 of the demo also ends bidders and database, the next start has every bid, and Ctrl-C ends everything', async () => {
  const first = await startDemo()
  expect(first.said()).toMatch(/ada@demo\.paddock\.example +ada-demo-paddock +verified member/)
  await expect.poll(() => below(first.pid).filter((pid) => nameOf(pid).includes('bidders'))).toHaveLength(1)
  const crew = below(first.pid)
  expect(crew.some((pid) => nameOf(pid).includes('postgres'))).toBe(true)
  const token = await logIn(first)
  const { items } = (await call(`${first.url}/api/lots?ending=soon&limit=100`, null)).body as { items: LotSummary[] }
  const lot = items.at(-1)!
  const bid = { bidId: randomUUID(), kind: 'maximum', amount: 99_999_900 }
  const acknowledged = await call(`${first.url}/api/lots/${lot.id}/bids`, token, bid)
  expect(acknowledged.status).toBe(200)

  signal(first.pid, 'SIGKILL')
  await first.ended
  expect(await survivors(crew)).toEqual([])

  const second = await startDemo()
  expect(await call(`${second.url}/api/lots/${lot.id}/bids`, token, bid)).toEqual(acknowledged)
  const { items: auctions } = (await call(`${second.url}/api/auctions`, null)).body as { items: unknown[] }
  expect(auctions).toHaveLength(5)

  const everybody = [second.pid, ...below(second.pid)]
  signal(-second.pid, 'SIGINT')
  expect(await second.ended).toBe(0)
  expect(await survivors(everybody)).toEqual([])
})
