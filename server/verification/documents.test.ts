import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openDesk, type Desk, type Form } from './desk.test-support.ts'
import { heicCard, pdf, pngOfSize } from './documents.test-support.ts'

let desk: Desk

const BOTH_SIDES = [
  { side: 'front', page: 1 },
  { side: 'back', page: 1 },
]

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('submitting a document', () => {
  test('puts the person on the waiting access level and the document into the reviewer’s queue', async () => {
    const pia = await desk.newcomer()
    const { status, body } = await desk.send(pia, { kind: 'driving-licence', front: desk.photo, back: desk.photo })
    expect(status).toBe(201)
    expect(body).toEqual({ kind: 'driving-licence', state: 'submitted', submittedAt: expect.any(Number) })
    expect(await desk.user(pia)).toMatchObject({ verificationStatus: 'pending', idDocument: body })
    expect(await desk.caseOf(pia)).toMatchObject({ name: 'Pia', kind: 'driving-licence', pictures: BOTH_SIDES })
  })

  test('needs a paid fee', async () => {
    const milo = await desk.newcomer({ hasPaid: false })
    expect((await desk.send(milo, { kind: 'passport', front: desk.photo })).status).toBe(402)
    expect((await desk.send(null, { kind: 'passport', front: desk.photo })).status).toBe(401)
  })

  test('is refused while one waits, and when the person is verified', async () => {
    const pia = await desk.newcomer()
    const ada = await castPerson(desk.app.pool, { name: 'Ada' })
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

  test('five times at once opens one case, and the other files are deleted', async () => {
    const pia = await desk.newcomer()
    const before = (await desk.stored()).length
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.send(pia, { kind: 'passport', front: desk.photo })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'document-pending')).toHaveLength(4)
    expect(await desk.stored()).toHaveLength(before + 1)
  })

  test('accepts a PDF of two pages and a phone photo together', async () => {
    const pia = await desk.newcomer()
    const form = { kind: 'national-card', front: await pdf(2), back: await heicCard() }
    expect((await desk.send(pia, form)).status).toBe(201)
    expect((await desk.caseOf(pia))?.pictures).toEqual([
      { side: 'front', page: 1 },
      { side: 'front', page: 2 },
      { side: 'back', page: 1 },
    ])
  })

  test('stores it encrypted, under a meaningless name', async () => {
    const pia = await desk.newcomer()
    const { id } = await desk.sentCase(pia)
    const found = await desk.app.pool.query<{ storage_name: string; sealed_key: Buffer }>(
      'select storage_name, sealed_key from verification_file where case_id = $1',
      [id],
    )
    const { storage_name: name } = found.rows[0]!
    expect(name).toMatch(/^[0-9a-f]{32}$/)
    const content = await readFile(path.join(desk.app.config.dataDir, 'documents', name))
    expect(content.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
    await expect(sharp(content).metadata()).rejects.toThrow()
  })
})

describe('an upload with its own id', () => {
  const passport = () => ({ kind: 'passport', front: desk.photo })

  test('is one document and one answer, however often it is sent, also at the same time', async () => {
    const pia = await desk.newcomer()
    const id = crypto.randomUUID()
    const before = (await desk.stored()).length
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.send(pia, passport(), id)))
    const later = await desk.send(pia, passport(), id)
    expect(later.status).toBe(201)
    for (const answer of answers) expect(answer).toEqual(later)
    expect(await desk.stored()).toHaveLength(before + 1)
  })

  test('gets its answer even if the document has been decided since', async () => {
    const pia = await desk.newcomer()
    const id = crypto.randomUUID()
    const first = await desk.send(pia, passport(), id)
    await desk.decide((await desk.caseOf(pia))!, { decision: 'approve', reason: 'The same test file' })
    expect(await desk.send(pia, passport(), id)).toEqual(first)
  })

  test('can be queried after the connection broke, by its sender only', async () => {
    const [pia, milo] = [await desk.newcomer(), await desk.newcomer()]
    const id = crypto.randomUUID()
    const ask = async (person: typeof pia) =>
      desk.call('GET', `/api/verification/uploads/${id}`, { token: person.token })
    expect((await ask(pia)).status).toBe(404)
    const { body } = await desk.send(pia, passport(), id)
    expect(await ask(pia)).toMatchObject({ status: 200, body })
    expect((await ask(milo)).status).toBe(404)
  })

  test('is refused with other files, and a refused one can be corrected under a new id', async () => {
    const pia = await desk.newcomer()
    const id = crypto.randomUUID()
    expect((await desk.send(pia, { kind: 'passport', front: Buffer.from('text') }, id)).status).toBe(409)
    expect((await desk.send(pia, passport(), id)).status).toBe(201)
    const other = await desk.send(pia, { kind: 'passport', front: await heicCard() }, id)
    expect(other).toMatchObject({ status: 409, body: { code: 'upload-id-reused' } })
    expect(await desk.send(pia, passport(), crypto.randomUUID())).toMatchObject({ body: { code: 'document-pending' } })
  })

  test('belongs to its sender: someone else’s upload with the same id is another one', async () => {
    const [pia, milo] = [await desk.newcomer(), await desk.newcomer()]
    const id = crypto.randomUUID()
    await desk.send(pia, passport(), id)
    expect((await desk.send(milo, passport(), id)).status).toBe(201)
    expect([await desk.caseOf(pia), await desk.caseOf(milo)].map((found) => found?.accountId)).toEqual([
      pia.id,
      milo.id,
    ])
  })
})

