import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closedLot, RESERVE } from '#server/bidding/negotiations/negotiations.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson } from '#test/cast.ts'
import { findChromium } from '#test/harness/browser.ts'
import { press, type } from '#test/harness/keyboard.ts'
import { STEP_MS } from '#test/harness/visitor.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'

/** What has the focus, in words; null: the page as a whole, so that Tab starts over. Runs in the page. */
function readFocus(): { words: string; row: string } | null {
  const at = document.activeElement
  if (at === null || at === document.body || at.id === 'content') return null
  return { words: (at.textContent ?? '').trim(), row: at.closest('tr')?.textContent ?? '' }
}

// No step of this file uses the mouse.
describe.runIf(findChromium() !== undefined)('With the keyboard alone', { concurrent: false }, () => {
  let company: DemoCompany
  let page: Page

  beforeAll(async () => {
    company = await openDemoCompany()
    company.olga.setDefaultTimeout(STEP_MS)
    page = await company.olga.newPage()
  })
  afterAll(() => company?.close())

  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  const open = async (address: string) => {
    await page.goto(company.server.url + address)
    await page.locator('#content h1').first().waitFor()
  }

  /** Answers the open dialog with a reason, if it asks for one, and waits until it is gone. */
  async function confirm(action: string | RegExp, reason: string | null = 'Agreed by phone'): Promise<void> {
    const dialog = page.getByRole('dialog')
    if (reason !== null) await type(page, dialog.getByLabel('Reason'), reason)
    await press(page, dialog.getByRole('button', { name: action }))
    await dialog.waitFor({ state: 'detached' })
  }

  async function focusIs(place: { words?: unknown; row?: unknown }): Promise<void> {
    await expect.poll(() => page.evaluate(readFocus), { timeout: STEP_MS }).toMatchObject(place)
  }

  test('a refund leaves the focus in its row', async () => {
    await open('/admin/payments?q=Pia')
    await press(page, button('Refund Pia Rossi'))
    await confirm(/^Refund \$/)
    await button('Refund Pia Rossi').waitFor({ state: 'detached' })
    await focusIs({ row: expect.stringContaining('Pia Rossi') as string })
  })

  test('each step of a negotiation leaves the focus at the next one', async () => {
    const { server } = company
    const { lotId } = await closedLot(server, await castPerson(server.app.pool, { name: 'Nora' }))
    const asked = RESERVE / 100
    await open(`/admin/negotiations/${lotId}`)
    await type(page, page.getByLabel(/^Counteroffer|^Replace \$/), '')
    await press(page, button('Send counteroffer'))
    await page.getByText('Enter an amount.').waitFor()
    await type(page, page.getByLabel(/^Counteroffer|^Replace \$/), String(asked))
    await press(page, button('Send counteroffer'))
    await confirm(/^Ask for \$/, null)
    await page.getByLabel(`Replace $${asked.toLocaleString('en-US')}`).waitFor()
    await focusIs({ words: 'Send counteroffer' })

    await press(page, button(/^Withdraw \$/))
    await confirm(/^Withdraw \$/, null)
    await button(/^Withdraw \$/).waitFor({ state: 'detached' })
    await focusIs({
      words: expect.stringMatching(/^Accept (bid|offer) of \$|^End negotiation/) as string,
    })

    await press(page, button('End negotiation'))
    await confirm('End negotiation')
    await button('End negotiation').waitFor({ state: 'detached' })
    const title = await page.locator('#content h1').textContent()
    await focusIs({ words: title!.trim() })
  })

  test('a dismissed signal leaves the focus in its row', async () => {
    const people = await company.rows<{ id: string }>(
      `select id from account where role = 'member' order by id limit 3`,
    )
    const [lot] = await company.rows<{ id: string }>(`select lot_id as id from standing where status = 'sold' limit 1`)
    for (const [at, { id }] of people.entries())
      await company.rows(
        `insert into risk_case (id, lot_id, bidder_id, seller_id, score, signals) values ($1, $2, $3, $4, $5, '[]')
         on conflict do nothing`,
        [newId(), lot!.id, id, people[(at + 1) % 3]!.id, 80 - at],
      )
    await open('/admin/risks')
    await press(page, button(/^Dismiss/).first())
    await confirm('Dismiss signal')
    await focusIs({ row: expect.stringContaining('Dismissed by Olga') as string })
  })

  test('a lot that is withdrawn leaves the focus in its row, and its second look at what it means', async () => {
    const [auction] = await company.rows<{ id: string }>(
      `select auction_id as id from standing where status = 'scheduled' limit 1`,
    )
    await open(`/admin/auctions/${auction!.id}`)
    const withdraw = button(/^Withdraw lot/).first()
    await withdraw.waitFor()
    const lot = await withdraw.evaluate((one) => one.closest('tr')!.querySelector('td')!.textContent)
    await press(page, withdraw)
    const dialog = page.getByRole('dialog')
    await type(page, dialog.getByLabel('Reason'), 'The seller sold it')
    await press(page, dialog.getByRole('button', { name: 'Continue' }))
    await focusIs({ words: expect.stringContaining('Withdraw') as string })
    await confirm('Withdraw now', null)
    await focusIs({ row: expect.stringContaining(lot!) as string })
  })

  test('an access that is ended leaves the focus at the colleague', async () => {
    const [colleague] = await company.rows<{ id: string }>(`select id from account where role = 'cashier' limit 1`)
    await open(`/admin/people/${colleague!.id}`)
    await press(page, button('End access'))
    await confirm('End access')
    await button('End access').waitFor({ state: 'detached' })
    const title = await page.locator('#content h1').textContent()
    await focusIs({ words: title!.trim() })
  })

  test('the question mark lists the keys of staff', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Fair warning').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
