import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBucket, type Bucket } from '#server/platform/files/s3.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { openPhotoStorage } from '../photo-storage.ts'
import { telephonePhoto } from './camera.test-support.ts'
import { openPhotoWorker, type PhotoWorker } from '#server/platform/images/photo-worker.ts'
import { makePhotosReady } from './make-ready.ts'
import { photosOf } from './store.ts'
import { takePhoto } from './take-photo.ts'

const photo = async () => ({ kind: 'jpeg' as const, content: await telephonePhoto(), rotation: 0 })

describe('the photo worker', () => {
  let folder: string
  let photoWorker: PhotoWorker | null = null
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-photo-worker-'))
  })
  afterAll(async () => {
    photoWorker?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function program(source: string): Promise<URL> {
    const file = path.join(folder, `${newId()}.mjs`)
    await writeFile(file, source)
    return pathToFileURL(file)
  }

  test('is restarted when it dies: one bad file costs no other', async () => {
    photoWorker = openPhotoWorker()
    const [torn, whole] = await Promise.all([
      photoWorker.develop({ ...(await photo()), content: Buffer.from('\xff\xd8\xff nothing', 'latin1') }),
      photoWorker.develop(await photo()),
    ])
    expect(torn).toBe('unreadable')
    expect(whole).toMatchObject({ width: 600, height: 900 })
  })

  test('that dies while working, or takes too long, is reported differently', async () => {
    const dying = openPhotoWorker(await program('process.on("message", () => process.exit(7))'))
    expect(await dying.develop(await photo())).toBe('broke-off')
    const silent = openPhotoWorker(await program('process.on("message", () => {})'))
    expect(await silent.develop(await photo(), 200)).toBe('too-slow')
    dying.close()
    silent.close()
  })

  test('leaves no listener behind, however many photos one process gets', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    const worker = openPhotoWorker(
      await program('process.on("message", ({ id }) => process.send({ id, developed: 1 }))'),
    )
    for (let sent = 0; sent < 12; sent += 1) expect(await worker.develop(await photo())).toBe(1)
    worker.close()
    // Warnings are reported in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  test('yields to everything else: its priority is low', async () => {
    const reports =
      'import os from "node:os"; process.on("message", ({ id }) => process.send({ id, developed: os.getPriority() }))'
    const worker = openPhotoWorker(await program(reports))
    expect(await worker.develop(await photo())).toBeGreaterThan(0)
    worker.close()
  })
})

describe.each(['folder', 'bucket'] as const)('with a %s as the storage', (kind) => {
  let bucket: Bucket | null = null
  let server: TestServer
  let olga: CastMember
  beforeAll(async () => {
    bucket = kind === 'bucket' ? await openBucket() : null
    // No background work runs here.
    server = await openTestServer({ listen: false, config: bucket === null ? {} : { s3: bucket.place } })
    olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  })
  afterAll(async () => {
    await server.close()
    await bucket?.close()
  })

  async function sent() {
    const { lotId } = await castLot(server.app)
    const { pool } = server.app
    const { rows } = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
    const vehicleId = rows[0]!.vehicle_id
    const files = await openPhotoStorage(server.app.config)
    const content = await telephonePhoto()
    const given = { content, hash: Buffer.from(newId()), vehicleId, slot: 'left' as const, actorId: olga.id }
    await takePhoto(server.app, files, given)
    const state = async () => (await photosOf(server.app.db, vehicleId))[0]
    return { files, state }
  }

  test('what a dead process had started is processed by the next one, exactly once', async () => {
    const { files, state } = await sent()
    const never: PhotoWorker = { develop: () => Promise.withResolvers<'too-slow'>().promise, close: () => undefined }
    void makePhotosReady(server.app, files, never).drain()
    await expect.poll(async () => (await state())?.tries).toBe(1)
    const photoWorker = openPhotoWorker()
    const next = makePhotosReady(server.app, files, photoWorker)
    await next.drain()
    expect((await state())?.state, 'being processed').toBe('waiting')
    await server.app.pool.query(`update photo set claimed_until = now() - interval '1 s'`)
    await Promise.all([next.drain(), next.drain()])
    expect(await state()).toMatchObject({ state: 'ready', tries: 2, width: 600, source_kind: 'master' })
    const { rows } = await server.app.pool.query('select distinct name from photo_file')
    expect(rows).toEqual([{ name: (await state())?.shown_name }])
    photoWorker.close()
  })

  test('a photo is tried three times before it is reported as failed, and leaves no file behind', async () => {
    const { files, state } = await sent()
    const before = (await files.olderThan(Date.now() + 60_000)).length
    const broken: PhotoWorker = { develop: () => Promise.resolve('broke-off'), close: () => undefined }
    const ready = makePhotosReady(server.app, files, broken)
    for (const tries of [1, 2, 3]) {
      await ready.drain()
      expect(await state()).toMatchObject({ tries, state: tries < 3 ? 'waiting' : 'failed' })
      await server.app.pool.query(`update photo set claimed_until = null where state = 'waiting'`)
    }
    expect((await state())?.failure).toBe('broke-off')
    expect(await files.olderThan(Date.now() + 60_000)).toHaveLength(before)
  })
})
