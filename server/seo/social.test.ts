import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  FIRST_AUCTIONS,
  FIRST_BANNER,
  FIRST_FAQ,
  FIRST_FEATURED,
  FIRST_LOTS,
  FIRST_TERMS,
  firstArticle,
  type FirstAnswers,
} from '#contract/seo/first-answers.ts'
import { servePages } from '#server/platform/http/pages.ts'
import { SharedAnswers } from '#server/platform/shared/shared-answers.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, inCatalog } from '#test/inventory.ts'
import { openPhotoStorage } from '#server/lots/photo-storage.ts'
import { placePhotos } from '#server/lots/place-photos.ts'
import { pageHeads } from './page-heads.ts'

const HTML = `<!doctype html><html><head><title>Paddock</title>
<meta
  name="description"
  content="Plain."
/></head><body></body></html>`
const WICKED = `2010 Kiri "Urban" $& </script><script>alert(1)</script>`

let server: TestServer
let pages: FastifyInstance
let folder: string
let lot: CastLot
const shared = new SharedAnswers()

beforeAll(async () => {
  server = await openTestServer({ config: { publicUrl: 'https://paddock.example' } })
  lot = await castLot(server.app, { openingBid: 123_400, reserve: 567_800 })
  const files = await openPhotoStorage(server.app.config)
  const hero = () =>
    sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#a02020' } })
      .webp()
      .toBuffer()
  await placePhotos(server.app.db, files, [{ name: 'kiri-hero', width: 1600, read: hero }])
  await server.app.pool.query(
    `update vehicle set photos = '[{"name":"kiri-hero","view":"front-left","width":1600,"height":1000}]'
     where id = (select vehicle_id from lot where id = $1)`,
    [lot.lotId],
  )
  await server.app.pool.query(`update lot set scheduled_close_at = '2026-12-24 18:30Z' where id = $1`, [lot.lotId])
  await inCatalog(server.app, [lot])
  folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-pages-'))
  await writeFile(path.join(folder, 'index.html'), HTML)
  pages = Fastify()
  await servePages(pages, server.app.config, folder, pageHeads(server.app, folder), shared)
})

