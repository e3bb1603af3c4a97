import type { Browser, BrowserContext } from 'playwright-core'
import { seedDemo } from '#demo/seed.ts'
import { openBrowser } from '#test/harness/browser.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

export type DemoCompany = { server: TestServer; browser: Browser; olga: BrowserContext; close(): Promise<void> }

/** The company of the demo, which has something of everything, and Olga, its owner, signed in at a desk. Close it in `afterAll`. */
export async function openDemoCompany(): Promise<DemoCompany> {
  const server = await openTestServer({ client: true, config: { demo: true } })
  await seedDemo(server.app, server.ownerUrl)
  await server.app.outbox.drain()
  const body = { email: 'olga@demo.paddock.example', password: 'olga-demo-paddock' }
  const { token } = (await server.call('POST', '/api/login', { body })).body as { token: string }
  const browser = await openBrowser()
  const olga = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const choice = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })
  await olga.addInitScript(
    ([own, consent]) => {
      localStorage.setItem('cookie-consent', consent!)
      localStorage.setItem('authToken', own!)
    },
    [token, choice],
  )
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { server, browser, olga, close }
}
