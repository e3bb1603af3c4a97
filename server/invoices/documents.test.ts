import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { lineOf } from '#contract/invoices/costs.ts'
import type { Document } from '#contract/invoices/invoices.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { documentPdf } from './documents/document-pdf.ts'
import { documentOf } from './documents/document.ts'
import { issueInvoice } from './issue/issue-invoice.ts'
import { addressInvoices, HAMMER, QUIST, saleroom } from './sale.test-support.ts'
import { sampleInvoice } from './documents/sample.ts'
import { linkTo as linkDocument, SAMPLE } from './documents/document-link.ts'

const missing = ['qpdf', 'pdftotext'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined)

const BANK = {
  holder: 'Paddock Auctions LLC',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  bank: 'Test Bank',
}

let place: TestServer
let room: ReturnType<typeof saleroom>
let app: App
let ada: CastMember
let folder: string

beforeAll(async () => {
  place = await openTestServer()
  room = saleroom(place)
  app = place.app
  ada = await castPerson(app.pool, { name: 'Ada' })
  folder = mkdtempSync(path.join(os.tmpdir(), 'paddock-documents-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await place.close()
})

async function pagesOf(file: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(file)
  const pages = [...document.pages()].map((page) => page.getText())
  document.destroy()
  library.destroy()
  return pages
}

async function open(url: string): Promise<Response> {
  return fetch(place.url + url)
}

async function linkTo(invoiceId: string): Promise<string> {
  const { status, body } = await place.call('POST', `/api/invoices/${invoiceId}/link`, { token: ada.token })
  expect(status).toBe(200)
  return (body as { url: string }).url
}

/** An invoice with that many lines, to a buyer whose name needs the fallback font. */
function longDocument(terms: CompanyTerms, count: number): Document {
  return documentOf(terms, {
    ...sampleInvoice(terms, Date.UTC(2026, 10, 20, 15)).document,
    number: '2026-000042',
    sample: false,
    buyer: {
      name: 'Łukasz Żółć & Ελένη sp. z o.o.',
      address: 'ul. Krótka 7\n00-001 Warszawa',
      country: 'PL',
      email: 'lukasz@demo.paddock.example',
      paddle: 117,
      taxId: 'PL5260001246',
    },
    lines: Array.from({ length: count }, (_, index) => lineOf('fee', `Service number ${index + 1}`, 10_003, terms)),
  })
}

describe('the PDF of an invoice', () => {
  test('contains every field that law and bookkeeping require, and opens by its link without headers', async () => {
    await addressInvoices(place, ada, QUIST)
    await app.pool.query(`insert into setting (key, value) values ('bankAccount', $1)`, [JSON.stringify(BANK)])
    const lotId = await room.sell(ada, 0)
    await app.pool.query(
      `update vehicle set vin = '1HGCM82633A004352' where id = (select vehicle_id from lot where id = $1)`,
      [lotId],
    )
    const sold = { lotId, accountId: ada.id, hammer: HAMMER, at: Date.now() }
    await app.db.transaction().execute((trx) => issueInvoice(app, trx, sold))
    const invoice = (await room.list(ada)).items[0]!
    const response = await open(await linkTo(invoice.id))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="invoice-${invoice.number}.pdf"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const pages = await pagesOf(Buffer.from(await response.arrayBuffer()))
    expect(pages).toHaveLength(1)
    const text = pages.join('\n')
    const { legal, contact } = await readCompanyTerms(app)
    for (const fact of [
      `Invoice ${invoice.number}`,
      legal.name,
      legal.taxId,
      legal.registration,
      contact.email,
      'Quist Motors B.V.',
      '1234 AB Utrecht',
      'Netherlands',
      'NL1B01',
      'Date of issue',
      'Date of supply',
      'Due',
      'Reference',
      '1HGCM82633A004352',
      BANK.holder,
      BANK.iban,
      BANK.bic,
      BANK.bank,
      `Lot ${invoice.lotNumber}, 2010 Kiri Urban`,
      'Hammer price',
      '$12,345.00',
      '$987.60',
      '8%',
      '$13,552.60',
      '$1,084.21',
      '$14,636.81',
      'a late fee of $50.00 is charged, once',
      'Storage is free until',
      'Nothing else is charged for this purchase.',
    ]) {
      expect(text).toContain(fact)
    }
    expect(text).not.toContain('SAMPLE')
    expect(text).not.toContain('by rate')
  })

  test('of a credit note names the invoice it corrects and why', async () => {
    const invoice = await room.soldTo(ada)
    const kofi = await castPerson(app.pool, { name: 'Kofi', role: 'cashier' })
    const body = { cause: 'correction', reason: 'Sold without its keys.' }
    await place.call('POST', `/api/admin/invoices/${invoice.id}/cancel`, { token: kofi.token, body })
    const { creditNotes } = await room.detail(ada, invoice.id)
    const link = await place.call('POST', `/api/credit-notes/${creditNotes[0]?.id}/link`, { token: ada.token })
    const response = await open((link.body as { url: string }).url)
    const text = (await pagesOf(Buffer.from(await response.arrayBuffer()))).join('\n')
    for (const fact of [
      `Credit note ${creditNotes[0]?.number}`,
      `Invoice ${invoice.number} of`,
      body.reason,
      'Total credited',
    ])
      expect(text).toContain(fact)
    expect(text).not.toContain('Please pay')
  })

  test('continues on further pages with a repeated table header, and totals once', async () => {
    const file = await documentPdf(longDocument(await readCompanyTerms(app), 120), 'https://paddock.example/invoices')
    const pages = await pagesOf(file)
    expect(pages.length).toBeGreaterThan(3)
    const withLines = pages.filter((page) => page.includes('Service number'))
    for (const page of withLines) expect(page).toContain('Sales tax rate')
    expect(pages.join('').match(/\bTotal\b/g)).toHaveLength(1)
    expect(pages.join('')).toContain('Łukasz Żółć & Ελένη')
  })

  test('lists its tax by rate where its lines have more than one', async () => {
    const document = longDocument(await readCompanyTerms(app), 2)
    const taxes = [
      { basisPoints: 800, net: 10_003, tax: 800 },
      { basisPoints: 0, net: 10_003, tax: 0 },
    ]
    const pages = await pagesOf(await documentPdf({ ...document, taxes }, 'https://paddock.example/invoices'))
    expect(pages.join('')).toContain('Sales tax by rate, in USD')
  })

  const numbers = { institution: '003', transit: '00102', accountNumber: '1234567' }
  test.each([
    [
      { kind: 'us', routingNumber: '110000000', accountNumber: '000123456789' } as const,
      /Routing number\s+110000000\s+Account number\s+000123456789\s+Bank\s+A Bank/,
    ],
    [
      { kind: 'ca', ...numbers } as const,
      /Institution number\s+003\s+Transit number\s+00102\s+Account number\s+1234567\s+Bank\s+A Bank/,
    ],
    [{ kind: 'mx', clabe: '032 180 00011835971 9' } as const, /CLABE\s+032 180 00011835971 9\s+Bank\s+A Bank/],
  ])('prints an account by the numbers of its country: %o', async (account, shown) => {
    const bank = { ...account, holder: 'Paddock LLC', bank: 'A Bank' }
    const text = (
      await pagesOf(await documentPdf({ ...longDocument(await readCompanyTerms(app), 1), bank }, 'x'))
    ).join('\n')
    expect(text).toMatch(shown)
    expect(text).not.toContain('IBAN')
  })

  test('writes dates in US format, in the company’s time zone', async () => {
    const terms = await readCompanyTerms(app)
    // 9 p.m. in Chicago on the previous day.
    const evening = Date.UTC(2026, 10, 21, 3)
    const document = {
      ...longDocument(terms, 1),
      issuedAt: evening,
      suppliedAt: evening,
      dueAt: Date.UTC(2026, 10, 26, 5, 59),
    }
    const text = (await pagesOf(await documentPdf(document, 'x'))).join('\n')
    expect(text).toMatch(/Date of issue\s+November 20, 2026/)
    expect(text).toContain('Please pay by November 25, 2026')
    expect(text).not.toMatch(/\d (January|November|December) /)
  })

  test('is byte for byte the same when it is made again', async () => {
    const document = longDocument(await readCompanyTerms(app), 3)
    const [one, two] = [await documentPdf(document, 'x'), await documentPdf(document, 'x')]
    expect(one.equals(two)).toBe(true)
  })

  const title = missing.length === 0 ? '' : ` (not checked here: ${missing.join(' and ')} is not installed)`
  test.skipIf(missing.length > 0)(`is accepted by qpdf, and read by pdftotext${title}`, async () => {
    const file = path.join(folder, 'long.pdf')
    writeFileSync(
      file,
      await documentPdf(longDocument(await readCompanyTerms(app), 120), 'https://paddock.example/invoices'),
    )
    const checked = execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })
    expect(checked).toContain('No syntax or stream encoding errors found')
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    for (const fact of ['Łukasz Żółć & Ελένη sp. z o.o.', 'PL5260001246', '2026-000042', 'Service number 120'])
      expect(text).toContain(fact)
    // 120 lines of $100.03 and of 8 % tax each.
    expect(text).toMatch(/Total +\$12,003\.60 +\$960\.00 +\$12,963\.60/)
  })
})

