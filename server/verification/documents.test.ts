import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openDesk, type Desk, type Form } from './desk.test-model.ts'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('sending a document', () => {
  test('puts the person on the waiting rung and the document into the reviewer’s queue', async () => {
    const pia = await desk.newcomer()
    const { status, body } = await desk.send(pia, { kind: 'driving-licence', front: desk.photo, back: desk.photo })
    expect(status).toBe(201)
    expect(body).toEqual({ kind: 'driving-licence', state: 'submitted', submittedAt: expect.any(Number) })
    expect(await desk.user(pia)).toMatchObject({ verificationStatus: 'pending', idDocument: body })
    expect(await desk.caseOf(pia)).toMatchObject({ name: 'Pia', kind: 'driving-licence', sides: ['front', 'back'] })
  })

  test('needs a paid fee', async () => {
    const milo = await desk.newcomer({ hasPaid: false })
    expect((await desk.send(milo, { kind: 'passport', front: desk.photo })).status).toBe(402)
    expect((await desk.send(null, { kind: 'passport', front: desk.photo })).status).toBe(401)
  })

  test('is refused while one waits, and when the person is verified', async () => {
    const pia = await desk.newcomer()
    const ada = await castPerson(desk.house.pool, { name: 'Ada' })
    await desk.sentCase(pia)
    expect(await desk.send(pia, { kind: 'passport', front: desk.photo })).toMatchObject({
      status: 409,
      body: { code: 'document-pending' },
    })
    expect(await desk.send(ada, { kind: 'passport', front: desk.photo })).toMatchObject({
      status: 409,
      body: { code: 'already-verified' },
    })
  })

  test('five times at once opens one case, and the other files are gone', async () => {
    const pia = await desk.newcomer()
    const before = (await desk.stored()).length
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.send(pia, { kind: 'passport', front: desk.photo })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'document-pending')).toHaveLength(4)
    expect(await desk.stored()).toHaveLength(before + 1)
  })

  test('keeps it encrypted, under a name that means nothing', async () => {
    const pia = await desk.newcomer()
    const { id } = await desk.sentCase(pia)
    const found = await desk.house.pool.query<{ storage_name: string; sealed_key: Buffer }>(
      'select storage_name, sealed_key from verification_file where case_id = $1',
      [id],
    )
    const { storage_name: name } = found.rows[0]!
    expect(name).toMatch(/^[0-9a-f]{32}$/)
    const content = await readFile(path.join(desk.house.config.dataDir, 'documents', name))
    expect(content.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
    await expect(sharp(content).metadata()).rejects.toThrow()
  })
})

describe('a wrong file', () => {
  const huge = (): Buffer => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(30_000, 0)
    header.writeUInt32BE(30_000, 4)
    header.set([8, 2, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', randomBytes(64)),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const tooLarge = () => Buffer.concat([desk.photo, Buffer.alloc(10 * 1024 * 1024 + 1 - desk.photo.length)])

  test.each<[string, string, () => Form, object]>([
    [
      'text that is called .jpg',
      'not-a-document',
      () => ({ front: Buffer.from('a plain text'), back: desk.photo }),
      { side: 'front' },
    ],
    [
      'a drawing with script',
      'not-a-document',
      () => ({ front: Buffer.from('<svg><script/></svg>'), back: desk.photo }),
      { side: 'front' },
    ],
    [
      'a torn picture',
      'not-a-document',
      () => ({ front: desk.photo.subarray(0, 300), back: desk.photo }),
      { side: 'front' },
    ],
    ['a picture of 900 megapixels', 'not-a-document', () => ({ front: huge(), back: desk.photo }), { side: 'front' }],
    ['a good front with a wrong back', 'not-a-document', () => ({ front: desk.photo, back: huge() }), { side: 'back' }],
    ['ten megabytes and a byte', 'file-too-large', () => ({ front: tooLarge(), back: desk.photo }), { side: 'front' }],
    ['a licence without its back', 'back-missing', () => ({ front: desk.photo }), { side: 'back' }],
  ])('is refused and leaves nothing behind: %s', async (_, code, form, details) => {
    const pia = await desk.newcomer()
    const before = await desk.stored()
    const answer = await desk.send(pia, { kind: 'driving-licence', ...form() })
    expect(answer).toMatchObject({ status: 409, body: { code, details } })
    expect(await desk.stored()).toEqual(before)
    expect(await desk.user(pia)).toMatchObject({ idDocument: null })
    expect(await desk.caseOf(pia)).toBeUndefined()
  })

  test('or none at all is said beside its field', async () => {
    const pia = await desk.newcomer()
    expect(await desk.send(pia, { kind: 'passport' })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'front' }] } },
    })
    expect(await desk.send(pia, { kind: 'diary', front: desk.photo })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'kind' }] } },
    })
    const json = await desk.call('POST', '/api/verification/documents', { token: pia.token, body: {} })
    expect([400, 406, 415]).toContain(json.status)
  })

  test('ten megabytes to the byte are not too many', async () => {
    const pia = await desk.newcomer()
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024 - 9)])
    expect((await desk.send(pia, { kind: 'passport', front: pdf })).status).toBe(201)
  })

  test('nothing is left behind when the database fails, either', async () => {
    const pia = await desk.newcomer()
    const before = await desk.stored()
    await desk.house.pool.query(`alter table verification_file add constraint no_more check (bytes < 0) not valid`)
    try {
      expect((await desk.send(pia, { kind: 'passport', front: desk.photo })).status).toBe(500)
    } finally {
      await desk.house.pool.query('alter table verification_file drop constraint no_more')
    }
    expect(await desk.stored()).toEqual(before)
    expect(await desk.user(pia)).toMatchObject({ idDocument: null })
  })
})
