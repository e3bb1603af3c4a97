import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noticeOf } from '#server/platform/notice.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openDesk, type Desk } from './desk.test-support.ts'
import { pdf, TELLTALE } from './documents.test-support.ts'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

type AboutPerson = 'notice' | 'document-decided' | 'verification-rejected-finally'

/** Collects what the outbox sends later features about this person, from now on. */
function hearing<T extends AboutPerson>(topic: T, person: CastMember): Topics[T][] {
  const received: Topics[T][] = []
  desk.app.outbox.on(topic, (payload) => {
    if (payload.accountId === person.id) received.push(payload)
    return Promise.resolve()
  })
  return received
}

describe('a reviewer', () => {
  test('sees the image upright and without its metadata, as an uncached download; every view is audited', async () => {
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
      { action: 'view-document', actor_id: desk.rita.id, reason: null },
      { action: 'view-document', actor_id: desk.rita.id, reason: null },
    ])
  })

  test('sees every page of a PDF as an image', async () => {
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

  test('sees the longest-waiting first, page by page, and finds anyone by name', async () => {
    const names = ['Zora Maas', 'Zora Lind', 'Zora Quast']
    for (const name of names) await desk.sentCase(await desk.newcomer({ name }))
    const read = async (query: string) => {
      const { body } = await desk.call('GET', `/api/admin/verifications?${query}`, { token: desk.rita.token })
      return body as { items: { name: string }[]; page: number; pages: number; total: number }
    }
    const first = await read('q=zora')
    expect([first.items.map(({ name }) => name), first.total, first.pages]).toEqual([names, 3, 1])
    expect((await read('q=zora&sort=person')).items.map(({ name }) => name)).toEqual([names[1], names[0], names[2]])
    const down = await read('q=zora&sort=submitted&order=down')
    expect(down.items.map(({ name }) => name)).toEqual(names.toReversed())
    expect(await read('q=zora&page=2')).toMatchObject({ items: [], page: 2, pages: 1, total: 3 })
    expect((await read('q=%25')).items).toEqual([])
    for (const wrong of ['page=0', 'page=x', 'sort=email', 'order=sideways']) {
      const { status } = await desk.call('GET', `/api/admin/verifications?${wrong}`, { token: desk.rita.token })
      expect(status, wrong).toBe(400)
    }
  })

  test('gets a 404 for a missing case or side', async () => {
    const opened = await desk.sentCase(await desk.newcomer())
    const nowhere = { ...opened, id: crypto.randomUUID() }
    expect((await desk.view(nowhere)).status).toBe(404)
    expect((await desk.view(opened, desk.rita, { side: 'back' })).status).toBe(404)
    expect((await desk.view(opened, desk.rita, { side: 'inside' })).status).toBe(400)
    expect((await desk.decide(nowhere, { decision: 'approve' })).status).toBe(404)
  })
})

describe('a link to an image', () => {
  test('works in the session it was made for, and for nobody else; refused views are audited', async () => {
    const olga = await castPerson(desk.app.pool, { name: 'Olga', role: 'owner' })
    const ada = await castPerson(desk.app.pool, { name: 'Ada' })
    const opened = await desk.sentCase(await desk.newcomer())
    const { url } = await desk.link(opened)
    expect((await desk.open(url, olga)).status).toBe(403)
    expect((await desk.open(url, ada)).status).toBe(403)
    expect((await desk.open(url, null)).status).toBe(401)
    expect((await desk.open(url, desk.rita)).status).toBe(200)
    expect(await desk.auditOf(opened)).toEqual([
      { action: 'refused-view-document', actor_id: olga.id, reason: 'not-permitted' },
      { action: 'refused-view-document', actor_id: ada.id, reason: 'not-permitted' },
      { action: 'view-document', actor_id: desk.rita.id, reason: null },
    ])
  })

  test('opens only this image, unaltered', async () => {
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
    expect((await desk.auditOf(one)).map(({ action }) => action)).not.toContain('view-document')
  })

  test('expires after a minute', async () => {
    const opened = await desk.sentCase(await desk.newcomer())
    const { url } = await desk.link(opened)
    const now = vi.spyOn(desk.app, 'now').mockReturnValue(Date.now() + 61_000)
    try {
      const answer = await desk.open(url, desk.rita)
      expect([answer.status, await answer.json()]).toMatchObject([403, { message: expect.stringContaining('expired') }])
    } finally {
      now.mockRestore()
    }
    expect((await desk.auditOf(opened)).map(({ action }) => action)).toEqual(['refused-view-document'])
  })
})

describe('a decision', () => {
  test('to approve: the person can bid at once, is notified, and the document is final', async () => {
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
    const notice = told[0]!
    expect(notice).toMatchObject({ kind: 'document-decided', key: `document-decided:${opened.id}` })
    expect(noticeOf(desk.app, notice).facts).toEqual({ decision: 'approved', reason: null })
    expect((await desk.auditOf(opened)).map(({ action }) => action)).toEqual(['approve-document'])
  })

  test.each(['reject', 'ask-again'] as const)(
    'to %s has a reason, which the person reads; they can submit another document',
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

  test('to reject permanently ends the process: nothing more can be submitted, and the fee is refunded at the same moment', async () => {
    const pia = await desk.newcomer()
    const [payback, told] = [hearing('verification-rejected-finally', pia), hearing('notice', pia)]
    const opened = await desk.sentCase(pia)
    expect((await desk.decide(opened, { decision: 'reject-finally' })).status).toBe(409)
    await desk.decide(opened, { decision: 'reject-finally', note: 'The document is forged.' })
    await vi.waitFor(() => expect(payback).toEqual([{ accountId: pia.id }]), 5000)
    // The notice is a separate message, which may arrive later.
    await vi.waitFor(() => expect(told).not.toEqual([]), 5000)
    expect(noticeOf(desk.app, told[0]!).facts).toEqual({
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
      action: 'reject-finally-document',
      reason: 'The document is forged.',
    })
  })

  test('is made once, even if two decide at the same time; the others see who was first', async () => {
    const colleagues = await Promise.all(
      ['Rena', 'Rolf', 'Runa'].map((name) => castPerson(desk.app.pool, { name, role: 'reviewer' })),
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
    await desk.app.outbox.drain()
    expect(payback).toHaveLength(first === 2 ? 1 : 0)
  })

  test('about yourself is refused; other staff, members and visitors see nothing', async () => {
    const vera = await castPerson(desk.app.pool, { name: 'Vera', role: 'reviewer', verification: 'pending' })
    const opened = await desk.sentCase(vera)
    expect((await desk.decide(opened, { decision: 'approve' }, vera)).status).toBe(403)
    const aukje = await castPerson(desk.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const ada = await castPerson(desk.app.pool, { name: 'Ada' })
    for (const person of [aukje, ada]) {
      expect((await desk.view(opened, person)).status).toBe(403)
      expect((await desk.decide(opened, { decision: 'approve' }, person)).status).toBe(403)
      const list = await desk.call('GET', '/api/admin/verifications', { token: person.token })
      expect(list.status).toBe(403)
    }
    expect((await desk.call('GET', '/api/admin/verifications')).status).toBe(401)
    expect(await desk.auditOf(opened)).toEqual([
      { action: 'refused-link-document', actor_id: aukje.id, reason: 'not-permitted' },
      { action: 'refused-link-document', actor_id: ada.id, reason: 'not-permitted' },
    ])
  })
})
