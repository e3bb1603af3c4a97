import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_LOTS, FIRST_SALES, FIRST_TERMS, type FirstAnswers } from '#contract/first-answers.ts'
import { servePages } from '#server/platform/http/pages.ts'
import { SharedAnswers } from '#server/platform/shared/shared-answers.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { openPhotoStorage } from '../photo-storage.ts'
import { placePhotos } from '../place-photos.ts'
import { pageHeads } from './page-heads.ts'

const HTML = `<!doctype html><html><head><title>Paddock</title>
<meta
  name="description"
  content="Plain."
/></head><body></body></html>`
const WICKED = `2010 Kiri "Urban" $& </script><script>alert(1)</script>`

let house: TestHouse
let pages: FastifyInstance
let folder: string
let lot: CastLot
const shared = new SharedAnswers()

beforeAll(async () => {
  house = await openHouse({ config: { publicUrl: 'https://paddock.example' } })
  lot = await castLot(house.house, { openingBid: 123_400, reserve: 567_800 })
  const files = await openPhotoStorage(house.house.config)
  const hero = () =>
    sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#a02020' } })
      .webp()
      .toBuffer()
  await placePhotos(house.house.db, files, [{ name: 'kiri-hero', width: 1600, read: hero }])
  await house.house.pool.query(
    `update vehicle set photos = '[{"name":"kiri-hero","view":"front-left","width":1600,"height":1000}]'
     where id = (select vehicle_id from lot where id = $1)`,
    [lot.lotId],
  )
  await house.house.pool.query(`update lot set scheduled_close_at = '2026-12-24 18:30Z' where id = $1`, [lot.lotId])
  folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-pages-'))
  await writeFile(path.join(folder, 'index.html'), HTML)
  pages = Fastify()
  await servePages(pages, house.house.config, folder, pageHeads(house.house), shared)
})

afterAll(async () => {
  await pages.close()
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

async function page(url: string): Promise<string> {
  return (await pages.inject({ url })).body
}
const content = (html: string, name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1]

/** What a page brings along of what it would ask for first. */
const brought = (html: string): FirstAnswers =>
  JSON.parse(/<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html)![1]!)

const withoutAnswers = (html: string) => html.replace(/<script type="application\/json".*?<\/script>/, '')

describe('what a page brings along', () => {
  test('is on the start page what its addresses answer anybody, and its first photograph', async () => {
    const html = await page('/')
    const { asOf, answers } = brought(html)
    expect(Object.keys(answers)).toEqual([FIRST_LOTS, FIRST_SALES, FIRST_TERMS])
    const listed = await house.call('GET', FIRST_LOTS)
    expect(answers[FIRST_LOTS]).toEqual(listed.body)
    expect(answers[FIRST_SALES]).toEqual((await house.call('GET', FIRST_SALES)).body)
    expect(answers[FIRST_TERMS]).toEqual((await house.call('GET', FIRST_TERMS)).body)
    expect(asOf % 60_000).toBe(0)
    expect(html).toContain('imagesrcset="/photos/kiri-hero-480.webp 480w')
  })

  test('is with a search, and on other public pages, the figures of the house alone', async () => {
    for (const at of ['/?q=kiri', '/faq']) {
      const html = await page(at)
      expect(Object.keys(brought(html).answers)).toEqual([FIRST_TERMS])
      expect(html).not.toContain('rel="preload"')
    }
  })
})

describe('what a lot’s page brings along', () => {
  test('is the figures of the house, and where a member reads what moves: not that itself', async () => {
    const { answers, asks } = brought(await page(`/lot/${lot.lotNumber}`))
    expect(Object.keys(answers)).toEqual([FIRST_TERMS])
    const ada = await castPerson(house.house.pool, { name: 'Ada' })
    expect(asks).toHaveLength(2)
    for (const parts of asks ?? []) {
      expect(await house.call('GET', parts.join('/'))).toMatchObject({ status: 401 })
      expect(await house.call('GET', parts.join('/'), { token: ada.token })).toMatchObject({ status: 200 })
    }
  })
})

describe('the head of a page that is shared', () => {
  test('says of a lot what visitors may see, and no price', async () => {
    const html = await page(`/lot/${lot.lotNumber}`)
    expect(html).toContain(`<title>Lot ${lot.lotNumber}, 2010 Kiri Urban · Paddock</title>`)
    expect(html).toContain(`<link rel="canonical" href="https://paddock.example/lot/${lot.lotNumber}" />`)
    expect(html).toMatch(/name="description"\s+content="2010 Kiri Urban\. Lot \d+ in Thursday sale, Springfield\./)
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as object
    expect(data).toMatchObject({
      '@type': 'Vehicle',
      name: '2010 Kiri Urban',
      offers: { '@type': 'Offer', availabilityEnds: '2026-12-24T18:30:00.000Z' },
    })
    expect(withoutAnswers(html)).not.toMatch(/price|1,?234|5,?678/i)
  })

  test('of a vehicle names the lot as the address that counts', async () => {
    const { rows } = await house.house.pool.query<{ id: string }>('select vehicle_id as id from lot where id = $1', [
      lot.lotId,
    ])
    expect(await page(`/vehicle/${rows[0]!.id}`)).toContain(`href="https://paddock.example/lot/${lot.lotNumber}"`)
  })

  test('of a sale and of each public page is its own; one person’s pages and what is not there are kept out of indexes', async () => {
    expect(content(await page(`/auction/${lot.auctionId}`), 'og:title')).toBe('Thursday sale · Paddock')
    expect(content(await page('/'), 'og:url')).toBe('https://paddock.example/')
    const faq = await page('/faq/')
    expect(faq).toContain('<title>Frequently asked questions · Paddock</title>')
    expect(faq).toContain('<link rel="canonical" href="https://paddock.example/faq" />')
    expect(faq).not.toContain('noindex')
    for (const other of ['/profile', '/admin-login', '/admin/settings', '/lot/999999', '/lot/x', '/auction/x'])
      expect(await page(other)).toContain('<meta name="robots" content="noindex" />')
    expect(await page('/nowhere')).toBe(HTML)
  })

  test('of a lot has its first photograph fetched before any script asks for it', async () => {
    const sizes = '(min-width: 64rem) 56vw, 100vw'
    expect(await page(`/lot/${lot.lotNumber}`)).toMatch(
      /<link rel="preload" as="image" type="image\/\w+" imagesrcset="\/photos\/[^"]+ 480w, /,
    )
    expect(await page(`/lot/${lot.lotNumber}`)).toContain(`imagesizes="${sizes}" fetchpriority="high"`)
  })

  test('cannot be broken out of by a title, whatever an import brought', async () => {
    const wicked = await castLot(house.house)
    await house.house.pool.query('update lot set title = $2 where id = $1', [wicked.lotId, WICKED])
    const html = await page(`/lot/${wicked.lotNumber}`)
    expect(withoutAnswers(html).match(/<script/g)).toHaveLength(1)
    expect(content(html, 'og:title')).toContain('&quot;Urban&quot; $&amp; &lt;/script&gt;')
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!) as { name: string }
    expect(data.name).toBe(WICKED)
    const card = content(html, 'og:image')!
    expect((await fetch(house.url + new URL(card).pathname)).status).toBe(200)
  })
})