afterAll(async () => {
  await pages.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function page(url: string): Promise<string> {
  return (await pages.inject({ url })).body
}
const content = (html: string, name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1]

/** The first data embedded in a page. */
const brought = (html: string): FirstAnswers =>
  JSON.parse(/<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html)![1]!)

const withoutAnswers = (html: string) => html.replace(/<script type="application\/json".*?<\/script>/, '')

describe('the data embedded in a page', () => {
  test('is, on the home page, what its endpoints return to anyone, and its first photo', async () => {
    const html = await page('/')
    const { asOf, answers } = brought(html)
    expect(Object.keys(answers)).toEqual([FIRST_FEATURED, FIRST_LOTS, FIRST_AUCTIONS, FIRST_TERMS, FIRST_BANNER])
    expect(answers[FIRST_FEATURED]).toEqual((await server.call('GET', FIRST_FEATURED)).body)
    const listed = await server.call('GET', FIRST_LOTS)
    expect(answers[FIRST_LOTS]).toEqual(listed.body)
    expect(answers[FIRST_AUCTIONS]).toEqual((await server.call('GET', FIRST_AUCTIONS)).body)
    expect(answers[FIRST_TERMS]).toEqual((await server.call('GET', FIRST_TERMS)).body)
    expect(asOf % 60_000).toBe(0)
    expect(html).toContain('imagesrcset="/photos/kiri-hero-480.webp 480w')
  })

  test('is our figures, the announcement and the page’s own text on other public pages', async () => {
    for (const [at, own] of [
      ['/?utm_source=mail', []],
      ['/faq', [FIRST_FAQ]],
      ['/terms', [firstArticle('terms')]],
    ] as const) {
      const html = await page(at)
      expect(Object.keys(brought(html).answers)).toEqual([...own, FIRST_TERMS, FIRST_BANNER])
      for (const path of own) expect(brought(html).answers[path]).toEqual((await server.call('GET', path)).body)
      expect(html).not.toContain('rel="preload"')
    }
  })
})

describe('a search', () => {
  test('brings what anyone finds, with its first photo, whatever else its URL asks for', async () => {
    const found = '/api/catalog?q=kiri&state=open%2Cscheduled%2Cended'
    for (const asked of [
      'q=kiri&state=open,scheduled,ended',
      'utm_source=mail&state=OPEN,scheduled,sold,unsold&price=1-5&sort=price-low&q=kiri',
    ]) {
      const html = await page(`/?${asked}`)
      expect(brought(html).answers[found]).toEqual((await server.call('GET', found)).body)
      expect(html).toContain('imagesrcset="/photos/kiri-hero-480.webp 480w')
      expect(html).not.toMatch(/1,?234|5,?678/)
    }
  })

  test('that is too long is not kept under an address of its own', async () => {
    await page('/?utm_source=mail')
    const kept = shared.counters().answers
    for (const letter of ['a', 'b', 'c']) await page(`/?q=${letter.repeat(2000)}`)
    expect(shared.counters().answers).toBe(kept)
  })

  test('shows titles and words as text', async () => {
    const { rows } = await server.app.pool.query('select title from lot where id = $1', [lot.lotId])
    await server.app.pool.query('update lot set title = $2 where id = $1', [lot.lotId, WICKED])
    shared.forget()
    const html = await page(`/?${new URLSearchParams({ q: `kiri </script><script>alert(1)</script>` })}`)
    expect(html).not.toContain('<script>alert')
    await server.app.pool.query('update lot set title = $2 where id = $1', [lot.lotId, rows[0].title])
    shared.forget()
  })
})

describe('the data embedded in a lot page', () => {
  test('is our figures, and where a member reads live data, but not that data itself', async () => {
    const { answers, asks } = brought(await page(`/lot/${lot.lotNumber}`))
    expect(Object.keys(answers)).toEqual([FIRST_TERMS, FIRST_BANNER])
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    expect(asks).toHaveLength(2)
    for (const parts of asks ?? []) {
      expect(await server.call('GET', parts.join('/'))).toMatchObject({ status: 401 })
      expect(await server.call('GET', parts.join('/'), { token: ada.token })).toMatchObject({ status: 200 })
    }
  })
})

describe('the meta tags of a shared page', () => {
  test('describe the public part of a lot, without a price', async () => {
    const html = await page(`/lot/${lot.lotNumber}`)
    expect(html).toContain(`<title>Lot ${lot.lotNumber}, 2010 Kiri Urban · Paddock</title>`)
    expect(html).toContain(`<link rel="canonical" href="https://paddock.example/lot/${lot.lotNumber}" />`)
    expect(html).toMatch(/name="description"\s+content="2010 Kiri Urban\. Lot \d+ in Thursday auction, Springfield\./)
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as object
    expect(data).toMatchObject({
      '@type': 'Vehicle',
      name: '2010 Kiri Urban',
      offers: { '@type': 'Offer', availabilityEnds: '2026-12-24T18:30:00.000Z' },
    })
    expect(withoutAnswers(html)).not.toMatch(/price|1,?234|5,?678/i)
  })

  test('of a vehicle name the lot as the canonical address', async () => {
    const { rows } = await server.app.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [
      lot.lotId,
    ])
    expect(await page(`/vehicle/${rows[0]!.id}`)).toContain(`href="https://paddock.example/lot/${lot.lotNumber}"`)
  })

  test('of an auction and of each public page are specific; private pages and missing ones are kept out of search indexes', async () => {
    expect(content(await page(`/auction/${lot.auctionId}`), 'og:title')).toBe('Thursday auction · Paddock')
    expect(content(await page('/'), 'og:url')).toBe('https://paddock.example/')
    const faq = await page('/faq/')
    expect(faq).toContain('<title>Frequently asked questions · Paddock</title>')
    expect(faq).toContain('<link rel="canonical" href="https://paddock.example/faq" />')
    expect(faq).not.toContain('noindex')
    for (const other of [
      '/profile',
      '/admin-login',
      '/admin/settings',
      '/lot/999999',
      '/lot/x',
      '/auction/x',
      '/nowhere',
    ])
      expect(await page(other)).toContain('<meta name="robots" content="noindex" />')
  })

  test('of a lot preload its first photo before any script', async () => {
    const sizes = '(min-width: 64rem) 56vw, 100vw'
    expect(await page(`/lot/${lot.lotNumber}`)).toMatch(
      /<link rel="preload" as="image" type="image\/\w+" imagesrcset="\/photos\/[^"]+ 480w, /,
    )
    expect(await page(`/lot/${lot.lotNumber}`)).toContain(`imagesizes="${sizes}" fetchpriority="high"`)
  })

  test('cannot be broken by a title, whatever an import contained', async () => {
    const wicked = await castLot(server.app)
    await server.app.pool.query('update lot set title = $2 where id = $1', [wicked.lotId, WICKED])
    const html = await page(`/lot/${wicked.lotNumber}`)
    expect(withoutAnswers(html).match(/<script/g)).toHaveLength(2)
    expect(content(html, 'og:title')).toContain('&quot;Urban&quot; $&amp; &lt;/script&gt;')
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as { name: string }
    expect(data.name).toBe(WICKED)
    const card = content(html, 'og:image')!
    expect((await fetch(server.url + new URL(card).pathname)).status).toBe(200)
  })
})

