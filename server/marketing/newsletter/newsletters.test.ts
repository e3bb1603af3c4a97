import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Newsletter } from '#contract/marketing/newsletters.ts'
import { MailRefused, type Mail, type Mailer } from '#server/platform/mail/mail.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { recipientOf, returnAddress } from './bounces.ts'
import { sendDue } from './send-newsletters.ts'

const INBOUND = { address: 'help@mail.paddock.example', secret: 'a secret of the mail server' }

let server: TestServer
let olga: CastMember
let people: CastMember[]
let sent: Mail[]
/** Runs before an email is accepted; throws to refuse it. */
let onSend: (mail: Mail) => Promise<void> | void

const mailer: Mailer = {
  goesTo: 'server',
  async send(mail) {
    await onSend(mail)
    sent.push(mail)
  },
  close: () => undefined,
}

beforeAll(async () => {
  // Without the worker's role: the tests send.
  server = await openTestServer({ config: { roles: new Set(['api']), inboundEmail: INBOUND } })
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  people = []
  for (const name of ['Ada', 'Boris', 'Chidi']) people.push(await castPerson(server.app.pool, { name }))
  await castPerson(server.app.pool, { name: 'Dana' })
})
afterAll(() => server.close())

beforeEach(async () => {
  sent = []
  onSend = () => undefined
  await server.app.pool.query('delete from undeliverable_email')
  for (const person of people) await choose(person, true)
})

const choose = (who: CastMember, subscribed: boolean) =>
  server.call('PUT', '/api/newsletter-subscription', { token: who.token, body: { subscribed } })

const DRAFT = {
  subject: 'Twelve trucks on Saturday',
  body: 'Hi,\n\nthe preview opens on Friday.',
  button: 'See the auction',
  path: '/calendar',
  segment: 'everyone',
  make: null,
  country: null,
}

async function act(id: string, what: string, body: object = {}) {
  return server.call('POST', `/api/admin/newsletters/${id}/${what}`, { token: olga.token, body })
}

async function read(id: string): Promise<Newsletter> {
  return (await server.call('GET', `/api/admin/newsletters/${id}`, { token: olga.token })).body as Newsletter
}

function save(id: string, own: object = {}, version = 0) {
  const body = { ...DRAFT, version, ...own }
  return server.call('PUT', `/api/admin/newsletters/${id}`, { token: olga.token, body })
}

async function written(own: object = {}): Promise<string> {
  const id = randomUUID()
  expect((await save(id, own)).status).toBe(200)
  return id
}

/** Written and due now. */
async function due(own: object = {}): Promise<string> {
  const id = await written(own)
  expect((await act(id, 'schedule', { version: 1, sendAt: null })).body).toMatchObject({ status: 'scheduled' })
  return id
}

const send = () => sendDue(server.app, mailer)
const addresses = () => sent.map(({ to }) => to.address).toSorted()
const emailsOf = (who: CastMember[]) => who.map(({ email }) => email).toSorted()

