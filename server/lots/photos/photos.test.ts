import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lot } from '#contract/lots/lots.ts'
import type { VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import { PHOTO_FORMATS, PHOTO_WIDTHS, photoSources } from '#contract/lots/photos.ts'
import { ROOT } from '#server/platform/root.ts'
import { heicOfSize, pngOfSize } from '#server/verification/documents.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { telephonePhoto, TELLTALE } from './camera.test-support.ts'
import { openPhotoStorage } from '../photo-storage.ts'
import { sweepPhotos } from './sweep.ts'

let server: TestServer
let aukje: CastMember
let ada: CastMember
let lot: CastLot
let vehicleId: string

beforeAll(async () => {
  server = await openTestServer()
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  ;({ lot, vehicleId } = await anotherLot())
})
afterAll(() => server.close())

async function anotherLot() {
  const made = await castLot(server.app)
  const { rows } = await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [
    made.lotId,
  ])
  return { lot: made, vehicleId: rows[0]!.vehicle_id }
}

const pathOf = (vehicle: string) => `/api/admin/vehicles/${vehicle}/photos`

async function send(content: Uint8Array, slot = 'front', vehicle = vehicleId) {
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(content)]), 'anything.txt')
  const response = await fetch(`${server.url}${pathOf(vehicle)}?slot=${slot}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${aukje.token}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as VehiclePhoto & { code?: string; message: string } }
}

async function list(vehicle = vehicleId): Promise<VehiclePhoto[]> {
  const { body } = await server.call('GET', pathOf(vehicle), { token: aukje.token })
  return (body as { items: VehiclePhoto[] }).items
}

async function untilMadeReady(vehicle = vehicleId): Promise<VehiclePhoto[]> {
  await expect
    .poll(async () => (await list(vehicle)).filter(({ state }) => state === 'waiting'), { timeout: 40_000 })
    .toEqual([])
  return list(vehicle)
}

async function shown(of = lot): Promise<Lot['vehicle']['photos']> {
  const { body } = await server.call('GET', `/api/lots/${of.lotId}`, { token: ada.token })
  return (body as Lot).vehicle.photos
}

const action = (method: string, at: string, body?: object) => server.call(method, at, { token: aukje.token, body })

describe('an uploaded photo', () => {
  test('is processed in the background and served in all formats and widths, permanently', async () => {
    const sent = await send(await telephonePhoto())
    expect([sent.status, sent.body.state, sent.body.url]).toEqual([201, 'waiting', null])
    const [ready] = await untilMadeReady()
    expect(ready).toMatchObject({ id: sent.body.id, state: 'ready', slot: 'front', width: 600, height: 900 })
    expect(await shown()).toMatchObject([{ view: 'front', url: ready!.url, placeholder: ready!.placeholder, pins: [] }])
    const sources = photoSources(ready!.url!, 2560)
    expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp', 'image/jpeg'])
    for (const { type, srcSet } of sources) {
      const urls = srcSet.split(', ').map((each) => each.split(' ')[0]!)
      expect(urls).toHaveLength(PHOTO_WIDTHS.length)
      for (const url of urls) {
        const response = await fetch(server.url + url)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect((await response.bytes()).length).toBeGreaterThan(100)
      }
    }
  })

  test('is one photo, however often and however many at once send it', async () => {
    const content = await telephonePhoto(901)
    const answers = await Promise.all([send(content), send(content), send(content)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    await untilMadeReady()
    expect((await send(content)).body).toMatchObject({ id: answers[0]!.body.id, state: 'ready' })
  })

  test('leaves nothing of its location in the storage once it is ready', async () => {
    await untilMadeReady()
    const files = await openPhotoStorage(server.app.config)
    const names = await files.olderThan(Date.now() + 60_000)
    expect(names.length).toBeGreaterThan(PHOTO_FORMATS.length)
    for (const name of names) expect((await files.get(name)).includes(TELLTALE)).toBe(false)
  })

  test('may be a HEIC from a phone', async () => {
    const { vehicleId: other } = await anotherLot()
    await send(await readFile(path.join(ROOT, 'server/verification/fixtures/card.heic')), 'documents', other)
    expect(await untilMadeReady(other)).toMatchObject([{ state: 'ready', width: 320, height: 200 }])
  })

  test.each([
    ['text with a picture’s name', () => Buffer.from('<svg/>'.repeat(40)), 'not-a-photo'],
    ['half a head', () => Buffer.from('\xff\xd8\xff\xe0 and no more', 'latin1'), 'not-a-photo'],
    ['a head that claims too many pixels', () => pngOfSize(20_000), 'too-many-pixels'],
    ['more than 25 MB', () => Buffer.alloc(25 * 1024 * 1024 + 1, 1), 'file-too-large'],
  ])('is refused with a message if it is %s', async (_, content, code) => {
    const { status, body } = await send(content())
    expect([status, body.code]).toEqual([409, code])
    expect(body.message).toMatch(/^[A-Z].*\.$/)
  })

  test('of nearly 25 MB is accepted', async () => {
    const { vehicleId: other } = await anotherLot()
    const photo = await telephonePhoto(640)
    const { status, body } = await send(
      Buffer.concat([photo, Buffer.alloc(25 * 1024 * 1024 - photo.length)]),
      'left',
      other,
    )
    expect([status, body.state]).toEqual([201, 'waiting'])
    expect(await untilMadeReady(other)).toMatchObject([{ state: 'ready' }])
  })

  test('that turns out to be unreadable says so, can be retried and be deleted', async () => {
    const { vehicleId: other } = await anotherLot()
    const torn = (await telephonePhoto(902)).subarray(0, -700)
    await send(torn, 'rear', other)
    await send(await heicOfSize(60_000), 'rear', other)
    const [first, second] = await untilMadeReady(other)
    expect([first?.state, first?.failure]).toEqual(['failed', 'unreadable'])
    expect([second?.state, second?.failure]).toEqual(['failed', 'too-many-pixels'])
    const again = await action('POST', `/api/admin/photos/${first!.id}/retry`)
    expect(again).toMatchObject({ status: 200, body: { state: 'waiting', failure: null } })
    expect((await untilMadeReady(other))[0]).toMatchObject({ state: 'failed' })
    for (const { id } of await list(other)) {
      expect((await action('DELETE', `/api/admin/photos/${id}`)).status).toBe(204)
    }
    expect(await list(other)).toEqual([])
  })
})

describe('photos of a vehicle', () => {
  test('are in the order an auctioneer sets, the first as the hero', async () => {
    await untilMadeReady()
    const ids = (await list()).map(({ id }) => id)
    const turned = ids.toReversed()
    const ordered = await action('PUT', `${pathOf(vehicleId)}/order`, { ids: turned })
    expect((ordered.body as { items: VehiclePhoto[] }).items.map(({ id }) => id)).toEqual(turned)
    const photos = await shown()
    expect(photos).toHaveLength(ids.length)
    const lotSummary = await server.call('GET', `/api/lots/${lot.lotId}/summary`)
    expect(lotSummary.body).toMatchObject({ heroPhoto: photos[0]!.url })
    expect((await list())[0]!.url).toBe(photos[0]!.url)
    const stale = await action('PUT', `${pathOf(vehicleId)}/order`, { ids: ids.slice(1) })
    expect(stale).toMatchObject({ status: 409, body: { code: 'photos-changed' } })
    const twice = await action('PUT', `${pathOf(vehicleId)}/order`, { ids: [...ids.slice(1), ids[1]] })
    expect(twice.status).toBe(409)
  })

  test('can be rotated: pins rotate along, and readers see the old one until the new one is ready', async () => {
    const { lot: its, vehicleId: other } = await anotherLot()
    await send(await telephonePhoto(800, 600), 'left', other)
    const [before] = await untilMadeReady(other)
    const at = `/api/admin/photos/${before!.id}`
    const pin = { x: 100, y: 300, kind: 'dent', severity: 'light', note: 'Behind the wheel' }
    expect((await action('PATCH', at, { pins: [pin], slot: 'right' })).body).toMatchObject({
      pins: [pin],
      slot: 'right',
    })
    expect((await action('PATCH', at, { rotation: 90 })).body).toMatchObject({ state: 'waiting', rotation: 90 })
    expect(await shown(its)).toMatchObject([{ url: before!.url, pins: [pin] }])
    expect(await action('PATCH', at, { pins: [] })).toMatchObject({ status: 409, body: { code: 'not-ready-yet' } })
    const [after] = await untilMadeReady(other)
    expect(after).toMatchObject({ width: before!.height, height: before!.width, pins: [{ ...pin, x: 700, y: 100 }] })
    expect(after!.url).not.toBe(before!.url)
    expect(await shown(its)).toMatchObject([{ url: after!.url, view: 'right' }])
    const same = (await action('PATCH', at, { pins: after!.pins })).body as VehiclePhoto
    expect(same.pins).toEqual(after!.pins)
  })

  test('that are no longer shown are deleted from the storage after a while, and no others', async () => {
    const { vehicleId: other } = await anotherLot()
    await send(await telephonePhoto(700, 500), 'left', other)
    const [{ url, id }] = (await untilMadeReady(other)) as [VehiclePhoto]
    const kept = (await untilMadeReady())[0]!.url!
    const files = await openPhotoStorage(server.app.config)
    await sweepPhotos(server.app, files, { leftMs: -1, orphanMs: -60_000 })
    await action('DELETE', `/api/admin/photos/${id}?reason=Another%20car`)
    await sweepPhotos(server.app, files)
    expect((await fetch(server.url + url)).status).toBe(200)
    const before = (await files.olderThan(Date.now() + 1000)).length
    await sweepPhotos(server.app, files, { leftMs: -1, orphanMs: -60_000 })
    // The master and one picture for each format and width below 700 and one beyond.
    expect(before - (await files.olderThan(Date.now() + 1000)).length).toBe(1 + 2 * PHOTO_FORMATS.length)
    expect((await fetch(server.url + kept)).status).toBe(200)
  })

  test('that bidders have seen are deleted only with a reason, which the lot shows with its other corrections', async () => {
    const { lot: of, vehicleId: other } = await anotherLot()
    await send(await telephonePhoto(610, 400), 'front-left', other)
    const [{ id }] = (await untilMadeReady(other)) as [VehiclePhoto]
    const remove = (query = '') => action('DELETE', `/api/admin/photos/${id}${query}`)
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'reason-needed' } })
    expect(await shown(of)).toHaveLength(1)
    expect((await remove('?reason=Another%20car')).status).toBe(204)
    expect(await shown(of)).toEqual([])
    const { body } = await server.call('GET', `/api/lots/${of.lotId}`, { token: ada.token })
    const change = { field: 'photo', name: 'Photo', before: 'Front left', after: 'Removed' }
    expect((body as Lot).corrections).toMatchObject([{ reason: 'Another car', isMaterial: false, changes: [change] }])
    const { rows } = await server.app.pool.query('select reason from audit where subject_id = $1', [id])
    expect(rows).toContainEqual({ reason: 'Another car' })
  })

  test('have a damage map, drawn by an auctioneer', async () => {
    const marks = [{ x: 200, y: 640, side: 'left', kind: 'dent', severity: 'heavy', note: 'As large as a hand' }]
    const drawn = await action('PUT', `/api/admin/vehicles/${vehicleId}/damage`, { marks, reason: 'Seen at the gate.' })
    expect(drawn).toMatchObject({ status: 200, body: { vehicle: { id: vehicleId, damageMap: marks } } })
    const { body } = await server.call('GET', `/api/lots/${lot.lotId}`, { token: ada.token })
    expect((body as Lot).vehicle.damageMap).toEqual(marks)
  })
})
