import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noticeOf, type NoticePayload } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openDesk, type Desk } from './desk.test-model.ts'
import { pdf, TELLTALE } from './papers.test-model.ts'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** What the outbox tells later rooms about this person, from now on. */
function hearing(topic: string, person: CastMember): unknown[] {
  const heard: unknown[] = []
  desk.house.outbox.on(topic, (payload) => {
    if ((payload as { accountId: string }).accountId === person.id) heard.push(payload)
    return Promise.resolve()
  })
  return heard
}

describe('a reviewer', () => {
  test('sees the picture upright and without its metadata, to save and never cached; every view is audited', async () => {
    const pia = await desk.newcomer()
    const opened = await desk.sentCase(pia)
    const [first] = [await desk.view(opened), await desk.view(opened)]
    expect(first.status).toBe(200)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="document-front-1.jpg"',
    })
    const picture = Buffer.from(await first.arrayBuffer())
    const facts = await sharp(picture).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: 400, height: 600 })
    expect(facts.exif).toBeUndefined()
    expect([desk.photo.includes(TELLTALE), picture.includes(TELLTALE)]).toEqual([true, false])
    expect(await desk.auditOf(opened)).toEqual([
      { act: 'view-document', actor_id: desk.rita.id, reason: null },
      { act: 'view-document', actor_id: desk.rita.id, reason: null },
    ])
  })

  test('sees every page of a PDF as a picture', async () => {
    const pia = await desk.newcomer()
    await desk.send(pia, { kind: 'passport', front: await pdf(2) })
    const opened = (await desk.caseOf(pia))!
    for (const page of [1, 2]) {
      const answer = await desk.view(opened, desk.rita, { page })
      const picture = Buffer.from(await answer.arrayBuffer())
      expect((await sharp(picture).metadata()).format).toBe('jpeg')
    }
    expect((await desk.view(opened, desk.rita, { page: 3 })).status).toBe(404)
  })

  test('finds those who wait longest first, page by page, and anybody by name', async () => {
    const names = ['Zora Maas', 'Zora Lind', 'Zora Quast']
    for (const name of names) await desk.sentCase(await desk.newcomer({ name }))
    const read = async (query: string) => {
      const { body } = await desk.call('GET', `/api/admin/verifications?${query}`, { token: desk.rita.token })
      return body as { items: { name: string }[]; page: number; pages: number; total: number }
    }
    const first = await read('search=zora')
    expect([first.items.map(({ name }) => name), first.total, first.pages]).toEqual([names, 3, 1])
    expect((await read('search=zora&sort=person')).items.map(({ name }) => name)).toEqual([
      names[1],
      names[0],
      names[2],
    ])
    const down = await read('search=zora&sort=submitted&order=down')
    expect(down.items.map(({ name }) => name)).toEqual(names.toReversed())
    expect(await read('search=zora&page=2')).toMatchObject({ items: [], page: 2, pages: 1, total: 3 })
    expect((await read('search=%25')).items).toEqual([])
    for (const wrong of ['page=0', 'page=x', 'sort=email', 'order=sideways']) {
      const { status } = await desk.call('GET', `/api/admin/verifications?${wrong}`, { token: desk.rita.token })
      expect(status, wrong).toBe(400)
    }
  })

  test('is told 404 for a case or a side that is not there', async () => {
    const opened = await desk.sentCase(await desk.newcomer())
    const nowhere = { ...opened, id: crypto.randomUUID() }
    expect((await desk.view(nowhere)).status).toBe(404)
    expect((await desk.view(opened, desk.rita, { side: 'back' })).status).toBe(404)
    expect((await desk.view(opened, desk.rita, { side: 'inside' })).status).toBe(400)
    expect((await desk.decide(nowhere, { decision: 'approve' })).status).toBe(404)
  })
})

describe('a link to a picture', () => {
  test('opens for the session it was made for, and for nobody else; what was refused is audited', async () => {
    const olga = await castPerson(desk.house.pool, { name: 'Olga', role: 'owner' })
    const ada = await castPerson(desk.house.pool, { name: 'Ada' })
    const opened = await desk.sentCase(await desk.newcomer())
    const { url } = await desk.link(opened)
    expect((await desk.open(url, olga)).status).toBe(403)
    expect((await desk.open(url, ada)).status).toBe(403)
    expect((await desk.open(url, null)).status).toBe(401)
    expect((await desk.open(url, desk.rita)).status).toBe(200)
    expect(await desk.auditOf(opened)).toEqual([
      { act: 'refused-view-document', actor_id: olga.id, reason: 'not-permitted' },
      { act: 'refused-view-document', actor_id: ada.id, reason: 'not-permitted' },
      { act: 'view-document', actor_id: desk.rita.id, reason: null },
    ])
  })

  test('opens this picture alone, as it was made', async () => {
    const [one, other] = [await desk.sentCase(await desk.newcomer()), await desk.sentCase(await desk.newcomer())]
    const { url } = await desk.link(one)
    const changed = [
      url.replace(one.id, other.id),
      url.replace('/front/', '/back/'),
      url.replace(/link=.+$/, 'link='),
      `${url}AA`,
      url.replace(/link=./, 'link=B'),
    ]
    for (const each of changed) expect((await desk.open(each, desk.rita)).status, each).toBe(403)
    expect((await desk.open(url.replace(/\?.*$/, ''), desk.rita)).status).toBe(400)
    expect((await desk.auditOf(one)).map(({ act }) => act)).not.toContain('view-document')
  })

  test('is worth nothing a minute later', async () => {
    const opened = await desk.sentCase(await desk.newcomer())
    const { url } = await desk.link(opened)
    const now = vi.spyOn(desk.house, 'now').mockReturnValue(Date.now() + 61_000)
    try {
      const answer = await desk.open(url, desk.rita)
      expect([answer.status, await answer.json()]).toMatchObject([403, { message: expect.stringContaining('expired') }])
    } finally {
      now.mockRestore()
    }
    expect((await desk.auditOf(opened)).map(({ act }) => act)).toEqual(['refused-view-document'])
  })
})

