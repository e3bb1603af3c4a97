import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PIECE_NAMES, PIECES, type Piece } from '#contract/marketing/pieces.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let ada: CastMember

beforeAll(async () => {
  server = await openTestServer()
  ada = await castPerson(server.app.pool, { name: 'Ada <b>&"Quist' })
})
afterAll(() => server.close())

async function linksOf(person: CastMember): Promise<Map<Piece, string>> {
  const { status, body } = await server.call('GET', '/api/marketing/pieces', { token: person.token })
  expect(status).toBe(200)
  return new Map((body as { items: { piece: Piece; url: string }[] }).items.map(({ piece, url }) => [piece, url]))
}

async function open(url: string) {
  const response = await fetch(server.url + url)
  return { response, file: Buffer.from(await response.arrayBuffer()) }
}

async function pageOf(file: Buffer) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(file)
  const pages = [...document.pages()].map((page) => ({ ...page.getOriginalSize(), text: page.getText() }))
  document.destroy()
  library.destroy()
  return pages
}

test('every banner is a PNG of exactly its size, and every link opens without headers', async () => {
  const links = await linksOf(ada)
  expect([...links.keys()]).toEqual(PIECE_NAMES)
  for (const piece of PIECE_NAMES.filter((name) => PIECES[name].format === 'png')) {
    const { response, file } = await open(links.get(piece)!)
    expect(response.headers.get('content-type'), piece).toBe('image/png')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.png"$/)
    const [width, height] = PIECES[piece].size as readonly [number, number]
    expect(await sharp(file).metadata(), piece).toMatchObject({ format: 'png', width, height })
    expect((await sharp(file).stats()).entropy, piece).toBeGreaterThan(0.3)
  }
})

test('six banner sizes differ', () => {
  const sizes = PIECE_NAMES.filter((piece) => PIECES[piece].kind === 'banner').map((piece) =>
    String(PIECES[piece].size),
  )
  expect(new Set(sizes).size).toBe(6)
})

test('a name that looks like markup is drawn, not interpreted, and different names make different pictures', async () => {
  const { file } = await open((await linksOf(ada)).get('qr-svg')!)
  expect(file.toString()).not.toContain('<b>')
  const plain = await castPerson(server.app.pool, { name: 'Ada Quist' })
  const [one, other] = await Promise.all(
    [ada, plain].map(async (person) => open((await linksOf(person)).get('banner-rectangle')!)),
  )
  expect(one!.response.status).toBe(200)
  expect(one!.file.equals(other!.file)).toBe(false)
})

test('the flyer and the tear-off sheet are one page of their paper with the member’s name, code and address', async () => {
  const links = await linksOf(ada)
  const { rows } = await server.app.pool.query<{ code: string }>(
    'select referral_code as code from account where id = $1',
    [ada.id],
  )
  for (const [piece, width, height] of [
    ['flyer-letter', 612, 792],
    ['flyer-a4', 595, 842],
    ['tear-off-letter', 612, 792],
    ['tear-off-a4', 595, 842],
  ] as const) {
    const { response, file } = await open(links.get(piece)!)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const pages = await pageOf(file)
    expect(pages, piece).toHaveLength(1)
    expect(Math.abs(pages[0]!.originalWidth - width), piece).toBeLessThan(1)
    expect(Math.abs(pages[0]!.originalHeight - height), piece).toBeLessThan(1)
    const text = pages[0]!.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Ada <b>&"Quist')
    expect(text.replaceAll(' ', '')).toContain(rows[0]!.code)
    expect(text).toContain(`${new URL(server.app.config.publicUrl).host}/register`)
    expect(text).toContain('Joining costs $99.00 once, refundable for 14 days')
  }
})

test('a link of another member, a changed one and an expired one don’t open', async () => {
  const url = (await linksOf(ada)).get('qr-svg')!
  const other = await castPerson(server.app.pool, { name: 'Boris' })
  expect((await open(url.replace(ada.id, other.id))).response.status).toBe(404)
  expect((await open(url.replace('qr-svg', 'flyer-a4'))).response.status).toBe(404)
  expect((await open(url.replace(/expires=\d+/, 'expires=1'))).response.status).toBe(404)
  expect((await server.call('GET', '/api/marketing/pieces')).status).toBe(401)
})
