import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBucket, type Bucket } from '#server/platform/files/s3.test-model.ts'
import { newId } from '#server/platform/id.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { openPhotoStorage } from '../photo-storage.ts'
import { telephonePhoto } from './camera.test-model.ts'
import { openDarkroom, type Darkroom } from './darkroom.ts'
import { makePhotographsReady } from './make-ready.ts'
import { photographsOf } from './store.ts'
import { takePhotograph } from './take-photograph.ts'

const photo = async () => ({ kind: 'jpeg' as const, content: await telephonePhoto(), rotation: 0 })

describe('the process that makes photographs ready', () => {
  let folder: string
  let darkroom: Darkroom | null = null
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-darkroom-'))
  })
  afterAll(async () => {
    darkroom?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function program(source: string): Promise<URL> {
    const file = path.join(folder, `${newId()}.mjs`)
    await writeFile(file, source)
    return pathToFileURL(file)
  }

  test('is begun anew when it died: one bad file costs no other', async () => {
    darkroom = openDarkroom()
    const [torn, whole] = await Promise.all([
      darkroom.develop({ ...(await photo()), content: Buffer.from('\xff\xd8\xff nothing', 'latin1') }),
      darkroom.develop(await photo()),
    ])
    expect(torn).toBe('unreadable')
    expect(whole).toMatchObject({ width: 600, height: 900 })
  })

  test('that ends under its work, or takes too long, is told apart', async () => {
    const dying = openDarkroom(await program('process.on("message", () => process.exit(7))'))
    expect(await dying.develop(await photo())).toBe('broke-off')
    const silent = openDarkroom(await program('process.on("message", () => {})'))
    expect(await silent.develop(await photo(), 200)).toBe('too-slow')
    dying.close()
    silent.close()
  })

  test('gives way to everything else: its priority is low', async () => {
    const tells =
      'import os from "node:os"; process.on("message", ({ id }) => process.send({ id, developed: os.getPriority() }))'
    const told = openDarkroom(await program(tells))
    expect(await told.develop(await photo())).toBeGreaterThan(0)
    told.close()
  })
})

describe.each(['folder', 'bucket'] as const)('with a %s as the storage', (kind) => {
  let bucket: Bucket | null = null
  let house: TestHouse
  let olga: CastMember
  beforeAll(async () => {
    bucket = kind === 'bucket' ? await openBucket() : null
    // Nothing runs by itself here.
    house = await openHouse({ listen: false, config: bucket === null ? {} : { s3: bucket.place } })
    olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
  })
  afterAll(async () => {
    await house.close()
    await bucket?.close()
  })

  async function sent() {
    const { lotId } = await castLot(house.house)
    const { pool } = house.house
    const { rows } = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
    const vehicleId = rows[0]!.vehicle_id
    const files = await openPhotoStorage(house.house.config)
    const content = await telephonePhoto()
    const given = { content, hash: Buffer.from(newId()), vehicleId, slot: 'left' as const, actorId: olga.id }
    await takePhotograph(house.house, files, given)
    const state = async () => (await photographsOf(house.house.db, vehicleId))[0]
    return { files, state }
  }

  test('what a process that died had begun is made ready by the next one, exactly once', async () => {
    const { files, state } = await sent()
    const never: Darkroom = { develop: () => Promise.withResolvers<'too-slow'>().promise, close: () => undefined }
    void makePhotographsReady(house.house, files, never).drain()
    await expect.poll(async () => (await state())?.tries).toBe(1)
    const darkroom = openDarkroom()
    const next = makePhotographsReady(house.house, files, darkroom)
    await next.drain()
    expect((await state())?.state, 'somebody works on it').toBe('waiting')
    await house.house.pool.query(`update photograph set claimed_until = now() - interval '1 s'`)
    await Promise.all([next.drain(), next.drain()])
    expect(await state()).toMatchObject({ state: 'ready', tries: 2, width: 600, source_kind: 'master' })
    const { rows } = await house.house.pool.query('select distinct name from photo_file')
    expect(rows).toEqual([{ name: (await state())?.shown_name }])
    darkroom.close()
  })

  test('the house tries three times before it says that it failed, and leaves no file behind', async () => {
    const { files, state } = await sent()
    const before = (await files.olderThan(Date.now() + 60_000)).length
    const broken: Darkroom = { develop: () => Promise.resolve('broke-off'), close: () => undefined }
    const ready = makePhotographsReady(house.house, files, broken)
    for (const tries of [1, 2, 3]) {
      await ready.drain()
      expect(await state()).toMatchObject({ tries, state: tries < 3 ? 'waiting' : 'failed' })
      await house.house.pool.query(`update photograph set claimed_until = null where state = 'waiting'`)
    }
    expect((await state())?.failure).toBe('broke-off')
    expect(await files.olderThan(Date.now() + 60_000)).toHaveLength(before)
  })
})
