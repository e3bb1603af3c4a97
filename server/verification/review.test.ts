import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openDesk, TELLTALE, type Desk } from './desk.test-model.ts'
import { deleteExpired, deleteOrphans } from './retention.ts'
import { openVault } from './vault.ts'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('a reviewer', () => {
  test('sees the picture upright and without its metadata, never cached, and every view is audited', async () => {
    const pia = await desk.newcomer()
    const opened = await desk.sentCase(pia)
    const [first] = [await desk.view(opened), await desk.view(opened)]
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
    expect([desk.photo.includes(TELLTALE), picture.includes(TELLTALE)]).toEqual([true, false])
    expect(await desk.auditOf(opened)).toEqual([
      { act: 'view-document', actor_id: desk.rita.id },
      { act: 'view-document', actor_id: desk.rita.id },
    ])
  })

  test('gets a PDF as it was sent, to save and not to open', async () => {
    const pia = await desk.newcomer()
    const pdf = Buffer.from('%PDF-1.7\nan identity card')
    await desk.send(pia, { kind: 'passport', front: pdf })
    const answer = await desk.view((await desk.caseOf(pia))!)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)
  })

  test('approves: the person can bid at once, is told, and the document is decided for good', async () => {
    const pia = await desk.newcomer()
    const heard: unknown[] = []
    desk.house.outbox.on('document-decided', (payload) => {
      if ((payload as { accountId: string }).accountId === pia.id) heard.push(payload)
      return Promise.resolve()
    })
    const opened = await desk.sentCase(pia)
    expect((await desk.decide(opened, { decision: 'approve' })).body).toMatchObject({
      id: opened.id,
      state: 'approved',
    })
    expect(await desk.user(pia)).toMatchObject({
      verificationStatus: 'verified',
      idDocument: { kind: 'passport', state: 'approved' },
      verificationNote: null,
    })
    expect(await desk.decide(opened, { decision: 'reject', note: 'Changed my mind' })).toMatchObject({
      status: 409,
      body: { code: 'already-decided' },
    })
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 5000 })
    expect((await desk.auditOf(opened)).map(({ act }) => act)).toEqual(['approve-document'])
  })

  test('rejects with a reason, which the person reads; the way back to sending is open', async () => {
    const pia = await desk.newcomer()
    const opened = await desk.sentCase(pia)
    expect(await desk.decide(opened, { decision: 'reject', note: '  ' })).toMatchObject({
      status: 409,
      body: { code: 'reason-required' },
    })
    await desk.decide(opened, { decision: 'reject', note: 'A corner is cut off.' })
    expect(await desk.user(pia)).toMatchObject({
      verificationStatus: 'pending',
      idDocument: null,
      verificationNote: 'A corner is cut off.',
    })
    expect((await desk.send(pia, { kind: 'passport', front: desk.photo })).status).toBe(201)
    expect(await desk.user(pia)).toMatchObject({ verificationNote: null, idDocument: { state: 'submitted' } })
  })

  test('decides once, however many decide at the same time', async () => {
    const opened = await desk.sentCase(await desk.newcomer())
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        desk.decide(opened, index % 2 === 0 ? { decision: 'approve' } : { decision: 'reject', note: 'No' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('does not decide about himself; other staff, members and visitors see nothing', async () => {
    const vera = await castPerson(desk.house.pool, { name: 'Vera', role: 'reviewer', verification: 'pending' })
    const opened = await desk.sentCase(vera)
    expect((await desk.decide(opened, { decision: 'approve' }, vera)).status).toBe(403)
    const aukje = await castPerson(desk.house.pool, { name: 'Aukje', role: 'auctioneer' })
    const ada = await castPerson(desk.house.pool, { name: 'Ada' })
    for (const person of [aukje, ada]) {
      expect((await desk.view(opened, person)).status).toBe(403)
      expect((await desk.decide(opened, { decision: 'approve' }, person)).status).toBe(403)
      const list = await desk.call('GET', '/api/admin/verifications', { token: person.token })
      expect(list.status).toBe(403)
    }
    expect((await desk.call('GET', '/api/admin/verifications')).status).toBe(401)
    expect(await desk.auditOf(opened)).toEqual([])
  })

  test('is told 404 for a case or a side that is not there', async () => {
    const opened = await desk.sentCase(await desk.newcomer())
    const nowhere = { ...opened, id: crypto.randomUUID() }
    expect((await desk.view(nowhere)).status).toBe(404)
    expect((await desk.view(opened, desk.rita, 'back')).status).toBe(404)
    expect((await desk.view(opened, desk.rita, 'inside')).status).toBe(400)
    expect((await desk.decide(nowhere, { decision: 'approve' })).status).toBe(404)
  })
})

describe('the files of a document', () => {
  test('are deleted thirty days after the decision, and not before', async () => {
    const vault = openVault(desk.house)
    const opened = await desk.sentCase(await desk.newcomer())
    await desk.decide(opened, { decision: 'approve' })
    const { rows } = await desk.house.pool.query<{ days: number }>(
      'select extract(day from delete_files_at - decided_at)::int as days from verification_case where id = $1',
      [opened.id],
    )
    expect(rows[0]?.days).toBe(30)
    await deleteExpired(desk.house, vault)
    expect((await desk.view(opened)).status).toBe(200)
    const before = (await desk.stored()).length
    await desk.house.pool.query('update verification_case set delete_files_at = clock_timestamp() where id = $1', [
      opened.id,
    ])
    expect(await deleteExpired(desk.house, vault)).toBe(1)
    expect(await desk.stored()).toHaveLength(before - 1)
    expect((await desk.view(opened)).status).toBe(404)
  })

  test('that belong to no case are swept away, and only those', async () => {
    const vault = openVault(desk.house)
    const opened = await desk.sentCase(await desk.newcomer())
    const { name } = await vault.put(Buffer.from('left by a process that died'), 'nowhere:front')
    expect(await deleteOrphans(desk.house, vault)).toBe(0)
    expect(await deleteOrphans(desk.house, vault, -60_000)).toBe(1)
    expect(await desk.stored()).not.toContain(name)
    expect((await desk.view(opened)).status).toBe(200)
  })

  test('do not open in another place', async () => {
    const vault = openVault(desk.house)
    const { name, sealedKey } = await vault.put(Buffer.from('secret'), 'a:front')
    expect(await vault.get(name, sealedKey, 'a:front')).toEqual(Buffer.from('secret'))
    await expect(vault.get(name, sealedKey, 'b:front')).rejects.toThrow()
    await vault.remove(name)
  })
})