describe('a link to a document', () => {
  test('opens only that document, not another one with the same signature, and nothing after it expires', async () => {
    const [invoice, other] = [await room.soldTo(ada), await room.soldTo(ada)]
    const url = await linkTo(invoice.id)
    expect((await open(url)).status).toBe(200)
    expect((await open(url.replace(invoice.id, other.id))).status).toBe(404)
    expect((await open(url.replace(/expires=\d/, 'expires=9'))).status).toBe(404)
    expect((await open(url.split('?')[0]!)).status).toBe(400)
    const clock = app.now
    app.now = () => Date.now() + 11 * 60_000
    try {
      expect((await open(url)).status).toBe(410)
    } finally {
      app.now = clock
    }
  })
})

describe('the sample invoice', () => {
  test('is made by the code of real invoices, marked on every page, and owed by nobody', async () => {
    const { body } = await place.call('GET', '/api/invoices/sample', { token: ada.token })
    const { document } = body as { document: Document }
    expect(document).toMatchObject({ sample: true, number: 'SAMPLE-000001', total: document.net + document.tax })
    const response = await open(linkDocument(app, SAMPLE).url)
    for (const page of await pagesOf(Buffer.from(await response.arrayBuffer()))) expect(page).toContain('SAMPLE')
    const found = await app.pool.query(`select 1 from invoice where number like 'SAMPLE%'`)
    expect(found.rowCount).toBe(0)
  })
})