describe('a newsletter', () => {
  test('goes once to everyone who asked for it, and to no one else, however many processes send it', async () => {
    const id = await due()
    await Promise.all([send(), send(), send()])
    await send()
    expect(addresses()).toEqual(emailsOf(people))
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(people.length)
    expect(await read(id)).toMatchObject({ status: 'sent', recipients: 3, sent: 3, waiting: 0, undelivered: 0 })
  })

  test('continues after a process died, with the same message id for the email that was under way', async () => {
    await due()
    let killedId = ''
    onSend = ({ messageId }) => {
      killedId ||= messageId
      if (messageId === killedId) throw new Error('the connection was reset')
    }
    await send()
    expect(sent).toHaveLength(2)
    onSend = () => undefined
    await server.app.pool.query(
      `update newsletter_recipient set next_try_at = clock_timestamp() where state = 'queued'`,
    )
    await send()
    expect(addresses()).toEqual(emailsOf(people))
    expect(sent.at(-1)?.messageId).toBe(killedId)
  })

  test('waits for its time, pauses without losing anyone, and continues where it stopped', async () => {
    const id = await written()
    const sendAt = Date.now() + 3_600_000
    await act(id, 'schedule', { version: 1, sendAt })
    await send()
    expect([sent, await read(id)]).toMatchObject([[], { status: 'scheduled', sendAt }])
    await server.app.pool.query('update newsletter set send_at = clock_timestamp() where id = $1', [id])
    onSend = async () => {
      if (sent.length > 0) return
      await server.app.pool.query(`update newsletter set status = 'paused', version = version + 1 where id = $1`, [id])
    }
    // Four are under way at once: with more people than that, the others wait.
    const more: CastMember[] = []
    for (let n = 0; n < 5; n += 1) more.push(await castPerson(server.app.pool, { name: `Reader ${n}` }))
    for (const person of more) await choose(person, true)
    await send()
    const paused = await read(id)
    expect(paused).toMatchObject({ status: 'paused', recipients: 8 })
    expect(paused.waiting).toBeGreaterThan(0)
    await send()
    expect(sent.length).toBe(8 - paused.waiting)
    onSend = () => undefined
    expect((await act(id, 'resume', { version: paused.version })).body).toMatchObject({ status: 'sending' })
    await send()
    expect(addresses()).toEqual(emailsOf([...people, ...more]))
    expect(await read(id)).toMatchObject({ status: 'sent' })
    for (const person of more) await choose(person, false)
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
      sent = []
      const id = await due(own)
      expect(await read(id)).toMatchObject({ audience: expected.length })
      await send()
      expect(addresses()).toEqual(emailsOf(expected))
    }
  })

  test('shows markup as it was typed, and its button opens only our own pages', async () => {
    await due({ body: '<script>alert(1)</script> [x](javascript:alert(1))' })
    await send()
    expect(sent[0]?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1))')
    for (const path of ['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])
      expect((await save(randomUUID(), { path })).status).toBe(400)
    for (const own of [{ segment: 'watchers' }, { make: 'Kiri' }, { button: '' }])
      expect((await save(randomUUID(), own)).status).toBe(400)
  })

  test('can no longer be changed once it is scheduled, and a change from an old version is refused', async () => {
    const id = await written()
    expect((await save(id, { subject: 'Better' }, 1)).body).toMatchObject({ subject: 'Better', version: 2 })
    expect((await save(id, { subject: 'Worse' }, 1)).body).toMatchObject({ code: 'newsletter-changed' })
    await act(id, 'schedule', { version: 2, sendAt: Date.now() + 3_600_000 })
    expect((await save(id, { subject: 'Late' }, 3)).body).toMatchObject({ code: 'newsletter-state' })
    expect((await act(id, 'schedule', { version: 3, sendAt: null })).body).toMatchObject({ code: 'newsletter-state' })
    expect((await act(id, 'pause', { version: 3 })).body).toMatchObject({ status: 'paused' })
    expect((await act(id, 'resume', { version: 4 })).body).toMatchObject({ status: 'scheduled' })
    await act(id, 'pause', { version: 5 })
  })

  test('is previewed by a link that expires, and a test goes to its author alone', async () => {
    const id = await written()
    const { url } = (await act(id, 'preview')).body as { url: string }
    const page = await fetch(server.url + url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('the preview opens on Friday')])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${server.url}${url}x`)).status).toBe(404)
    expect((await act(id, 'tests')).body).toEqual({ email: olga.email })
    expect(await read(id)).toMatchObject({ status: 'draft', recipients: 0 })
  })
})

describe('unsubscribing', () => {
  test('takes one press of the button in an email program, and holds for what is still waiting', async () => {
    const [ada] = people as [CastMember]
    await due()
    await send()
    const mail = sent.find(({ to }) => to.address === ada.email)!
    const id = await due()
    await server.app.db.transaction().execute(async (trx) => (await import('./store.ts')).startDue(trx))
    const oneClick = { method: 'POST', body: 'List-Unsubscribe=One-Click' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const path = new URL(mail.unsubscribeUrl!).pathname
    const opened = await fetch(server.url + path, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/\?newsletter=/)])
    expect(await choiceOf(ada)).toMatchObject({ subscribed: true })
    expect((await fetch(server.url + path, { ...oneClick, headers })).status).toBe(204)
    expect(await choiceOf(ada)).toMatchObject({ subscribed: false })
    sent = []
    await send()
    expect(addresses()).toEqual(emailsOf(people.slice(1)))
    expect(await read(id)).toMatchObject({ sent: 2, skipped: 1, status: 'sent' })
    const forged = `${path.slice(0, -4)}AAAA`
    expect((await fetch(server.url + forged, { ...oneClick, headers })).status).toBe(404)
  })
})

describe('an address that takes no email', () => {
  const report = (to: string, status: string) =>
    [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example.com',
      `To: ${to}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b\r\nContent-Type: text/plain\r\n\r\nSorry.',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: ${status}`,
      '--b--',
      '',
    ].join('\r\n')

  async function inbound(raw: string) {
    const headers = { 'content-type': 'message/rfc822', 'x-paddock-secret': INBOUND.secret }
    const answer = await fetch(`${server.url}/api/inbound-email`, { method: 'POST', headers, body: raw })
    return ((await answer.json()) as { outcome: string }).outcome
  }

  test('gets no more newsletters after a hard bounce, and staff see it; a full mailbox changes nothing', async () => {
    const [ada, boris] = people as [CastMember, CastMember]
    const id = await due()
    await send()
    const returnTo = (who: CastMember) => sent.find(({ to }) => to.address === who.email)!.returnTo!
    expect(await inbound(report(returnTo(boris), '5.2.2'))).toBe('bounce')
    expect(await inbound(report(returnTo(ada), '5.1.1'))).toBe('bounce')
    expect(await inbound(report(returnTo(boris).replace(/\.[0-9a-f]{16}@/, '.0000000000000000@'), '5.1.1'))).toBe(
      'dropped',
    )
    expect(await choiceOf(ada)).toEqual({ subscribed: true, isUndeliverable: true })
    expect(await read(id)).toMatchObject({ sent: 2, undelivered: 1 })
    const listed = await server.call('GET', '/api/admin/undeliverable-emails', { token: olga.token })
    expect(listed.body).toMatchObject({
      items: [{ email: ada.email, person: 'Ada', reason: 'Bounced with status 5.1.1.' }],
    })
    sent = []
    await due()
    await send()
    expect(addresses()).toEqual(emailsOf(people.slice(1)))
    await choose(ada, true)
    expect(await choiceOf(ada)).toEqual({ subscribed: true, isUndeliverable: false })
  })

  test('gets no more newsletters after the mail server refused it at once', async () => {
    const [ada] = people as [CastMember]
    onSend = ({ to }) => {
      if (to.address === ada.email) throw new MailRefused('550 5.1.1 No such user')
    }
    const id = await due()
    await send()
    expect(await read(id)).toMatchObject({ status: 'sent', sent: 2, undelivered: 1 })
    expect(await choiceOf(ada)).toMatchObject({ isUndeliverable: true })
  })

  test('is known by its return address, which fits into 64 characters', () => {
    const id = '019ab000-0000-7000-8000-000000000001'
    const address = returnAddress(server.app, id)!
    expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64)
    expect(recipientOf(server.app, ['help@mail.paddock.example', address.toUpperCase()])).toBe(id)
  })
})

async function choiceOf(who: CastMember): Promise<unknown> {
  return (await server.call('GET', '/api/newsletter-subscription', { token: who.token })).body
}
