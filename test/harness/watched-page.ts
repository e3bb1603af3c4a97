import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page, Request, Response } from 'playwright-core'

/** A page is settled once no request has been under way for this long, in ms. */
const QUIET_MS = 120
const SETTLED_WITHIN_MS = 20_000

/** A failed answer that the page expects and handles. */
export type Expected = (path: string, status: number) => boolean

/** A monitored page: console, requests, and violations of the content security policy. */
export type WatchedPage = {
  page: Page
  /** Opens an address and waits until its title is set and all its requests have ended. Clears earlier faults. */
  go(address: string): Promise<void>
  settle(): Promise<void>
  /** Faults since `go`, in words. */
  faults(): Promise<string[]>
  /** Size as transferred of the scripts requested since `go` until the page had loaded and its application had started. */
  scriptBytes(): Promise<number>
}

/** Opens a page in the context and monitors it from its first request on. */
export async function watchedPage(context: BrowserContext, app: string, expected: Expected): Promise<WatchedPage> {
  await context.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { violations })
    globalThis.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile } = event as SecurityPolicyViolationEvent
      violations.push(`policy: ${violatedDirective} forbids ${blockedURI} in ${sourceFile}`)
    })
  })
  return new Watch(await context.newPage(), app, expected)
}

class Watch implements WatchedPage {
  page: Page
  #app: string
  #faults: string[] = []
  #underWay = new Set<Request>()
  #changedAt = 0

  constructor(page: Page, app: string, expected: Expected) {
    this.page = page
    this.#app = app
    page.on('pageerror', (failure) => this.#faults.push(`uncaught: ${failure.message}`))
    page.on('console', (message) => {
      // Failed answers are checked below, where their status is known.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      this.#faults.push(`console: ${message.text()}`)
    })
    page.on('request', (request) => this.#begin(request))
    page.on('requestfinished', (request) => this.#end(request))
    page.on('requestfailed', (request) => {
      this.#end(request)
      const reason = request.failure()?.errorText ?? ''
      // Requests the page itself canceled, such as the feed of a page that was left.
      if (reason !== 'net::ERR_ABORTED') this.#faults.push(`request: ${this.#pathOf(request.url())} ${reason}`)
    })
    page.on('response', (response) => this.#judge(response, expected))
  }

  async go(address: string): Promise<void> {
    this.#faults = []
    this.#underWay.clear()
    await this.page.goto(this.#app + address)
    await this.settle()
  }

  async settle(): Promise<void> {
    // The server's own first view has a heading, too, outside of the content.
    await this.page.locator('#content h1').first().waitFor()
    const giveUpAt = performance.now() + SETTLED_WITHIN_MS
    for (;;) {
      const quietForMs = this.#underWay.size === 0 ? performance.now() - this.#changedAt : 0
      if (quietForMs >= QUIET_MS) return
      if (performance.now() > giveUpAt) break
      await setTimeout(QUIET_MS - quietForMs)
    }
    const open = [...this.#underWay].map((request) => this.#pathOf(request.url()))
    throw new Error(`The page did not settle: ${open.join(', ')}`)
  }

  async faults(): Promise<string[]> {
    const violations = await this.page.evaluate(
      () => (globalThis as typeof globalThis & { violations: string[] }).violations,
    )
    return [...this.#faults, ...violations]
  }

  scriptBytes(): Promise<number> {
    return this.page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const startedAt = performance.getEntriesByName('started')[0]?.startTime ?? Infinity
      const usableAt = Math.max(page!.loadEventEnd, startedAt)
      return files
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= usableAt)
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    })
  }

  #begin(request: Request): void {
    // The feed stays open.
    if (this.#pathOf(request.url()).startsWith('/api/feed')) return
    this.#underWay.add(request)
    this.#changedAt = performance.now()
  }

  #end(request: Request): void {
    if (this.#underWay.delete(request)) this.#changedAt = performance.now()
  }

  #judge(response: Response, expected: Expected): void {
    const at = this.#pathOf(response.url())
    if (response.status() >= 400 && !expected(at, response.status())) {
      this.#faults.push(`answer: ${response.status()} ${at}`)
    }
  }

  #pathOf(url: string): string {
    return url.replace(this.#app, '')
  }
}
