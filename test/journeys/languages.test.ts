import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { cutTexts, isTooWide, plainWords, pseudoLanguage, pseudoTexts } from '#test/harness/pseudo-language.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const STEP_MS = 30_000
const CONSENT = JSON.stringify({ necessary: true, analytics: false, marketing: false, functional: false })

/** Names, makes and other data of the test, and words that are the same in every language. */
const DATA = new RegExp(
  `^(${[
    'paddock|kiri|urban|ada|quist|thursday|auction|springfield|northgate|inspections|united|states|ref|register|demo|example',
    // What a seller wrote about the vehicle.
    'stone|chips|the|bonnet|full|service|history|runs|well|clutch|bites|high',
    'english|español|deutsch|faq|vins?|pdf|jpeg|png|webp|heic|usd|website',
    // Dates follow the browser's language, not the texts'.
    'jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(tember)?|oct(ober)?|nov(ember)?|dec(ember)?',
    '(sun|mon|tues?|wednes|thurs?|fri|satur)(day)?|wed|thu|sat|utc|gmt|[ecmp][sd]t|america|new|york|chicago',
  ].join('|')})$`,
  'i',
)

const SPANISH = {
  name: 'Español',
  language: 'es',
  locale: 'es-MX',
  fullName: 'Nombre completo',
  email: 'Correo electrónico',
  password: 'Contraseña',
  phone: 'Teléfono',
  country: 'País',
  accept: /Acepto los/,
  create: 'Crear cuenta',
  payFee: 'Pagar $99.00',
  feePaid: 'Cargo pagado',
  pay: /^Pagar \$/,
  paid: 'Pagado',
  sandbox: /^Modo de prueba/,
  simulate: 'Simular éxito',
  profile: 'Perfil',
  myBids: 'Mis pujas',
  question: '¿Quién puede pujar?',
}
const GERMAN: typeof SPANISH = {
  name: 'Deutsch',
  language: 'de',
  locale: 'de-AT',
  fullName: 'Vollständiger Name',
  email: 'E-Mail',
  password: 'Passwort',
  phone: 'Telefon',
  country: 'Land',
  accept: /Ich akzeptiere die/,
  create: 'Konto anlegen',
  payFee: '99,00\u00a0$ zahlen',
  feePaid: 'Beitrag bezahlt',
  pay: /\$ zahlen$/,
  paid: 'Bezahlt',
  sandbox: /^Testmodus/,
  simulate: 'Erfolg simulieren',
  profile: 'Profil',
  myBids: 'Meine Gebote',
  question: 'Wer kann bieten?',
}
const NEWCOMERS = [SPANISH, GERMAN]

