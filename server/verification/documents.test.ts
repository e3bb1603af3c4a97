import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { deleteExpired, deleteOrphans } from './retention.ts'
import { openVault } from './vault.ts'

type Form = Record<string, string | Buffer>
type Case = { id: string; accountId: string; sides: string[]; state: string; note: string | null }
type Answer = { status: number; body: Record<string, unknown> }

let house: TestHouse
let rita: CastMember
let photo: Buffer

beforeAll(async () => {
  house = await openHouse()
  rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'Pia Rossi, Via Segreta 7' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})
afterAll(() => house.close())

function newcomer(own: object = {}): Promise<CastMember> {
  return castPerson(house.house.pool, { name: 'Pia', verification: 'pending', ...own })
}

async function send(person: CastMember | null, form: Form): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string') body.set(name, value)
    else body.set(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), `${name}.jpg`)
  }
  const headers: Record<string, string> = person === null ? {} : { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${house.url}/api/verification/documents`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function stored(): Promise<string[]> {
  return readdir(path.join(house.house.config.dataDir, 'documents')).catch(() => [])
}

async function caseOf(person: CastMember): Promise<Case | undefined> {
  const { body } = await house.call('GET', '/api/admin/verifications', { token: rita.token })
  return (body as { items: Case[] }).items.find(({ accountId }) => accountId === person.id)
}

async function sentCase(person: CastMember): Promise<Case> {
  expect((await send(person, { kind: 'passport', front: photo })).status).toBe(201)
  const found = await caseOf(person)
  if (found === undefined) throw new Error('the case is not in the queue')
  return found
}

function view({ id }: Case, by: CastMember = rita, side = 'front'): Promise<Response> {
  return fetch(`${house.url}/api/admin/verifications/${id}/${side}`, {
    headers: { authorization: `Bearer ${by.token}` },
  })
}

function decide({ id }: Case, body: object, by: CastMember = rita) {
  return house.call('POST', `/api/admin/verifications/${id}/decision`, { token: by.token, body })
}

async function user(person: CastMember): Promise<User> {
  return (await house.call('GET', '/api/user', { token: person.token })).body as User
}

async function auditOf(subject: string) {
  const found = await house.house.pool.query<{ act: string; actor_id: string }>(
    `select act, actor_id from audit where subject_id like $1 order by at`,
    [`${subject}%`],
  )
  return found.rows
}

describe('sending a document', () => {
  test('puts the person on the waiting rung and the document into the reviewer’s queue', async () => {
    const pia = await newcomer()
    const { status, body } = await send(pia, { kind: 'driving-licence', front: photo, back: photo })
    expect(status).toBe(201)
    expect(body).toEqual({ kind: 'driving-licence', state: 'submitted', submittedAt: expect.any(Number) })
    expect(await user(pia)).toMatchObject({ verificationStatus: 'pending', idDocument: body })
    expect(await caseOf(pia)).toMatchObject({ name: 'Pia', kind: 'driving-licence', sides: ['front', 'back'] })
  })

  test('needs a paid fee', async () => {
    const milo = await newcomer({ hasPaid: false })
    expect((await send(milo, { kind: 'passport', front: photo })).status).toBe(402)
    expect((await send(null, { kind: 'passport', front: photo })).status).toBe(401)
  })

  test('is refused while one waits, and when the person is verified', async () => {
    const pia = await newcomer()
    const ada = await castPerson(house.house.pool, { name: 'Ada' })
    await sentCase(pia)
    expect(await send(pia, { kind: 'passport', front: photo })).toMatchObject({
      status: 409,
      body: { code: 'document-pending' },
    })
    expect(await send(ada, { kind: 'passport', front: photo })).toMatchObject({
      status: 409,
      body: { code: 'already-verified' },
    })
  })

  test('five times at once opens one case, and the other files are gone', async () => {
    const pia = await newcomer()
    const before = (await stored()).length
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(pia, { kind: 'passport', front: photo })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    expect(await stored()).toHaveLength(before + 1)
  })

  test('keeps it encrypted, under a name that means nothing', async () => {
    const pia = await newcomer()
    const { id } = await sentCase(pia)
    const found = await house.house.pool.query<{ storage_name: string; sealed_key: Buffer }>(
      'select storage_name, sealed_key from verification_file where case_id = $1',
      [id],
    )
    const { storage_name: name } = found.rows[0]!
    expect(name).toMatch(/^[0-9a-f]{32}$/)
    const content = await readFile(path.join(house.house.config.dataDir, 'documents', name))
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
  const tooLarge = () => Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024 + 1 - photo.length)])

  test.each<[string, string, () => Form, object]>([
    ['text that is called .jpg', 'not-a-document', () => ({ front: Buffer.from('a plain text') }), { side: 'front' }],
    [
      'a drawing with script',
      'not-a-document',
      () => ({ front: Buffer.from('<svg><script/></svg>') }),
      { side: 'front' },
    ],
    ['a torn picture', 'not-a-document', () => ({ front: photo.subarray(0, 300) }), { side: 'front' }],
    ['a picture of 900 megapixels', 'not-a-document', () => ({ front: huge() }), { side: 'front' }],
    ['a good front with a wrong back', 'not-a-document', () => ({ front: photo, back: huge() }), { side: 'back' }],
    ['ten megabytes and a byte', 'file-too-large', () => ({ front: tooLarge(), back: photo }), { side: 'front' }],
    ['a licence without its back', 'back-missing', () => ({ front: photo }), { side: 'back' }],
  ])('is refused and leaves nothing behind: %s', async (_, code, form, details) => {
    const pia = await newcomer()
    const before = await stored()
    const answer = await send(pia, { kind: 'driving-licence', ...form() })
    expect(answer).toMatchObject({ status: 409, body: { code, details } })
    expect(await stored()).toEqual(before)
    expect(await user(pia)).toMatchObject({ idDocument: null })
    expect(await caseOf(pia)).toBeUndefined()
  })

  test('or none at all is said beside its field', async () => {
    const pia = await newcomer()
    expect(await send(pia, { kind: 'passport' })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'front' }] } },
    })
    expect(await send(pia, { kind: 'diary', front: photo })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'kind' }] } },
    })
    const json = await house.call('POST', '/api/verification/documents', { token: pia.token, body: {} })
    expect([400, 406, 415]).toContain(json.status)
  })

  test('ten megabytes to the byte are not too many', async () => {
    const pia = await newcomer()
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024 - 9)])
    expect((await send(pia, { kind: 'passport', front: pdf })).status).toBe(201)
  })

  test('nothing is left behind when the database fails, either', async () => {
    const pia = await newcomer()
    const before = await stored()
    await house.house.pool.query(`alter table verification_file add constraint no_more check (bytes < 0) not valid`)
    try {
      expect((await send(pia, { kind: 'passport', front: photo })).status).toBe(500)
    } finally {
      await house.house.pool.query('alter table verification_file drop constraint no_more')
    }
    expect(await stored()).toEqual(before)
    expect(await user(pia)).toMatchObject({ idDocument: null })
  })
})

describe('a reviewer', () => {
  test('sees the picture upright and without its metadata, never cached, and every view is audited', async () => {
    const pia = await newcomer()
    const opened = await sentCase(pia)
    const [first] = [await view(opened), await view(opened)]
    expect(first.status).toBe(200)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^(inline|attachment); filename="document-front.jpg"$/),
    })
    const picture = Buffer.from(await first.arrayBuffer())
    const facts = await sharp(picture).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: 400, height: 600 })
    expect(facts.exif).toBeUndefined()
    expect(picture.includes('Via Segreta')).toBe(false)
    expect(await auditOf(opened.id)).toEqual([
      { act: 'view-document', actor_id: rita.id },
      { act: 'view-document', actor_id: rita.id },
    ])
  })

  test('gets a PDF as it was sent, to save and not to open', async () => {
    const pia = await newcomer()
    const pdf = Buffer.from('%PDF-1.7\nan identity card')
    await send(pia, { kind: 'passport', front: pdf })
    const answer = await view((await caseOf(pia))!)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)
  })

  test('approves: the person can bid at once, is told, and the document is decided for good', async () => {
    const pia = await newcomer()
    const heard: unknown[] = []
    house.house.outbox.on('document-decided', (payload) => {
      if ((payload as { accountId: string }).accountId === pia.id) heard.push(payload)
      return Promise.resolve()
    })
    const opened = await sentCase(pia)
    expect((await decide(opened, { decision: 'approve' })).body).toMatchObject({ id: opened.id, state: 'approved' })
    expect(await user(pia)).toMatchObject({
      verificationStatus: 'verified',
      idDocument: { kind: 'passport', state: 'approved' },
      verificationNote: null,
    })
    expect(await decide(opened, { decision: 'reject', note: 'Changed my mind' })).toMatchObject({
      status: 409,
      body: { code: 'already-decided' },
    })
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 5000 })
    expect((await auditOf(opened.id)).map(({ act }) => act)).toEqual(['approve-document'])
  })

  test('rejects with a reason, which the person reads; the way back to sending is open', async () => {
    const pia = await newcomer()
    const opened = await sentCase(pia)
    expect(await decide(opened, { decision: 'reject', note: '  ' })).toMatchObject({
      status: 409,
      body: { code: 'reason-required' },
    })
    await decide(opened, { decision: 'reject', note: 'A corner is cut off.' })
    expect(await user(pia)).toMatchObject({
      verificationStatus: 'pending',
      idDocument: null,
      verificationNote: 'A corner is cut off.',
    })
    expect((await send(pia, { kind: 'passport', front: photo })).status).toBe(201)
    expect(await user(pia)).toMatchObject({ verificationNote: null, idDocument: { state: 'submitted' } })
  })

  test('decides once, however many decide at the same time', async () => {
    const opened = await sentCase(await newcomer())
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        decide(opened, index % 2 === 0 ? { decision: 'approve' } : { decision: 'reject', note: 'No' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('does not decide about himself; other staff, members and visitors see nothing', async () => {
    const vera = await castPerson(house.house.pool, { name: 'Vera', role: 'reviewer', verification: 'pending' })
    const opened = await sentCase(vera)
    expect((await decide(opened, { decision: 'approve' }, vera)).status).toBe(403)
    const aukje = await castPerson(house.house.pool, { name: 'Aukje', role: 'auctioneer' })
    const ada = await castPerson(house.house.pool, { name: 'Ada' })
    for (const person of [aukje, ada]) {
      expect((await view(opened, person)).status).toBe(403)
      expect((await decide(opened, { decision: 'approve' }, person)).status).toBe(403)
      const list = await house.call('GET', '/api/admin/verifications', { token: person.token })
      expect(list.status).toBe(403)
    }
    expect((await house.call('GET', '/api/admin/verifications')).status).toBe(401)
    expect(await auditOf(opened.id)).toEqual([])
  })

  test('is told 404 for a case or a side that is not there', async () => {
    const opened = await sentCase(await newcomer())
    const nowhere = { ...opened, id: crypto.randomUUID() }
    expect((await view(nowhere)).status).toBe(404)
    expect((await view(opened, rita, 'back')).status).toBe(404)
    expect((await view(opened, rita, 'inside')).status).toBe(400)
    expect((await decide(nowhere, { decision: 'approve' })).status).toBe(404)
  })
})

describe('the files of a document', () => {
  test('are deleted thirty days after the decision, and not before', async () => {
    const vault = openVault(house.house)
    const opened = await sentCase(await newcomer())
    await decide(opened, { decision: 'approve' })
    const { rows } = await house.house.pool.query<{ days: number }>(
      'select extract(day from delete_files_at - decided_at)::int as days from verification_case where id = $1',
      [opened.id],
    )
    expect(rows[0]?.days).toBe(30)
    await deleteExpired(house.house, vault)
    expect((await view(opened)).status).toBe(200)
    const before = (await stored()).length
    await house.house.pool.query('update verification_case set delete_files_at = clock_timestamp() where id = $1', [
      opened.id,
    ])
    expect(await deleteExpired(house.house, vault)).toBe(1)
    expect(await stored()).toHaveLength(before - 1)
    expect((await view(opened)).status).toBe(404)
  })

  test('that belong to no case are swept away, and only those', async () => {
    const vault = openVault(house.house)
    const opened = await sentCase(await newcomer())
    const { name } = await vault.put(Buffer.from('left by a process that died'), 'nowhere:front')
    expect(await deleteOrphans(house.house, vault)).toBe(0)
    expect(await deleteOrphans(house.house, vault, -60_000)).toBe(1)
    expect(await stored()).not.toContain(name)
    expect((await view(opened)).status).toBe(200)
  })

  test('do not open in another place', async () => {
    const vault = openVault(house.house)
    const { name, sealedKey } = await vault.put(Buffer.from('secret'), 'a:front')
    expect(await vault.get(name, sealedKey, 'a:front')).toEqual(Buffer.from('secret'))
    await expect(vault.get(name, sealedKey, 'b:front')).rejects.toThrow()
    await vault.remove(name)
  })
})