describe('the card of a lot', () => {
  test('is a JPEG of 1200 by 630 with the hero on it, kept for good', async () => {
    const card = content(await page(`/lot/${lot.lotNumber}`), 'og:image')!
    const response = await fetch(house.url + new URL(card).pathname)
    expect(response.headers.get('cache-control')).toContain('immutable')
    const picture = Buffer.from(await response.arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const corner = await sharp(picture).extract({ left: 10, top: 10, width: 8, height: 8 }).stats()
    expect(corner.dominant.r).toBeGreaterThan(corner.dominant.b + 60)
    // The plate's yellow, and white letters beside it.
    const band = await sharp(picture).extract({ left: 0, top: 470, width: 1200, height: 150 }).raw().toBuffer()
    expect(band.includes(Buffer.from([255, 255, 255]))).toBe(true)
  })

  test('has another address when what it shows changes; the old one leads there', async () => {
    const before = new URL(content(await page(`/lot/${lot.lotNumber}`), 'og:image')!).pathname
    await house.house.pool.query(`update lot set scheduled_close_at = '2026-12-24 19:00Z' where id = $1`, [lot.lotId])
    shared.hear(SHOWN)
    const after = new URL(content(await page(`/lot/${lot.lotNumber}`), 'og:image')!).pathname
    expect(after).not.toBe(before)
    const old = await fetch(house.url + before, { redirect: 'manual' })
    expect([old.status, old.headers.get('location')]).toEqual([302, after])
    for (const none of ['/cards/lot-999999-0123456789ab.jpg', '/cards/lot-x.jpg', '/cards/..%2fkey']) {
      expect((await fetch(house.url + none)).status).toBe(404)
    }
  })
})

describe('for search engines', () => {
  test('the sitemap names public pages, sales and lots, and what is not published is left out', async () => {
    const hidden = await castLot(house.house)
    await house.house.pool.query('update lot set published_at = null where id = $1', [hidden.lotId])
    const response = await fetch(`${house.url}/sitemap.xml`)
    expect(response.headers.get('content-type')).toContain('application/xml')
    const map = await response.text()
    for (const there of ['/', '/faq', `/auction/${lot.auctionId}`, `/lot/${lot.lotNumber}`])
      expect(map).toContain(`<loc>https://paddock.example${there}</loc>`)
    for (const none of [`/lot/${hidden.lotNumber}<`, '/admin', '/profile', '/auth']) expect(map).not.toContain(none)
  })

  test('lots beyond one sitemap have sitemaps of their own, named by an index', async () => {
    const far = await castLot(house.house)
    await house.house.pool.query('update lot set lot_number = 100001 where id = $1', [far.lotId])
    const read = async (path: string) => (await fetch(house.url + path)).text()
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
      expect((await fetch(`${house.url}/sitemaps/${none}.xml`)).status).toBe(404)
  })

  test('robots.txt says where the sitemap is and keeps them out of the administration', async () => {
    const text = await (await fetch(`${house.url}/robots.txt`)).text()
    expect(text).toContain('Disallow: /admin\n')
    expect(text).toContain('Sitemap: https://paddock.example/sitemap.xml')
  })
})
