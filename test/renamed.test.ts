import { randomUUID } from 'node:crypto'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { MoneySettings, SettingsState } from '#contract/invoices/company-settings.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import { documentPdf } from '#server/invoices/documents/document-pdf.ts'
import { sampleInvoice } from '#server/invoices/documents/sample.ts'
import { drawPiece } from '#server/marketing/pieces/draw-piece.ts'
import { KIND_NAMES } from '#server/notifications/kinds.ts'
import { composeMail } from '#server/notifications/mail/letter.ts'
import { NOTICE_SAMPLES } from '#server/notifications/texts/notice-samples.ts'
import { brandPicture } from '#server/platform/brand-picture.ts'
import { sealNotice } from '#server/platform/notice.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from './cast.ts'
import { openTestServer, type TestServer } from './harness/test-server.ts'
import { castLot, type CastLot } from './inventory.ts'

const NAME = 'Northfield Motors'
const OLD = /Paddock/
const ADA = { key: 'k', name: 'Ada', email: 'ada@a.example', language: 'en' as const }

let server: TestServer
let olga: CastMember
let lot: CastLot

beforeAll(async () => {
  server = await openTestServer({ client: true, config: { publicUrl: 'https://northfield.example' } })
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  lot = await castLot(server.app)
})

afterAll(() => server.close())

async function change(changes: Partial<MoneySettings>) {
  const token = olga.token
  const { version } = (await server.call('GET', '/api/admin/settings', { token })).body as SettingsState
  return server.call('PUT', '/api/admin/settings', { token, body: { version, changes } })
}

const brandOf = async () => ((await server.call('GET', '/api/company-terms')).body as CompanyTerms).brand

async function send(kind: 'logo' | 'portrait', content: Buffer | string, type: string) {
  const body = new FormData()
  body.set('picture', new Blob([new Uint8Array(Buffer.from(content))], { type }), 'picture')
  const response = await fetch(`${server.url}/api/admin/brand-pictures?kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${olga.token}` },
    body,
  })
  return { status: response.status, body: (await response.json()) as { path: string; code: string } }
}

