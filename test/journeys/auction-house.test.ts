import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { findChromium, openBrowser } from '#test/harness/browser.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'
import { downloaded, importBankFile, isAccessible, openPage, STEP_MS } from '#test/harness/visitor.ts'
import { ACTS } from './acts-in-words.ts'
import {
  addSeller,
  createStaffAccount,
  fillAccount,
  fillCompany,
  invitationOf,
  passTheRest,
  planLiveAuction,
} from './company-steps.ts'
import { sellFourLots } from './four-lots.ts'
import { fortyLots, LOTS, PHOTOS_PER_LOT, theirPhotos } from './forty-lots.ts'

const PICTURES = path.join(ROOT, 'test/screenshots')
const AUCTION = 'Northside pickups'

// From an empty database to the seller's money, with nothing prepared but two bidders; each step needs the one before it.
describe.runIf(findChromium() !== undefined)('A new auction company', { concurrent: false }, () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let dataDir: string
  let server: ServerProcess
  let browser: Browser
  let pool: pg.Pool
  let printed = ''
  let auctionId = ''
  const staff = {} as Record<'olga' | 'aukje' | 'kofi', Page>
  const bidders = {} as Record<'ada' | 'boris', CastMember>
  let hall: Page

  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-auction-house-'))
    server = await startServer(database.url, dataDir, {}, [], (text) => (printed += text))
    pool = new pg.Pool({ connectionString: database.url })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.kill('SIGTERM')
    await pool?.end()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const visit = (page: Page, at: string) => page.goto(server.url + at)

  /** Keeps a picture, and looks at the page as a screen reader would. */
  async function shot(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: path.join(PICTURES, `auction-house-${name}.png`), fullPage: true })
    await isAccessible(page)
  }

  test('begins at a printed link, and its owner is led by a checklist', async () => {
    await expect.poll(() => printed, { timeout: STEP_MS }).toMatch(/#set-up=[\w-]{43}/)
    const setUp = /#set-up=[\w-]{43}/.exec(printed)![0]
    const olga = (staff.olga = await openPage(browser))
    await visit(olga, `/admin-login${setUp}`)
    await olga.getByRole('heading', { name: 'Create the owner account' }).waitFor()
    expect(new URL(olga.url()).hash).toBe('')
    await shot(olga, 'owner-account')
    await olga.getByLabel('Email').fill('olga@company.example')
    await createStaffAccount(olga, 'Olga Marin')
    await olga.getByRole('heading', { name: 'Set up your company' }).waitFor()
    expect(await olga.getByText('0 of 11 done').count()).toBe(1)
    await shot(olga, 'checklist')
    for (const [index, keep] of ['Keep rates', 'Keep fees', 'Keep increments', 'No director page'].entries()) {
      await olga.getByRole('button', { name: keep }).click()
      await olga.getByText(`${index + 1} of 11 done`).waitFor()
    }
    await olga.getByRole('button', { name: 'Send test email' }).click()
    await olga.getByText('5 of 11 done').waitFor()

    await olga.getByRole('link', { name: 'Company name' }).click()
    await fillCompany(olga)
    await olga.getByRole('link', { name: 'Overview', exact: true }).first().click()
    await olga.getByText('9 of 11 done').waitFor()

    const again = await openPage(browser, { size: 'phone' })
    await visit(again, `/admin-login${setUp}`)
    await again.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  })

  test('invites an auctioneer and a cashier, who sign in with a second factor and see only their work', async () => {
    const { olga } = staff
    await olga.getByRole('link', { name: 'Staff', exact: true }).first().click()
    for (const [email, role] of [
      ['aukje@company.example', /^Auctioneer/],
      ['kofi@company.example', /^Cashier/],
    ] as const) {
      await olga.getByRole('button', { name: 'Invite person' }).click()
      await olga.getByRole('dialog').getByLabel('Email').fill(email)
      await olga.getByRole('checkbox', { name: role }).check()
      await isAccessible(olga)
      await olga.getByRole('button', { name: 'Send invitation' }).click()
      await olga.getByRole('row', { name: email }).getByText('Invited').waitFor()
    }
    await shot(olga, 'staff')
    for (const [key, size, name, role] of [
      ['aukje', 'wide', 'Aukje Visser', 'Auctioneer'],
      ['kofi', 'phone', 'Kofi Mensah', 'Cashier'],
    ] as const) {
      const page = (staff[key] = await openPage(browser, { size }))
      await visit(page, `/admin-login${await invitationOf(dataDir, `${key}@company.example`)}`)
      await page.getByText(`Your role: ${role}`).waitFor()
      await isAccessible(page)
      await createStaffAccount(page, name)
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      expect(await page.getByRole('link', { name: 'Staff', exact: true }).count()).toBe(0)
      await olga.getByRole('link', { name }).waitFor()
    }
  })

  test('imports forty lots of a seller from a file, finds the lot of each of 120 photos, and publishes', async () => {
    const { aukje, kofi } = staff
    await addSeller(aukje)
    await visit(kofi, new URL(aukje.url()).pathname)
    await kofi.getByRole('button', { name: 'Add band' }).click()
    await kofi.getByRole('button', { name: 'Add bank account' }).click()
    await fillAccount(kofi, 'Northside Fleet')
    await kofi.getByRole('button', { name: 'Save commission and bank' }).click()
    await kofi.getByText('…6789', { exact: false }).first().waitFor()

    auctionId = await planLiveAuction(aukje, AUCTION)
    await aukje.getByRole('link', { name: 'Import', exact: true }).click()
    await aukje
      .getByLabel('Drop a file here, or choose one')
      .setInputFiles({ name: 'northside.csv', mimeType: 'text/csv', buffer: fortyLots('NORTH') })
    await aukje.getByLabel('Add to auction').selectOption(auctionId)
    await aukje.getByRole('button', { name: `Check all ${LOTS} rows` }).click()
    await aukje.getByText(`${LOTS} to add`).waitFor()
    await shot(aukje, 'import')
    await aukje.getByRole('button', { name: 'Import', exact: true }).click()
    await aukje.getByRole('link', { name: 'Open run list' }).click()

    await aukje.getByRole('link', { name: 'Add photos' }).click()
    await aukje.getByText(`${LOTS} of ${LOTS} lots have no photos.`).waitFor()
    await aukje.getByLabel('Choose photos').setInputFiles(await theirPhotos())
    await aukje.getByText(`${LOTS * PHOTOS_PER_LOT} done`, { exact: true }).waitFor({ timeout: 4 * STEP_MS })
    await aukje.getByText('Every lot has photos.').waitFor()
    expect(await aukje.getByRole('heading', { name: /^Not matched/ }).count()).toBe(0)
    expect(await aukje.getByText(`${PHOTOS_PER_LOT} of ${PHOTOS_PER_LOT} uploaded`).count()).toBe(LOTS)
    await shot(aukje, 'photos')

    await visit(aukje, `/admin/auctions/${auctionId}/plan`)
    await aukje.getByRole('button', { name: `Publish ${LOTS} lots` }).click()
    await shot(aukje, 'publish')
    await aukje.getByRole('button', { name: `Publish ${LOTS} lots` }).click()
    await aukje.getByText('Auction published', { exact: true }).waitFor()
  })

  test('sells online and by phone from the keyboard, with fair warning, and passes what is not sold', async () => {
    const { aukje } = staff
    bidders.ada = await castPerson(pool, { name: 'Ada' })
    bidders.boris = await castPerson(pool, { name: 'Boris' })
    hall = await openPage(browser, { token: bidders.ada.token })
    // The hour is over.
    await pool.query('update auction set opens_at = clock_timestamp(), starts_at = clock_timestamp()')
    await visit(hall, `/auction/${auctionId}`)
    await visit(aukje, `/admin/auctions/${auctionId}`)
    await sellFourLots(aukje, hall, bidders, (page) => shot(page, 'block'))
    await passTheRest(aukje, pool, LOTS - 4)
    await hall.getByRole('heading', { name: 'The auction has ended' }).waitFor()
    await hall.getByText('2 sold, 1 below the reserve, 37 passed.').waitFor()
    const ends = await pool.query<{ cause: string }>(
      `select distinct text::jsonb ->> 'cause' as cause from ledger where type = 'closed'`,
    )
    expect(ends.rows).toEqual([{ cause: 'auctioneer' }])
  })

  test('accepts the high bid of the lot below its reserve', async () => {
    const { aukje } = staff
    await aukje.getByRole('link', { name: 'Negotiations' }).first().click()
    await aukje
      .getByRole('link', { name: /2014 Ford F-150/ })
      .first()
      .click()
    await aukje.getByRole('button', { name: 'Accept bid of $100' }).click()
    await aukje.getByLabel('Reason').fill('The seller agreed by phone')
    await aukje.getByRole('button', { name: 'Sell at $100' }).click()
    await aukje.getByText('Sold at', { exact: true }).waitFor()
    await shot(aukje, 'negotiation')
  })

  test('is paid for three invoices by one bank file', async () => {
    const { kofi } = staff
    type Owed = { id: string; account_id: string; total: number; number: string }
    const owed = async () =>
      (await pool.query<Owed>('select id, account_id, total, number from invoice order by number')).rows
    await expect.poll(async () => (await owed()).length, { timeout: STEP_MS }).toBe(3)
    const pages = {
      [bidders.ada.id]: hall,
      [bidders.boris.id]: await openPage(browser, { token: bidders.boris.token }),
    }
    const lines: [string, string, string][] = []
    for (const { id, account_id: accountId, total } of await owed()) {
      const page = pages[accountId]!
      await visit(page, `/invoices?invoice=${id}`)
      await page.getByRole('radio', { name: /^Bank transfer/ }).check()
      await page.getByRole('button', { name: /^Get reference for \$/ }).click()
      const reference = await page.getByText(/^RF\d\d /).innerText()
      lines.push([decimal(total), `Invoice ${reference}`, 'Wire transfer'])
    }
    await kofi.setViewportSize({ width: 1440, height: 900 })
    await visit(kofi, '/admin/transfers')
    await importBankFile(kofi, 'bank-1.csv', lines)
    await hall.getByText('Paid', { exact: true }).first().waitFor()
    const unpaid = () => pool.query('select 1 from invoice where paid < total')
    await expect.poll(async () => (await unpaid()).rowCount, { timeout: STEP_MS }).toBe(0)
  })

  /** `28500` as a European bank writes it. */
  function decimal(amount: number): string {
    return (Number(amount) / 100).toFixed(2).replace('.', ',')
  }

  test('settles with the seller: a statement, a payout file, and the bank’s word that it was paid', async () => {
    const { kofi } = staff
    await visit(kofi, `/admin/settlements/${auctionId}`)
    await kofi.getByRole('button', { name: 'Issue 1 statement' }).click()
    await kofi
      .getByRole('dialog')
      .getByText(/^Northside Fleet gets a statement for \$285\.00\./)
      .waitFor()
    await kofi.getByRole('dialog').getByRole('button', { name: 'Issue 1 statement' }).click()
    await kofi.getByText('Statement issued', { exact: true }).waitFor()
    await shot(kofi, 'settlement')
    await kofi.getByRole('link', { name: 'Statements', exact: true }).click()
    await kofi.getByRole('row', { name: 'Northside Fleet' }).getByLabel('Select').check()
    await kofi.getByRole('button', { name: 'Make payout' }).click()
    await kofi.getByRole('dialog').getByText('1 statement, $285.00').waitFor()
    await kofi.getByRole('dialog').getByRole('button', { name: 'Make payout' }).click()
    const payout = (await kofi.getByRole('heading', { name: /^Payout \S+/ }).innerText()).replace('Payout ', '')
    await shot(kofi, 'payout')
    const records = (await downloaded(kofi, 'Download file')).trimEnd().split(/\r?\n/)
    expect(new Set(records.map(({ length }) => length))).toEqual(new Set([94]))
    expect(records.find((record) => record.startsWith('6'))).toContain('0000028500')
    await kofi.getByRole('link', { name: 'Transfers', exact: true }).click()
    await importBankFile(kofi, 'bank-2.csv', [['-285,00', payout, 'Northside Fleet']], 'Money out')
    await kofi.getByRole('link', { name: 'Payouts', exact: true }).click()
    await kofi.getByRole('row', { name: payout }).getByText('Paid', { exact: true }).waitFor()
  })

  test('reports how the auction went and what the seller sold', async () => {
    const { aukje, kofi } = staff
    await aukje.getByRole('link', { name: 'Reports', exact: true }).click()
    await aukje.getByRole('link', { name: AUCTION }).click()
    await aukje.getByText(`3 of ${LOTS} lots`).waitFor()
    await shot(aukje, 'report')
    expect(await downloaded(aukje, 'Export as CSV')).toContain('2014 Ford F-150')
    await visit(kofi, '/admin/reports?by=sellers')
    await kofi
      .getByRole('row', { name: /Northside Fleet/ })
      .getByText('$300')
      .first()
      .waitFor()
    await shot(kofi, 'seller-report')
  })

  test('has done everything on its checklist, and finds every act in the audit log, in words', async () => {
    const { olga } = staff
    await visit(olga, '/admin')
    await olga.getByRole('heading', { name: 'Last 30 days, USD' }).waitFor()
    expect(await olga.getByRole('heading', { name: 'Set up your company' }).count()).toBe(0)
    await olga.getByRole('link', { name: 'Audit log' }).click()
    await olga.getByRole('heading', { name: 'Audit log' }).waitFor()
    await shot(olga, 'audit')
    const log = await downloaded(olga, 'Export as CSV')
    expect(ACTS.filter((act) => !act.test(log))).toEqual([])
    expect(log.match(/passed lot/g)).toHaveLength(38)
    expect(log.match(/added a photo of 2014 Ford F-150/g)).toHaveLength(LOTS * PHOTOS_PER_LOT)
  })
})