describe('a decision', () => {
  test('to approve: the person can bid at once, is told, and the document is decided for good', async () => {
    const pia = await desk.newcomer()
    const [decided, told] = [hearing('document-decided', pia), hearing('notice', pia)]
    const opened = await desk.sentCase(pia)
    expect((await desk.decide(opened, { decision: 'approve' })).body).toMatchObject({
      id: opened.id,
      state: 'approved',
      decidedBy: 'Rita',
      decidedAt: expect.any(Number),
    })
    expect(await desk.user(pia)).toMatchObject({
      verificationStatus: 'verified',
      idDocument: { kind: 'passport', state: 'approved' },
      verificationNote: null,
    })
    await vi.waitFor(() => expect([decided, told]).toEqual([[expect.anything()], [expect.anything()]]), 5000)
    expect(decided).toEqual([{ caseId: opened.id, accountId: pia.id, state: 'approved', note: null }])
    const notice = told[0] as NoticePayload
    expect(notice).toMatchObject({ kind: 'document-decided', key: `document-decided:${opened.id}` })
    expect(noticeOf(desk.house, notice).facts).toEqual({ decision: 'approved', reason: null })
    expect((await desk.auditOf(opened)).map(({ act }) => act)).toEqual(['approve-document'])
  })

  test.each(['reject', 'ask-again'] as const)(
    'to %s carries a reason, which the person reads; the way back to sending is open',
    async (decision) => {
      const pia = await desk.newcomer()
      const opened = await desk.sentCase(pia)
      expect(await desk.decide(opened, { decision, note: '  ' })).toMatchObject({
        status: 409,
        body: { code: 'reason-required' },
      })
      await desk.decide(opened, { decision, note: 'A corner is cut off.' })
      expect(await desk.user(pia)).toMatchObject({
        verificationStatus: 'pending',
        idDocument: null,
        verificationNote: 'A corner is cut off.',
      })
      const state = decision === 'reject' ? 'rejected' : 'asked-again'
      const own = await desk.call('GET', '/api/verification', { token: pia.token })
      expect(own.body).toMatchObject({ last: { state, note: 'A corner is cut off.' }, keepDays: 30 })
      expect((await desk.send(pia, { kind: 'passport', front: desk.photo })).status).toBe(201)
      expect(await desk.user(pia)).toMatchObject({ verificationNote: null, idDocument: { state: 'submitted' } })
      expect((await desk.caseOf(pia))?.earlier).toEqual([
        { state, note: 'A corner is cut off.', decidedAt: expect.any(Number) },
      ])
    },
  )

  test('to reject for good ends the way: nothing more can be sent, and the fee is asked back in the same moment', async () => {
    const pia = await desk.newcomer()
    const [payback, told] = [hearing('verification-rejected-finally', pia), hearing('notice', pia)]
    const opened = await desk.sentCase(pia)
    expect((await desk.decide(opened, { decision: 'reject-finally' })).status).toBe(409)
    await desk.decide(opened, { decision: 'reject-finally', note: 'The document is forged.' })
    await vi.waitFor(() => expect(payback).toEqual([{ accountId: pia.id }]), 5000)
    // A message of its own, which may come after.
    await vi.waitFor(() => expect(told).not.toEqual([]), 5000)
    expect(noticeOf(desk.house, told[0] as NoticePayload).facts).toEqual({
      decision: 'rejected-finally',
      reason: 'The document is forged.',
    })
    expect(await desk.send(pia, { kind: 'passport', front: desk.photo })).toMatchObject({
      status: 409,
      body: { code: 'rejected-finally' },
    })
    const own = await desk.call('GET', '/api/verification', { token: pia.token })
    expect(own.body).toMatchObject({ last: { state: 'rejected-finally' } })
    expect((await desk.auditOf(opened)).at(-1)).toMatchObject({
      act: 'reject-finally-document',
      reason: 'The document is forged.',
    })
  })

  test('falls once, whoever decides at the same time; the others are told who was first', async () => {
    const colleagues = await Promise.all(
      ['Rena', 'Rolf', 'Runa'].map((name) => castPerson(desk.house.pool, { name, role: 'reviewer' })),
    )
    const pia = await desk.newcomer()
    const payback = hearing('verification-rejected-finally', pia)
    const opened = await desk.sentCase(pia)
    const bodies = [
      { decision: 'approve' },
      { decision: 'reject', note: 'No' },
      { decision: 'reject-finally', note: 'No' },
    ]
    const answers = await Promise.all(colleagues.map((by, index) => desk.decide(opened, bodies[index]!, by)))
    const first = answers.findIndex(({ status }) => status === 200)
    const others = answers.filter((_, index) => index !== first)
    expect(others).toHaveLength(2)
    for (const { status, body } of others) {
      expect([status, body]).toMatchObject([409, { code: 'already-decided', details: { by: colleagues[first]?.name } }])
    }
    expect((await desk.auditOf(opened)).map(({ actor_id: actor }) => actor)).toEqual([colleagues[first]?.id])
    await desk.house.outbox.drain()
    expect(payback).toHaveLength(first === 2 ? 1 : 0)
  })

  test('is nobody’s about himself; other staff, members and visitors see nothing', async () => {
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
    expect(await desk.auditOf(opened)).toEqual([
      { act: 'refused-link-document', actor_id: aukje.id, reason: 'not-permitted' },
      { act: 'refused-link-document', actor_id: ada.id, reason: 'not-permitted' },
    ])
  })
})
