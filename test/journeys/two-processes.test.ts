import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { send } from '#test/contract/requests.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { freePort } from '#test/harness/free-port.ts'
import { hasNginx, NGINX_MISSING, openNginx, type TestNginx } from '#test/harness/nginx.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { hasRedis, openRedis, type TestRedis } from '#test/harness/redis.ts'
import { watchedPage, type WatchedPage } from '#test/harness/watched-page.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

/** After a process has ended, a page waits up to a second before it reconnects to its feed; a busy machine takes longer. */
const BACK_MS = 15_000
const canRun = findChromium() !== undefined && hasNginx

type Bidder = WatchedPage & { who: CastMember; at: string }

// One evening on one lot; each step needs the one before it. Hints go through Redis where it is installed.
describe.runIf(canRun)(`Ada and Boris, on two processes behind nginx${NGINX_MISSING}:`, () => {
  let server: TestServer
  let dataDir: string
  let redis: TestRedis | null = null
  let nginx: TestNginx
  let browser: Browser
  let lot: CastLot
  let ada: Bidder
  let boris: Bidder
  let ports: [number, number]
  let front: number
  const processes = new Map<string, ServerProcess>()

  /** Starts a process and stores it under the address by which nginx names it. */
  async function start(port: number): Promise<void> {
    const more = {
      PORT: String(port),
      PUBLIC_URL: `https://localhost:${front}`,
      TRUST_PROXY: '127.0.0.1',
      ...(redis === null ? {} : { BUS_URL: redis.url }),
    }
    processes.set(`127.0.0.1:${port}`, await startServer(server.app.databaseUrl, dataDir, more))
  }

  beforeAll(async () => {
    server = await openTestServer({ listen: false })
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-two-'))
    redis = hasRedis ? await openRedis() : null
    ports = [await freePort(), await freePort()]
    front = await freePort()
    await Promise.all(ports.map((port) => start(port)))
    nginx = await openNginx(front, ports)
    lot = await castLot(server.app)
    browser = await openBrowser('--ignore-certificate-errors')
  })

  afterAll(async () => {
    await browser?.close()
    await nginx?.close()
    await Promise.all([...processes.values()].map((server) => server.kill('SIGKILL')))
    await redis?.close()
    await server?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function sitDown(name: string): Promise<Bidder> {
    const who = await castPerson(server.app.pool, { name })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true })
    const consent = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
    await context.addInitScript(
      ([token, value]) => {
        // Only once: a signed-out account stays signed out.
        if (localStorage.getItem('cookie-consent') === null) localStorage.setItem('authToken', token!)
        localStorage.setItem('cookie-consent', value!)
      },
      [who.token, consent],
    )
    // No answer may fail.
    const watched = await watchedPage(context, nginx.url, () => false)
    watched.page.setDefaultTimeout(BACK_MS)
    const bidder = Object.assign(watched, { who, at: '' })
    watched.page.on('response', (response) => {
      // nginx lists every process it tried; the last one answered.
      const asked = response.headers()['x-process'] ?? ''
      if (response.url().includes('/api/feed')) bidder.at = asked.split(', ').at(-1)!
    })
    await watched.go(`/lot/${lot.lotNumber}`)
    await expect.poll(() => bidder.at).not.toBe('')
    return bidder
  }

  const faults = async () => [...(await ada.faults()), ...(await boris.faults())]

  const nextBid = ({ page }: Bidder) => page.getByRole('button', { name: /^Place bid of \$/ }).first()

  async function bid(bidder: Bidder): Promise<void> {
    await nextBid(bidder).click()
    await bidder.page.getByText('You’re the high bidder').first().waitFor()
  }

  test('each has the feed from another process', async () => {
    ada = await sitDown('Ada')
    boris = await sitDown('Boris')
    while (boris.at === ada.at) await boris.go(`/lot/${lot.lotNumber}`)
    expect(new Set([ada.at, boris.at])).toEqual(new Set(processes.keys()))
    expect(await faults()).toEqual([])
  })

  test('they outbid each other, and each sees it live', async () => {
    const first = await nextBid(boris).innerText()
    await bid(ada)
    // A bid on what the lot was before would be refused.
    await expect.poll(() => nextBid(boris).innerText()).not.toBe(first)
    for (const [bidder, outbid] of [
      [boris, ada],
      [ada, boris],
    ] as const) {
      await bid(bidder)
      const ledAt = performance.now()
      await outbid.page.getByText('You’ve been outbid').first().waitFor()
      expect(performance.now() - ledAt).toBeLessThan(1000)
    }
    expect(await faults()).toEqual([])
  })

  test('Ada’s process shuts down, Boris bids meanwhile, and neither sees an error', async () => {
    const port = Number(ada.at.split(':')[1])
    const ending = processes.get(ada.at)!
    ada.at = ''
    const ended = ending.kill('SIGTERM')
    await bid(boris)
    await ended
    expect(ending.process.exitCode).toBe(0)
    await ada.page.getByText('You’ve been outbid').first().waitFor()
    // The old feed may still have delivered the last price; the next one comes from the remaining process.
    await expect.poll(() => ada.at, { timeout: BACK_MS }).toBe(boris.at)
    await bid(ada)
    await boris.page.getByText('You’ve been outbid').first().waitFor()

    await start(port)
    await bid(boris)
    await ada.page.getByText('You’ve been outbid').first().waitFor()
    expect(await faults()).toEqual([])
  })

  test('the ledger matches what both saw', async () => {
    const rows = await server.app.pool.query<{ bids: number }>(
      'select count(*)::int as bids from attempt where lot_id = $1',
      [lot.lotId],
    )
    expect(rows.rows[0]?.bids).toBe(6)
  })

  test('Ada signs out everywhere at the other process: her feed ends within a second, and she bids no more', async () => {
    const other = [...processes.entries()].find(([at]) => at !== ada.at)![1]
    const feedEnded = new Promise<void>((resolve) => {
      const over = (request: Request) => void (request.url().includes('/api/feed') && resolve())
      ada.page.on('requestfinished', over)
      ada.page.on('requestfailed', over)
    })
    const { status } = await send(`${other.url}/api/sessions`, { method: 'DELETE', token: ada.who.token })
    expect(status).toBeLessThan(300)
    const endedAt = performance.now()
    await feedEnded
    expect(performance.now() - endedAt).toBeLessThan(1000)
    const askedAgain = await Promise.all(
      [...processes.values()].map(({ url }) => send(`${url}/api/user`, { token: ada.who.token })),
    )
    expect(askedAgain.map((answer) => answer.status)).toEqual([401, 401])
    const body = JSON.stringify({ bidId: randomUUID(), kind: 'firm', amount: 9_000_000 })
    const bids = await Promise.all(
      [...processes.values()].map(({ url }) =>
        send(`${url}/api/lots/${lot.lotId}/bids`, { method: 'POST', token: ada.who.token, body }),
      ),
    )
    expect(bids.map((answer) => answer.status)).toEqual([401, 401])
    await ada.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await ada.page.getByRole('button', { name: /^Place bid of \$/ }).count()).toBe(0)
  })
})
