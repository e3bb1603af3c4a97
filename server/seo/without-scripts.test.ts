import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_NAMES } from '#contract/content/content.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, inCatalog } from '#test/inventory.ts'

let server: TestServer
let lot: CastLot

beforeAll(async () => {
  server = await openTestServer({ client: true })
  lot = await castLot(server.app)
  await inCatalog(server.app, [lot])
})

afterAll(() => server.close())

const pageAt = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, html: await response.text() }
}
/** What a browser without scripts shows below the header. */
const shown = (html: string) => /<\/header>([^]*)<div role="status"/.exec(html)?.[1] ?? ''
const linksIn = (html: string) => [...shown(html).matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)
const dataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '{}']) => JSON.parse(json) as { '@type': string | string[] },
  )

describe('with scripts off', () => {
  test('every public page shows its text, and every lot and auction what visitors may see', async () => {
    for (const name of PAGE_NAMES) {
      const { title, sections } = (await server.call('GET', `/api/articles/${name}`)).body as {
        title: string
        sections: { heading: string }[]
      }
      const html = shown((await pageAt(`/${name}`)).html)
      for (const words of [title, ...sections.map(({ heading }) => heading)]) expect(html).toContain(words)
    }
    expect(shown((await pageAt('/faq')).html)).toContain('Can someone outbid me in the last second?')
    expect(shown((await pageAt(`/lot/${lot.lotNumber}`)).html)).toContain(`Lot ${lot.lotNumber} in`)
    expect(shown((await pageAt(`/auction/${lot.auctionId}`)).html)).toContain(`href="/lot/${lot.lotNumber}"`)
  })

  test('a search shows what anyone finds; one that finds nothing, or can’t be one, shows no results', async () => {
    for (const asked of ['q=kiri', 'sort=ending', 'body=suv&state=open,scheduled', 'state=open,scheduled,ended'])
      expect([asked, shown((await pageAt(`/?${asked}`)).html)]).toEqual([
        asked,
        expect.stringContaining(`<main data-first-view="visitors"`),
      ])
    expect(linksIn((await pageAt('/?q=kiri')).html)).toContain(`/lot/${lot.lotNumber}`)
    for (const asked of [`q=${'k'.repeat(200)}`, 'q=xyzzyxyzzy', 'make=%00', 'year=1-99999999999', 'q=%E0%A4%A'])
      expect([asked, (await pageAt(`/?${asked}`)).html]).toEqual([
        asked,
        expect.not.stringContaining('data-first-view'),
      ])
  })

  test('no link on any page leads nowhere, neither to a page nor to a part of one', async () => {
    const pages = new Map<string, string>()
    const faults: string[] = []
    const waiting = ['/']
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (pages.has(path)) continue
      const { status, html } = await pageAt(path)
      pages.set(path, html)
      if (status !== 200) faults.push(`${path} answers ${status}`)
      for (const href of linksIn(html)) if (href.startsWith('/')) waiting.push(href.split('#')[0]!)
    }
    for (const [path, html] of pages) {
      for (const href of linksIn(html)) {
        const [page = '', part = ''] = href.split('#')
        const target = pages.get(page === '' ? path : page)
        if (part !== '' && target?.includes(` id="${part}"`) !== true) faults.push(`${path} links to ${href}`)
      }
    }
    expect(faults).toEqual([])
    const wanted = PAGES.slice(0, PAGES.indexOf('/auth')).filter((page) => page !== '/meet-director')
    expect([...pages.keys()]).toEqual(expect.arrayContaining([...wanted, `/lot/${lot.lotNumber}`]))
  })

  test('a page of one person, and an address without a page, say that they need scripts, and lead on', async () => {
    for (const [path, status] of [
      ['/profile', 200],
      ['/nowhere', 404],
    ] as const) {
      const page = await pageAt(path)
      expect([path, page.status]).toEqual([path, status])
      expect(shown(page.html)).toContain('need JavaScript')
      expect(linksIn(page.html)).toContain('/faq')
    }
  })
})

test('linked data names the company, where a page is, and what the FAQ answers', async () => {
  const typesAt = async (path: string) => dataIn((await pageAt(path)).html).map((data) => data['@type'])
  expect(await typesAt('/')).toEqual([['Organization', 'AutoDealer']])
  expect(await typesAt('/terms')).toEqual(['BreadcrumbList'])
  expect(await typesAt('/faq')).toEqual(['FAQPage', 'BreadcrumbList'])
  expect(await typesAt(`/lot/${lot.lotNumber}`)).toEqual(['Vehicle', 'BreadcrumbList'])
  const [faq] = dataIn((await pageAt('/faq')).html) as unknown[] as { mainEntity: { name: string }[] }[]
  expect(faq!.mainEntity.length).toBeGreaterThan(40)
})