describe.runIf(findChromium() !== undefined)('Another language', { concurrent: false }, () => {
  let server: TestServer
  let browser: Browser
  let room: ReturnType<typeof saleroom>
  let ada: CastMember
  let lot: CastLot

  beforeAll(async () => {
    server = await openTestServer({ client: true, config: { sandboxPayments: true } })
    server.app.config.publicUrl = server.url
    room = saleroom(server)
    ada = await castPerson(server.app.pool, { name: 'Ada Quist' })
    lot = await castLot(server.app)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function contextOf(token: string | null, locale: string, width = 390): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width, height: 844 }, locale, serviceWorkers: 'block' })
    context.setDefaultTimeout(STEP_MS)
    await context.addInitScript(
      ([choice, own]) => {
        localStorage.setItem('cookie-consent', choice!)
        if (own !== '') localStorage.setItem('authToken', own!)
      },
      [CONSENT, token ?? ''],
    )
    return context
  }

  describe('of which every text is longer and accented', () => {
    const screens = (): [path: string, who: 'visitor' | 'member'][] => [
      ['/', 'visitor'],
      ['/?q=kiri', 'member'],
      [`/lot/${lot.lotNumber}`, 'visitor'],
      [`/lot/${lot.lotNumber}`, 'member'],
      ['/', 'member'],
      ['/my-bids', 'member'],
      ['/profile', 'member'],
      ['/auth', 'visitor'],
      ['/register', 'visitor'],
      ['/payment', 'member'],
      ['/invoices', 'member'],
      ['/faq', 'visitor'],
      ['/contact', 'visitor'],
      ['/calendar', 'visitor'],
      ['/notifications', 'member'],
      ['/referral-program', 'member'],
    ]

    async function opened(context: BrowserContext, path: string): Promise<Page> {
      const page = await context.newPage()
      await page.goto(server.url + path)
      await page.locator('#content h1').first().waitFor()
      // What is awaited has come.
      const awaited = () =>
        page
          .locator('[data-awaiting], [role=status] .animate-spin')
          .evaluateAll((all) => all.map((found) => found.outerHTML))
      await expect.poll(awaited, { timeout: STEP_MS, message: path }).toEqual([])
      return page
    }

    test('no screen shows English, and none is too narrow for it', async () => {
      const faults: string[] = []
      for (const who of ['visitor', 'member'] as const) {
        const context = await contextOf(who === 'member' ? ada.token : null, 'en-US')
        await context.addInitScript(pseudoLanguage)
        await pseudoTexts(context)
        for (const [path, whose] of screens()) {
          if (whose !== who) continue
          const page = await opened(context, path)
          for (const width of [320, 1440]) {
            await page.setViewportSize({ width, height: 900 })
            const at = `${path}, ${who}, ${width} px`
            for (const text of await plainWords(page, DATA.source)) faults.push(`${at}: "${text}" isn’t translated`)
            for (const text of await cutTexts(page)) faults.push(`${at}: "${text}" is cut off`)
            if (await isTooWide(page)) faults.push(`${at}: scrolls sideways`)
          }
          await page.close()
        }
        await context.close()
      }
      expect([...new Set(faults)]).toEqual([])
    })

    test('no screen is too narrow for German and its long words', async () => {
      const faults: string[] = []
      for (const who of ['visitor', 'member'] as const) {
        const context = await contextOf(who === 'member' ? ada.token : null, 'de-DE')
        for (const [path, whose] of screens()) {
          if (whose !== who) continue
          const page = await opened(context, path)
          expect(await page.locator('html').getAttribute('lang')).toBe('de')
          for (const width of [320, 1440]) {
            await page.setViewportSize({ width, height: 900 })
            const at = `${path}, ${who}, ${width} px`
            for (const text of await cutTexts(page)) faults.push(`${at}: "${text}" is cut off`)
            if (await isTooWide(page)) faults.push(`${at}: scrolls sideways`)
          }
          await page.close()
        }
        await context.close()
      }
      expect([...new Set(faults)]).toEqual([])
    })
  })

  describe.each(NEWCOMERS)('$name', (words) => {
    /** The reviewer approves, a lot is won, and its invoice is issued; other journeys do this in a browser. */
    async function wins(id: string): Promise<string> {
      await server.app.pool.query(
        `update account set verification_status = 'verified',
           id_document = '{"submittedAt": 1, "kind": "passport", "state": "approved"}' where id = $1`,
        [id],
      )
      accountChanged(server.app, id)
      await room.sell({ id, name: '', email: '', paddle: 0, token: '' })
      await room.drain()
      const found = await server.app.pool.query<{ id: string }>('select id from invoice where account_id = $1', [id])
      return found.rows[0]!.id
    }

    test('leads a newcomer from the registration to a paid invoice', async () => {
      const email = `milena-${words.language}@demo.paddock.example`
      const page = await (await contextOf(null, words.locale)).newPage()
      await page.goto(`${server.url}/register`)
      expect(await page.locator('html').getAttribute('lang')).toBe(words.language)
      await page.getByLabel(words.fullName).fill('Milena Berg')
      await page.getByLabel(words.email, { exact: true }).fill(email)
      await page.getByLabel(words.password, { exact: true }).fill('a very long sentence of mine')
      await page.getByLabel(words.phone).fill('+1 555 0101')
      await page.getByLabel(words.country).selectOption('US')
      await page.getByLabel(words.accept).check()
      await page.getByRole('button', { name: words.create }).click()
      await page.waitForURL('**/payment')
      const found = await server.app.pool.query<{ id: string; language: string }>(
        `update account set email_confirmed_at = now() where email = $1 returning id, language`,
        [email],
      )
      const { id, language } = found.rows[0]!
      expect(language).toBe(words.language)
      accountChanged(server.app, id)
      await page.reload()
      await payInSandbox(page, words.payFee)
      await page.getByText(words.feePaid).first().waitFor()
      const invoiceId = await wins(id)
      await page.goto(`${server.url}/invoices?invoice=${invoiceId}`)
      await payInSandbox(page, words.pay)
      await page.getByText(words.paid, { exact: true }).first().waitFor()
      const mails = await server.app.pool.query<{ language: string }>('select language from account where id = $1', [
        id,
      ])
      expect(mails.rows[0]!.language).toBe(words.language)
    })

    async function payInSandbox(page: Page, button: string | RegExp): Promise<void> {
      const choice = page.getByRole('radio', { name: words.sandbox })
      if ((await choice.count()) > 0) await choice.check()
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('button', { name: words.simulate }).click()
    }

    test('stays with the account that chose it in its profile, on every device', async () => {
      const { token } = await castPerson(server.app.pool, { name: `Ada, ${words.name}` })
      const page = await (await contextOf(token, 'en-US', 1440)).newPage()
      await page.goto(`${server.url}/profile`)
      await page.locator('#account').getByRole('button', { name: words.name }).click()
      await page.getByRole('heading', { name: words.profile, level: 1 }).waitFor()
      const elsewhere = await (await contextOf(token, 'en-US', 1440)).newPage()
      await elsewhere.goto(`${server.url}/my-bids`)
      await elsewhere.getByRole('heading', { name: words.myBids, level: 1 }).waitFor()
    })

    test('is on public pages for readers without scripts, too', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: words.locale })
      const page = await context.newPage()
      await page.goto(`${server.url}/faq`)
      expect(await page.locator('html').getAttribute('lang')).toBe(words.language)
      await page.getByText(words.question, { exact: true }).waitFor()
      await context.close()
    })
  })
})
