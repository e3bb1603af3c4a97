import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#test/harness/browser.ts'
import { refuseWrites, walkDialogs } from '#test/harness/keyboard-dialogs.ts'
import { watchedPage } from '#test/harness/watched-page.ts'
import { type DemoCompany, openDemoCompany } from './demo-company.ts'
import { findScreens } from './find-screens.ts'

/** Where the walk begins; it finds the other screens by their links. */
const STARTS = ['/admin', '/admin/account']

/** Some of the dialogs that the walk must open, so that an empty walk is noticed. */
const SOME_DIALOGS = ['Go to page', 'Pause all auctions', 'Invite to the team', 'Message bidders']

describe.runIf(findChromium() !== undefined)('With the keyboard alone, dialogs', { concurrent: false }, () => {
  let company: DemoCompany

  beforeAll(async () => {
    company = await openDemoCompany()
  })
  afterAll(() => company?.close())

  test('of every staff screen hold the focus and give it back', { timeout: 600_000 }, async () => {
    const watched = await watchedPage(company.olga, company.server.url, () => true)
    await refuseWrites(watched.page)
    const addresses = new Map(STARTS.map((start) => [start, start]))
    const titles = new Set<string>()
    const faults: string[] = []
    // Iterating a map includes entries added meanwhile.
    for (const [kind, address] of addresses) {
      faults.push(...(await walkDialogs(watched, address, titles)).map((fault) => `${kind}: ${fault}`))
      await findScreens(watched.page, addresses)
    }
    expect(faults).toEqual([])
    expect([...titles]).toEqual(expect.arrayContaining(SOME_DIALOGS))
  })
})