describe('a wrong file', () => {
  const tooLarge = () => Buffer.concat([desk.photo, Buffer.alloc(10 * 1024 * 1024 + 1 - desk.photo.length)])

  test.each<[string, string, () => Form | Promise<Form>, object]>([
    [
      'a PDF of ten thousand pages',
      'too-many-pages',
      async () => ({ front: await pdf(10_000), back: desk.photo }),
      { side: 'front' },
    ],
    [
      'a torn HEIC',
      'not-a-document',
      async () => ({ front: desk.photo, back: (await heicCard()).subarray(0, 300) }),
      { side: 'back' },
    ],
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
    [
      'a picture of 900 megapixels',
      'too-many-pixels',
      () => ({ front: pngOfSize(30_000), back: desk.photo }),
      { side: 'front' },
    ],
    [
      'a good front with a wrong back',
      'too-many-pixels',
      () => ({ front: desk.photo, back: pngOfSize(30_000) }),
      { side: 'back' },
    ],
    ['ten megabytes and a byte', 'file-too-large', () => ({ front: tooLarge(), back: desk.photo }), { side: 'front' }],
    ['a license without its back', 'back-missing', () => ({ front: desk.photo }), { side: 'back' }],
  ])('is refused and leaves nothing behind: %s', async (_, code, form, details) => {
    const pia = await desk.newcomer()
    const before = await desk.stored()
    const answer = await desk.send(pia, { kind: 'driving-licence', ...(await form()) })
    expect(answer).toMatchObject({ status: 409, body: { code, details } })
    expect(await desk.stored()).toEqual(before)
    expect(await desk.user(pia)).toMatchObject({ idDocument: null })
    expect(await desk.caseOf(pia)).toBeUndefined()
  })

  test('or a missing one is reported by field', async () => {
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

  test('without a byte is reported by field, and a truncated form as such', async () => {
    const pia = await desk.newcomer()
    const nothing = Buffer.alloc(0)
    for (const [form, field] of [
      [{ kind: 'passport', front: nothing }, 'front'],
      [{ kind: 'national-card', front: desk.photo, back: nothing }, 'back'],
    ] as const) {
      expect(await desk.send(pia, form)).toMatchObject({ status: 400, body: { details: { fields: [{ field }] } } })
    }
    const torn = await fetch(`${desk.url}/api/verification/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${pia.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="front"; filename="a.jpg"\r\n\r\nhalf a pic',
    })
    expect([torn.status, await torn.json()]).toEqual([400, expect.objectContaining({ code: 'invalid-input' })])
    expect(await desk.caseOf(pia)).toBeUndefined()
  })

  test('of exactly ten megabytes is not too large', async () => {
    const pia = await desk.newcomer()
    // Data after the end of a JPEG is not part of the image, and is not stored.
    const full = Buffer.concat([desk.photo, Buffer.alloc(10 * 1024 * 1024 - desk.photo.length)])
    expect((await desk.send(pia, { kind: 'passport', front: full })).status).toBe(201)
  })

  test('leaves nothing behind when the database fails', async () => {
    const pia = await desk.newcomer()
    const before = await desk.stored()
    await desk.asOwner(`alter table verification_file add constraint no_more check (bytes < 0) not valid`)
    try {
      expect((await desk.send(pia, { kind: 'passport', front: desk.photo })).status).toBe(500)
    } finally {
      await desk.asOwner('alter table verification_file drop constraint no_more')
    }
    expect(await desk.stored()).toEqual(before)
    expect(await desk.user(pia)).toMatchObject({ idDocument: null })
  })
})
