import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { seedDemo } from '#demo/seed.ts'
import { runJobs } from '#server/platform/job.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { openContext } from '#test/harness/visitor.ts'

export type DemoCompany = {
  server: TestServer
  browser: Browser
  olga: BrowserContext
  /** Another person of the demo, by their first name, signed in on their own device. */
  enter(name: string, more?: BrowserContextOptions): Promise<BrowserContext>
  /** Reads from the company's database. */
  rows<T>(statement: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

/** The company of the demo, which has something of everything, and Olga, its owner, signed in at a desk. Close it in `afterAll`. */
export async function openDemoCompany(): Promise<DemoCompany> {
  const server = await openTestServer({ client: true, config: { demo: true } })
  await seedDemo(server.app, server.ownerUrl)
  // What the clocks of the jobs would do within a minute comes first: rewards are credited, and their emails are in every list.
  await runJobs(server.app)
  await server.app.outbox.drain()
  const browser = await openBrowser()
  const enter = async (name: string, more: BrowserContextOptions = {}) => {
    const body = { email: `${name}@demo.paddock.example`, password: `${name}-demo-paddock` }
    const { token } = (await server.call('POST', '/api/login', { body })).body as { token: string }
    return openContext(browser, token, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...more })
  }
  const olga = await enter('olga')
  return {
    server,
    browser,
    olga,
    enter,
    rows: async <T>(statement: string, values: unknown[] = []) =>
      (await server.app.pool.query(statement, values)).rows as T[],
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
