import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { emailsOf, openNewsroom } from './newsroom.test-support.ts'
import { claimRecipients, startDue } from './store.ts'

let news: Awaited<ReturnType<typeof openNewsroom>>
let server: TestServer
let olga: CastMember
let people: CastMember[]

beforeAll(async () => {
  news = await openNewsroom()
  ;({ server, olga, people } = news)
})
afterAll(() => news.close())
beforeEach(() => news.reset())

describe('a newsletter', () => {
  test('goes once to everyone who asked for it, and to no one else, however many processes send it', async () => {
    const id = await news.due()
    await Promise.all([news.send(), news.send(), news.send()])
    await news.send()
    expect(news.addresses()).toEqual(emailsOf(people))
    expect(new Set(news.post.sent.map(({ messageId }) => messageId)).size).toBe(people.length)
    expect(await news.read(id)).toMatchObject({ status: 'sent', recipients: 3, sent: 3, waiting: 0, undelivered: 0 })
  })

  test('continues after a process died: who it had claimed waits until the claim is over, and no one else', async () => {
    await news.due()
    await server.app.db.transaction().execute(startDue)
    expect(await claimRecipients(server.app.db, 1)).toHaveLength(1)
    await news.send()
    expect(news.post.sent).toHaveLength(2)
    await news.claimsAreOver()
    await news.send()
    expect(news.addresses()).toEqual(emailsOf(people))
  })

  test('sends an email that failed again later, under the same message id', async () => {
    await news.due()
    let killedId = ''
    news.post.onSend = ({ messageId }) => {
      killedId ||= messageId
      if (messageId === killedId) throw new Error('the connection was reset')
    }
    await news.send()
    expect(news.post.sent).toHaveLength(2)
    news.post.onSend = () => undefined
    await news.claimsAreOver()
    await news.send()
    expect(news.addresses()).toEqual(emailsOf(people))
    expect(news.post.sent.at(-1)?.messageId).toBe(killedId)
  })

  test('is sent neither at a time that has passed nor at one whose year is a slip', async () => {
    const id = await news.written()
    for (const sendAt of [Date.UTC(2020, 0), Date.UTC(2098, 0), Number.MAX_SAFE_INTEGER])
      expect(await news.act(id, 'schedule', { version: 1, sendAt })).toMatchObject({
        status: 400,
        body: { details: { fields: [{ field: 'sendAt' }] } },
      })
    expect(await news.read(id)).toMatchObject({ status: 'draft' })
  })

  test('waits for its time, pauses without losing anyone, and continues where it stopped', async () => {
    const id = await news.written()
    const sendAt = Date.now() + 3_600_000
    await news.act(id, 'schedule', { version: 1, sendAt })
    await news.send()
    expect([news.post.sent, await news.read(id)]).toMatchObject([[], { status: 'scheduled', sendAt }])
    await server.app.pool.query('update newsletter set send_at = clock_timestamp() where id = $1', [id])
    news.post.onSend = async () => {
      if (news.post.sent.length > 0) return
      await server.app.pool.query(`update newsletter set status = 'paused', version = version + 1 where id = $1`, [id])
    }
    // Four are under way at once: with more people than that, the others wait.
    const more: CastMember[] = []
    for (let n = 0; n < 5; n += 1) more.push(await castPerson(server.app.pool, { name: `Reader ${n}` }))
    for (const person of more) await news.choose(person, true)
    await news.send()
    const paused = await news.read(id)
    expect(paused).toMatchObject({ status: 'paused', recipients: 8 })
    expect(paused.waiting).toBeGreaterThan(0)
    await news.send()
    expect(news.post.sent.length).toBe(8 - paused.waiting)
    news.post.onSend = () => undefined
    expect((await news.act(id, 'resume', { version: paused.version })).body).toMatchObject({ status: 'sending' })
    await news.send()
    expect(news.addresses()).toEqual(emailsOf([...people, ...more]))
    expect(await news.read(id)).toMatchObject({ status: 'sent' })
    for (const person of more) await news.choose(person, false)
  })

  test('goes to members without a bid, to watchers of a make, or to one country', async () => {
    const [ada, boris, chidi] = people as [CastMember, CastMember, CastMember]
    const { lotId } = await castLot(server.app)
    const { pool } = server.app
    await pool.query('insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1)', [ada.id, lotId])
    await pool.query('insert into watch (account_id, lot_id) values ($1, $2)', [boris.id, lotId])
    await pool.query(`update account set country = 'CA' where id = $1`, [chidi.id])
    const cases: [object, CastMember[]][] = [
      [{ segment: 'no-bid' }, [boris, chidi]],
      [{ segment: 'watchers', make: 'KIRI' }, [boris]],
      [{ segment: 'watchers', make: 'Volvo' }, []],
      [{ country: 'CA' }, [chidi]],
    ]
    for (const [own, expected] of cases) {
      news.post.sent = []
      const id = await news.due(own)
      expect(await news.read(id)).toMatchObject({ audience: expected.length })
      await news.send()
      expect(news.addresses()).toEqual(emailsOf(expected))
    }
  })

  test('shows markup as it was typed, and its button opens only our own pages', async () => {
    await news.due({ body: '<script>alert(1)</script> [x](javascript:alert(1))' })
    await news.send()
    expect(news.post.sent[0]?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1))')
    for (const path of ['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])
      expect((await news.save(randomUUID(), { path })).status).toBe(400)
    for (const own of [{ segment: 'watchers' }, { make: 'Kiri' }, { button: '' }])
      expect((await news.save(randomUUID(), own)).status).toBe(400)
  })

  test('can no longer be changed once it is scheduled, and a change from an old version is refused', async () => {
    const id = await news.written()
    expect((await news.save(id, { subject: 'Better' }, 1)).body).toMatchObject({ subject: 'Better', version: 2 })
    expect((await news.save(id, { subject: 'Worse' }, 1)).body).toMatchObject({ code: 'newsletter-changed' })
    await news.act(id, 'schedule', { version: 2, sendAt: Date.now() + 3_600_000 })
    expect((await news.save(id, { subject: 'Late' }, 3)).body).toMatchObject({ code: 'newsletter-state' })
    expect((await news.act(id, 'schedule', { version: 3, sendAt: null })).body).toMatchObject({
      code: 'newsletter-state',
    })
    expect((await news.act(id, 'pause', { version: 3 })).body).toMatchObject({ status: 'paused' })
    expect((await news.act(id, 'resume', { version: 4 })).body).toMatchObject({ status: 'scheduled' })
    await news.act(id, 'pause', { version: 5 })
  })

  test('is deleted as a draft, once, with its text in the audit log, and never once it is scheduled', async () => {
    const id = await news.written()
    expect((await news.act(id, 'deletion', { version: 7 })).body).toMatchObject({ code: 'newsletter-changed' })
    const answers = await Promise.all([1, 2].map(() => news.act(id, 'deletion', { version: 1 })))
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await server.call('GET', `/api/admin/newsletters/${id}`, { token: olga.token })).status).toBe(404)
    const { rows } = await server.app.pool.query(
      `select before ->> 'subject' as subject from audit where action = 'delete-newsletter' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ subject: 'Twelve trucks on Saturday' }])
    const late = await news.written()
    await news.act(late, 'schedule', { version: 1, sendAt: Date.now() + 3_600_000 })
    expect((await news.act(late, 'deletion', { version: 2 })).body).toMatchObject({ code: 'newsletter-state' })
    await news.act(late, 'pause', { version: 2 })
  })

  test('is previewed by a link that expires, and a test goes to its author alone', async () => {
    const id = await news.written()
    const at = `/api/admin/newsletters/${id}/preview`
    const { url } = (await server.call('GET', at, { token: olga.token })).body as { url: string }
    const page = await fetch(server.url + url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('the preview opens on Friday')])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${server.url}${url}x`)).status).toBe(404)
    expect((await news.act(id, 'tests')).body).toEqual({ email: olga.email })
    expect(await news.read(id)).toMatchObject({ status: 'draft', recipients: 0 })
  })
})

describe('unsubscribing', () => {
  test('takes one press of the button in an email program, and holds for what is still waiting', async () => {
    const [ada] = people as [CastMember]
    await news.due()
    await news.send()
    const mail = news.post.sent.find(({ to }) => to.address === ada.email)!
    const id = await news.due()
    await server.app.db.transaction().execute(startDue)
    const oneClick = { method: 'POST', body: 'List-Unsubscribe=One-Click' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const path = new URL(mail.unsubscribeUrl!).pathname
    const opened = await fetch(server.url + path, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/\?newsletter=/)])
    expect(await news.choiceOf(ada)).toMatchObject({ subscribed: true })
    expect((await fetch(server.url + path, { ...oneClick, headers })).status).toBe(204)
    expect(await news.choiceOf(ada)).toMatchObject({ subscribed: false })
    news.post.sent = []
    await news.send()
    expect(news.addresses()).toEqual(emailsOf(people.slice(1)))
    expect(await news.read(id)).toMatchObject({ sent: 2, skipped: 1, status: 'sent' })
    const forged = `${path.slice(0, -4)}AAAA`
    expect((await fetch(server.url + forged, { ...oneClick, headers })).status).toBe(404)
  })
})
