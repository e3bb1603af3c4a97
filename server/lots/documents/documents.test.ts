import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffDocument } from '#contract/lots/lot-documents.ts'
import { openFiles } from '#server/platform/files/files.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { sweepDocuments } from './delete-document.ts'
import { plainName } from './take-document.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

const PNG = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()

let server: TestServer
let aukje: CastMember
let ada: CastMember
let lot: CastLot
let vehicleId: string

beforeAll(async () => {
  server = await openTestServer()
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})
afterAll(() => server.close())
beforeEach(async () => {
  lot = await castLot(server.app)
  const found = await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [
    lot.lotId,
  ])
  vehicleId = found.rows[0]!.vehicle_id
})

async function send(content: Uint8Array, name = 'title.pdf', kind = 'title', vehicle = vehicleId) {
  const form = new FormData()
  form.set('document', new Blob([new Uint8Array(content)]), name)
  const response = await fetch(`${server.url}/api/admin/vehicles/${vehicle}/documents?kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${aukje.token}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as StaffDocument & { code?: string } }
}

const shown = async (who = ada) => {
  const { body } = await server.call('GET', `/api/lots/${lot.lotId}/documents`, { token: who.token })
  return (body as { items: StaffDocument[] }).items
}
const link = async (id: string, lotId = lot.lotId) =>
  server.call('POST', `/api/lots/${lotId}/documents/${id}/link`, { token: ada.token })
const remove = (id: string, body: object = { reason: 'The wrong vehicle' }) =>
  server.call('POST', `/api/admin/documents/${id}/deletion`, { token: aukje.token, body })
const stored = () => readdir(path.join(server.app.config.dataDir, 'lot-documents'))

describe('a document of a vehicle', () => {
  test('is listed on its lot with kind, size and date, and downloaded by a short-lived link, never shown inline', async () => {
    const sent = await send(PDF, '../../Título №7 "draft".exe')
    expect(sent).toMatchObject({
      status: 201,
      body: { kind: 'title', type: 'pdf', size: PDF.length, addedBy: 'Aukje' },
    })
    expect(await shown()).toMatchObject([{ id: sent.body.id, name: 'Título 7 draft.pdf', size: PDF.length }])
    expect(JSON.stringify(await shown())).not.toContain('Aukje')
    const { url } = (await link(sent.body.id)).body as { url: string }
    const file = await fetch(server.url + url)
    expect(file.status).toBe(200)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF)
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="T_tulo 7 draft.pdf"; filename*=UTF-8''T%C3%ADtulo%207%20draft.pdf`,
    )
  })

  test('is not opened by a link that was altered, has expired or names a document of another lot', async () => {
    const { id } = (await send(PDF)).body
    const other = (await send(PNG, 'a.png')).body.id
    const { url } = (await link(id)).body as { url: string }
    const status = async (at: string) => (await fetch(server.url + at)).status
    expect(await status(url.replace(id, other))).toBe(404)
    expect(await status(url.replace(/expires=\d+/, 'expires=9999999999999'))).toBe(404)
    expect(await status(`/api/lot-documents/${id}`)).toBe(400)
    const elsewhere = await castLot(server.app)
    expect((await link(id, elsewhere.lotId)).status).toBe(404)
    const stranger = await server.call('POST', `/api/lots/${lot.lotId}/documents/${id}/link`)
    expect(stranger.status).toBe(401)
  })

  test('has the type of its bytes, not of its name', async () => {
    expect(await send(Buffer.from('<script>alert(1)</script>'), 'title.pdf')).toMatchObject({
      status: 409,
      body: { code: 'not-a-document' },
    })
    expect((await send(PNG, 'title.pdf')).body).toMatchObject({ type: 'png', name: 'title.png' })
  })

  test.each(['jpeg', 'png', 'webp'] as const)(
    'that is a %s loses its location, its camera and any trailing data, and stays upright',
    async (type) => {
      const exif = { IFD0: { Make: 'Tell-tale camera', Orientation: '6' }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } }
      const taken = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#884422' } })
        .withExif(exif)
        .withMetadata({ orientation: 6 })
        .toFormat(type)
        .toBuffer()
      const sent = await send(Buffer.concat([taken, Buffer.from('a zip behind it')]), `scan.${type}`)
      expect(sent).toMatchObject({ status: 201, body: { type } })
      const { url } = (await link(sent.body.id)).body as { url: string }
      const kept = Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
      expect(kept.length).toBe(sent.body.size)
      const { format, exif: left, width, height } = await sharp(kept).metadata()
      expect([format, left, width, height]).toEqual([type, undefined, 40, 60])
      expect(kept.includes('Tell-tale') || kept.includes('a zip behind it')).toBe(false)
      // The same file is recognized by the bytes that were sent.
      expect((await send(Buffer.concat([taken, Buffer.from('a zip behind it')]))).body.id).toBe(sent.body.id)
    },
  )

  test('that is a damaged image is refused, and nothing of it is kept', async () => {
    const files = (await stored().catch(() => [])).length
    const broken = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])
    expect(await send(broken, 'scan.png')).toMatchObject({ status: 409, body: { code: 'not-a-document' } })
    expect((await stored().catch(() => [])).length).toBe(files)
  })

  test('has at most 10 MB, and a vehicle at most thirty', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)])
    expect(await send(large)).toMatchObject({ status: 409, body: { code: 'file-too-large' } })
    const files = await stored().catch(() => [])
    const sent = await Promise.all(
      Array.from({ length: 4 }, (_, index) => send(Buffer.concat([PDF, Buffer.from([index])]))),
    )
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    for (let index = 4; index < 30; index += 1) await send(Buffer.concat([PDF, Buffer.from([index])]))
    expect(await send(PDF)).toMatchObject({ status: 409, body: { code: 'too-many-documents' } })
    expect((await stored()).length - files.length).toBe(30)
  })

  test('sent twice, even at once, is one', async () => {
    const sent = await Promise.all([1, 2, 3].map(() => send(PDF)))
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    expect(await shown()).toHaveLength(1)
  })

  test('is deleted with a reason, which the audit log keeps, and its file with it', async () => {
    const { id } = (await send(PDF)).body
    const { url } = (await link(id)).body as { url: string }
    const before = (await stored()).length
    expect((await remove(id, { reason: ' ' })).status).toBe(400)
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
    expect((await stored()).length).toBe(before - 1)
    expect((await fetch(server.url + url)).status).toBe(404)
    const { rows } = await server.app.pool.query(
      `select action, reason, before ->> 'kind' as kind from audit where subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ action: 'delete-document', reason: 'The wrong vehicle', kind: 'title' }])
  })
})

test('files of no document are deleted, others stay', async () => {
  const { id } = (await send(PDF)).body
  const files = await openFiles(server.app.config, 'lot-documents')
  const lost = await files.put(PDF)
  await sweepDocuments(server.app, files, -60_000)
  expect(await stored()).not.toContain(lost)
  const { url } = (await link(id)).body as { url: string }
  expect((await fetch(server.url + url)).status).toBe(200)
})

test.each([
  ['C:\\scans\\title.PDF', 'title.pdf'],
  ['..', 'document.pdf'],
  ['', 'document.pdf'],
  ['a\r\nset-cookie: x.pdf', 'a set-cookie x.pdf'],
  ['.htaccess', 'htaccess.pdf'],
])('the name %j becomes %s', (name, plain) => {
  expect(plainName(name, 'pdf')).toBe(plain)
})