describe('the card of a lot', () => {
  test('is a JPEG of 1200 by 630 with the hero on it, cached permanently', async () => {
    const card = content(await page(`/lot/${lot.lotNumber}`), 'og:image')!
    const response = await fetch(server.url + new URL(card).pathname)
    expect(response.headers.get('cache-control')).toContain('immutable')
    const picture = Buffer.from(await response.arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const corner = await sharp(picture).extract({ left: 10, top: 10, width: 8, height: 8 }).stats()
    expect(corner.dominant.r).toBeGreaterThan(corner.dominant.b + 60)
    // The plate's yellow, with white letters next to it.
    const band = await sharp(picture).extract({ left: 0, top: 470, width: 1200, height: 150 }).raw().toBuffer()
    expect(band.includes(Buffer.from([255, 255, 255]))).toBe(true)
  })

  test('has another address when its content changes; the old one redirects there', async () => {
    const before = new URL(content(await page(`/lot/${lot.lotNumber}`), 'og:image')!).pathname
    await server.app.pool.query(`update lot set scheduled_close_at = '2026-12-24 19:00Z' where id = $1`, [lot.lotId])
    shared.invalidate(SHOWN)
    const after = new URL(content(await page(`/lot/${lot.lotNumber}`), 'og:image')!).pathname
    expect(after).not.toBe(before)
    const old = await fetch(server.url + before, { redirect: 'manual' })
    expect([old.status, old.headers.get('location')]).toEqual([302, after])
    for (const none of ['/cards/lot-999999-0123456789ab.jpg', '/cards/lot-x.jpg', '/cards/..%2fkey']) {
      expect((await fetch(server.url + none)).status).toBe(404)
    }
  })
})

describe('for search engines', () => {
  test('the sitemap lists public pages, auctions and lots, and nothing unpublished', async () => {
    const hidden = await castLot(server.app)
    await server.app.pool.query('update lot set published_at = null where id = $1', [hidden.lotId])
    const response = await fetch(`${server.url}/sitemap.xml`)
    expect(response.headers.get('content-type')).toContain('application/xml')
    const map = await response.text()
    for (const there of ['/', '/faq', `/auction/${lot.auctionId}`, `/lot/${lot.lotNumber}`])
      expect(map).toContain(`<loc>https://paddock.example${there}</loc>`)
    for (const none of [`/lot/${hidden.lotNumber}<`, '/admin', '/profile', '/auth']) expect(map).not.toContain(none)
  })

  test('lots beyond one sitemap have their own sitemaps, listed by an index', async () => {
    const far = await castLot(server.app)
    await server.app.pool.query('update lot set lot_number = 100001 where id = $1', [far.lotId])
    const read = async (path: string) => (await fetch(server.url + path)).text()
    const index = await read('/sitemap.xml')
    expect(index).toContain('<sitemapindex')
    const listed = [...index.matchAll(/<sitemap><loc>https:\/\/paddock\.example([^<]+)<\/loc>/g)].map(
      ([, path]) => path,
    )
    expect(listed).toEqual(['/sitemaps/pages.xml', '/sitemaps/lots-0.xml', '/sitemaps/lots-2.xml'])
    expect(await read('/sitemaps/pages.xml')).toContain(`<loc>https://paddock.example/auction/${far.auctionId}</loc>`)
    expect(await read('/sitemaps/lots-0.xml')).toContain(`/lot/${lot.lotNumber}</loc>`)
    expect((await read('/sitemaps/lots-2.xml')).match(/<loc>/g)).toHaveLength(1)
    for (const none of ['lots-x', 'lots-', '..%2fkey', 'lots-123456'])
      expect((await fetch(`${server.url}/sitemaps/${none}.xml`)).status).toBe(404)
  })

  test('robots.txt names the sitemap and excludes the administration', async () => {
    const text = await (await fetch(`${server.url}/robots.txt`)).text()
    expect(text).toContain('Disallow: /admin\n')
    expect(text).toContain('Sitemap: https://paddock.example/sitemap.xml')
  })
})