/** The icons that the manifest and the start page name, as they are served. */
async function iconsOf() {
  const named = (await (await fetch(`${server.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; sizes: string }[]
  }
  const start = await (await fetch(server.url)).text()
  const touch = /rel="apple-touch-icon" href="([^"]+)"/.exec(start)![1]!
  return Promise.all(
    [...named.icons, { src: touch, sizes: '180x180' }].map(async ({ src, sizes }) => {
      const served = await fetch(server.url + src)
      const bytes = Buffer.from(await served.arrayBuffer())
      return { src, sizes, bytes, caching: served.headers.get('cache-control') }
    }),
  )
}

describe('after the company is renamed, its old name is nowhere', () => {
  let oldIcon: { src: string; bytes: Buffer }

  test('once the owner has changed it', async () => {
    oldIcon = (await iconsOf())[0]!
    expect((await change({ companyName: NAME })).status).toBe(200)
  })

  test('on no public page, with and without scripts, nor on a page that isn’t there', async () => {
    const paths = PAGES.map((page) =>
      page
        .replace(':lotNumber', String(lot.lotNumber))
        .replace(/^(\/auctions?)\/:id$/, `$1/${lot.auctionId}`)
        .replace('/vehicle/:id', `/vehicle/${randomUUID()}`)
        .replace('/*', '/settings'),
    )
    for (const path of [...paths, '/nowhere', '/?q=x']) {
      const html = await (await fetch(server.url + path)).text()
      expect([path, OLD.exec(html)?.[0]]).toEqual([path, undefined])
      expect(html).toContain(`<meta name="application-name" content="${NAME}" />`)
      expect(/<title>(.*?)<\/title>/.exec(html)![1]).toContain(NAME)
    }
  })

  test('neither in the manifest and the service worker, nor in any script of the start page', async () => {
    const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).text()
    expect(JSON.parse(manifest)).toMatchObject({ name: NAME, short_name: NAME, start_url: '/' })
    const start = await (await fetch(server.url)).text()
    const scripts = [...start.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
    for (const path of ['/manifest.webmanifest', '/sw.js', '/robots.txt', '/sitemap.xml', ...scripts])
      expect([path, OLD.exec(await (await fetch(server.url + path)).text())?.[0]]).toEqual([path, undefined])
  })

  test('nor in the icons of browsers and home screens: another name has another initial, under other URLs', async () => {
    const icons = await iconsOf()
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512', '180x180'])
    expect(icons.map(({ src }) => src)).not.toContain(oldIcon.src)
    for (const { sizes, bytes, caching } of icons) {
      const { width, height, format } = await sharp(bytes).metadata()
      expect([`${width}x${height}`, format, caching]).toEqual([sizes, 'png', 'public, max-age=31536000, immutable'])
    }
    expect(icons[0]!.bytes.equals(oldIcon.bytes)).toBe(false)
    const asked = await fetch(server.url + oldIcon.src)
    expect(asked.headers.get('cache-control')).toBe('no-cache')
    expect(Buffer.from(await asked.arrayBuffer()).equals(icons[0]!.bytes)).toBe(true)
    expect((await fetch(`${server.url}/icons/17.png`)).status).toBe(404)
  })

  test('in no email of any kind', async () => {
    for (const kind of KIND_NAMES) {
      for (const facts of NOTICE_SAMPLES[kind]) {
        const sealed = sealNotice(server.app.keys, { facts, to: null })
        const stored = { ...ADA, id: randomUUID(), kind, sealed }
        const { from, subject, text, html } = await composeMail(server.app, stored, null)
        expect(from.name).toBe(NAME)
        expect([kind, OLD.exec([subject, text, html].join('\n'))?.[0]]).toEqual([kind, undefined])
      }
    }
  })

  test('nor in an invoice, its file’s properties included', async () => {
    const { document } = sampleInvoice(await readCompanyTerms(server.app), Date.UTC(2026, 10, 20, 15))
    const file = await documentPdf(document, 'https://northfield.example/invoices')
    const library = await PDFiumLibrary.init()
    const opened = await library.loadDocument(file)
    const text = [...opened.pages()].map((page) => page.getText()).join('\n')
    opened.destroy()
    library.destroy()
    expect(text).toContain(NAME)
    expect(text).not.toMatch(OLD)
    expect(file.toString('latin1')).not.toMatch(OLD)
  })
})

describe('the brand', () => {
  test('colors pages and emails; a color on which text can’t be read is refused with its contrast', async () => {
    const brand = await brandOf()
    expect((await change({ brand: { ...brand, accent: '#7ad0ff' } })).status).toBe(200)
    expect(await (await fetch(server.url)).text()).toContain('<link rel="stylesheet" href="/brand/7ad0ff.css" />')
    expect(await (await fetch(`${server.url}/brand/7ad0ff.css`)).text()).toBe(':root{--plate:#7ad0ff}\n')
    const refused = await change({ brand: { ...brand, accent: '#5a3e85' } })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('a contrast of 2.1:1. Choose a lighter color: at least 4.5:1.')
  })

  test('shows a logo drawn from an SVG, of which no code is kept, and a portrait without its metadata', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50" onload="alert(1)"><script>alert(2)</script><rect width="200" height="50" fill="red"/></svg>`
    const logo = await send('logo', svg, 'image/svg+xml')
    expect(logo.status).toBe(200)
    const served = await fetch(server.url + logo.body.path)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width: 480 })
    const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Artist: 'Ada' } })
      .jpeg()
      .toBuffer()
    const portrait = await send('portrait', photo, 'image/jpeg')
    const stored = Buffer.from(await (await fetch(server.url + portrait.body.path)).arrayBuffer())
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 640, height: 640 })
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    const brand = { ...(await brandOf()), logo: logo.body.path, portrait: portrait.body.path }
    expect((await change({ brand })).status).toBe(200)
    expect(await brandOf()).toEqual(brand)
    expect(await (await fetch(server.url)).text()).toContain(
      `property="og:image" content="https://northfield.example${brand.logo}"`,
    )
    const terms = await readCompanyTerms(server.app)
    const { document } = sampleInvoice(terms, Date.UTC(2026, 10, 20, 15))
    expect(document.seller.logo).toBe(brand.logo)
    const picture = await brandPicture(server.app.db, document.seller.logo)
    const invoices = [await documentPdf(document, 'x', [], { logo: picture }), await documentPdf(document, 'x')]
    expect(invoices.map((file) => file.includes('/Subtype /Image'))).toEqual([true, false])
    const sealed = sealNotice(server.app.keys, { facts: NOTICE_SAMPLES['invoice-paid'][0]!, to: null })
    const notice = { ...ADA, id: randomUUID(), kind: 'invoice-paid' as const, sealed }
    expect((await composeMail(server.app, notice, null)).html).toContain(
      `<img src="https://northfield.example${brand.logo}" alt="${NAME}"`,
    )
    const member = (await personFacts(server.app.db, olga.id))!
    expect((await drawPiece(server.app, 'flyer-letter', member)).includes('/Subtype /Image')).toBe(true)
  })

  test('puts a square logo into the icons; a wide one would be unreadable there', async () => {
    const before = (await iconsOf())[0]!.bytes
    const square = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle cx="45" cy="45" r="40" fill="green"/></svg>`
    const logo = (await send('logo', square, 'image/svg+xml')).body.path
    expect((await change({ brand: { ...(await brandOf()), logo } })).status).toBe(200)
    const { data, info } = await sharp((await iconsOf())[0]!.bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const middle = (96 * info.width + 96) * info.channels
    expect([...data.subarray(middle, middle + 3)]).toEqual([0, 128, 0])
    expect(before.equals((await iconsOf())[0]!.bytes)).toBe(false)
  })

  test('accepts no other file, and no SVG with entities', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a;</text></svg>`
    for (const content of ['<html></html>', '%PDF-1.7', bomb, 'GIF89a'])
      expect(await send('logo', content, 'image/png')).toMatchObject({ status: 409, body: { code: 'not-a-picture' } })
  })
})
