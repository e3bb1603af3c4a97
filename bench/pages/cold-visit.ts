import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS } from '#test/harness/browser.ts'
import { readingOf, scriptUrls, type Reading } from './reading.ts'

/** The browser resolves no names except this machine's: outgoing requests fail and are seen as faults. */
const ONLY_THIS_MACHINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
const OPENS_MS_MAX = 20_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

export type Visit = {
  /** The whole address, on this machine. */
  url: string
  /** Of a logged-in person; null: a visitor. */
  token: string | null
  /** False for a page that search engines are asked not to index: its noindex tag is then no fault. */
  indexed: boolean
}

/**
 * Opens a page as Lighthouse's phone does (a slow line, a slow processor), in a browser that has never visited it: a new profile per
 * visit, so that no cache or service worker helps. Throws if the page couldn't be judged or requested anything from elsewhere.
 */
export async function coldVisit(executable: string, folder: string, visit: Visit): Promise<Reading> {
  const profile = path.join(folder, `profile-${crypto.randomUUID()}`)
  const browser = spawn(
    executable,
    [
      ...CHROMIUM_FLAGS,
      ONLY_THIS_MACHINE,
      '--headless',
      // Here the processor would draw the bar that a phone's graphics chip fades out: 20 frames in the moment when the page starts.
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  try {
    const port = await debuggingPort(browser, profile)
    if (visit.token !== null) await logIn(port, visit)
    const result = await lighthouse(visit.url, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: CATEGORIES,
      disableStorageReset: true,
      disableFullPageScreenshot: true,
      skipAudits: visit.indexed ? [] : ['is-crawlable'],
    })
    if (result === undefined) throw new Error(`${visit.url} was not judged`)
    const sizes = new Map<string, number>()
    for (const url of scriptUrls(result.lhr)) sizes.set(url, await compressedSize(url))
    return readingOf(result.lhr, (url) => sizes.get(url) ?? 0)
  } finally {
    await end(browser)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function compressedSize(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(answer.headers.get('content-length') ?? Number.NaN)
}

async function debuggingPort(browser: ChildProcess, profile: string): Promise<number> {
  const until = performance.now() + OPENS_MS_MAX
  while (performance.now() < until && browser.exitCode === null) {
    const text = await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const port = Number(text.split('\n')[0])
    if (port > 0) return port
    await wait(50)
  }
  throw new Error('Chromium did not open')
}

/** Stores the token where the client keeps it, through a file that starts no client code. */
async function logIn(port: number, { url, token }: Visit): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]!.newPage()
  await page.goto(new URL('/healthz', url).href)
  await page.evaluate((kept) => localStorage.setItem('authToken', kept), token!)
  await page.close()
  await browser.close()
}

async function end(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null) return
  const ended = new Promise((resolve) => browser.once('exit', resolve))
  browser.kill('SIGKILL')
  await ended
}
