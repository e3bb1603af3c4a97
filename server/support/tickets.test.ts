import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import { openFiles } from '#server/platform/files/files.ts'
import { openSealedFiles } from '#server/platform/sealed-files.ts'
import { openDesk, type Opened } from './desk.test-support.ts'
import { fileById } from './files/store.ts'
import { contentOfFile, sealPlainFiles } from './files/take-file.ts'

let desk: Awaited<ReturnType<typeof openDesk>>

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.test.close())
/** Clears the throttles, so that each test starts with its full limits. */
const calm = () => desk.test.app.pool.query('delete from throttle')

const opened = async (own: object = {}, who?: Parameters<typeof desk.open>[1]) => {
  await calm()
  const answer = await desk.open(own, who)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as Opened
}

describe('a visitor’s message', () => {
  test('gets a reference by email, and is found by reference and email, however the reference is typed', async () => {
    const { reference, email, token } = await opened()
    expect(reference).toMatch(/^T-[2-9A-Z]{8}$/)
    await expect.poll(async () => (await desk.mails(email)).join(), { timeout: 10_000 }).toContain(reference)
    for (const typed of [reference, ` ${reference.toLowerCase()} `, reference.replace('-', '')]) {
      const found = await desk.post('/api/ticket-lookups', { reference: typed, email: email.toUpperCase() })
      expect(found.body).toEqual({ token })
    }
    const messages = [{ from: 'person', text: 'May I see the car on Friday?' }]
    expect(await desk.thread(token)).toMatchObject({ reference, status: 'open', messages })
  })

  test('sends nothing that was typed to the address that was typed', async () => {
    const own = { name: 'Buy pills', subject: 'Cheap pills', text: 'Pills at pills.example' }
    const { email } = await opened(own)
    await expect.poll(() => desk.mails(email), { timeout: 10_000 }).toHaveLength(1)
    expect((await desk.mails(email)).join()).not.toMatch(/pills/i)
  })

  test('is not found by a wrong reference or a wrong email, and neither reply says which', async () => {
    const { reference, email } = await opened()
    const wrong = [
      { reference, email: 'somebody@example.com' },
      { reference: 'T-22222222', email },
    ]
    const answers = await Promise.all(wrong.map((body) => desk.post('/api/ticket-lookups', body)))
    expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([
      [409, 'ticket-not-found'],
      [409, 'ticket-not-found'],
    ])
    expect((await desk.post('/api/ticket-threads', { token: 'x'.repeat(46) })).status).toBe(409)
  })

  test('of a bot is refused with a message: a hidden field filled in, a form sent at once or days later', async () => {
    await calm()
    const { formKey } = await desk.form()
    for (const own of [{ website: 'https://spam.example' }, { formKey }])
      expect((await desk.open(own)).body).toMatchObject({ code: 'looks-automated' })
    expect((await desk.open({ formKey: '1.forged' })).body).toMatchObject({ code: 'form-expired' })
  })

  test('counts once however often it is sent, and too many from one address are throttled', async () => {
    const ticketId = randomUUID()
    const email = 'twice@example.com'
    const first = await opened({ ticketId, email })
    expect((await desk.open({ ticketId, email })).body).toEqual(first)
    expect((await desk.open({ ticketId, email, text: 'And the keys?' })).body).toMatchObject({
      code: 'message-id-taken',
    })
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push((await desk.open()).status)
    expect(answers).toContain(429)
  })

  test('names an existing lot', async () => {
    const { lotNumber } = await castLot(desk.test.app)
    const { token } = await opened({ lotNumber })
    expect(await desk.thread(token)).toMatchObject({ lot: { lotNumber, title: '2010 Kiri Urban' } })
    expect((await desk.open({ lotNumber: 999_999 })).body).toMatchObject({
      details: { fields: [{ field: 'lotNumber', message: 'We don’t have a lot 999999. Check the number.' }] },
    })
  })
})

test('every opened ticket is one line of the audit log, without what was written in it', async () => {
  const lines = async (id: string) =>
    (
      await desk.test.app.pool.query<{ actor_id: string; after: object }>(
        `select actor_id, after from audit where action = 'open-ticket' and subject_id = $1`,
        [id],
      )
    ).rows
  const visitor = { ticketId: randomUUID(), email: 'log@example.com' }
  const { reference } = await opened(visitor)
  await desk.open(visitor)
  const after = { reference, topic: 'lot', lotId: null, invoiceId: null }
  expect(await lines(visitor.ticketId)).toEqual([{ actor_id: visitor.ticketId, after }])
  const ada = await castPerson(desk.test.app.pool, { name: 'Ada' })
  const ticketId = randomUUID()
  await opened({ ticketId }, ada)
  expect(await lines(ticketId)).toMatchObject([{ actor_id: ada.id }])
  await desk.email('From: Nils <nils@example.com>\nTo: help@mail.paddock.example\nSubject: Hello\n\nDo you ship?')
  const { rows } = await desk.test.app.pool.query<{ id: string }>(`select id from ticket where name = 'Nils'`)
  expect(await lines(rows[0]!.id)).toHaveLength(1)
})

describe('an attachment', () => {
  test('is stored without camera metadata, and opens only by a link of its own thread', async () => {
    await calm()
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Copyright: 'Vera at home' } })
      .jpeg()
      .toBuffer()
    const sent = await desk.upload(new Uint8Array(picture), '../../my car.exe')
    expect(sent).toMatchObject({ status: 201, body: { name: 'my car.jpg', type: 'jpeg' } })
    const { token } = await opened({ fileIds: [sent.body.id] })
    const [message] = (await desk.thread(token)).messages
    expect(message?.files).toMatchObject([{ id: sent.body.id, name: 'my car.jpg' }])
    const link = await desk.post('/api/ticket-file-links', { token, fileId: sent.body.id })
    const file = await fetch(desk.test.url + (link.body as { url: string }).url)
    const content = Buffer.from(await file.arrayBuffer())
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
    expect(content.toString('latin1')).not.toContain('Vera at home')
    const other = await opened()
    const stolen = await desk.post('/api/ticket-file-links', { token: other.token, fileId: sent.body.id })
    expect(stolen.body).toMatchObject({ code: 'file-not-found' })
    const reused = await desk.open({ fileIds: [sent.body.id] })
    expect(reused.body).toMatchObject({ code: 'file-not-found' })
  })

  test('is encrypted on disk and opens in no other row; one stored in clear before is encrypted by the hourly job', async () => {
    const { app } = desk.test
    const content = Buffer.from(`%PDF-1.7 title of a Kiri ${randomUUID()}`)
    const { body } = await desk.upload(new Uint8Array(content), 'title.pdf')
    const files = await openSealedFiles(app, 'tickets')
    const row = (await fileById(app.db, body.id))!
    expect((await files.getPlain(row.storage_name)).includes('Kiri')).toBe(false)
    expect(await contentOfFile(files, row)).toEqual(content)
    await expect(contentOfFile(files, { ...row, id: randomUUID() })).rejects.toThrow()
    const clear = await (await openFiles(app.config, 'tickets')).put(content)
    await app.pool.query('update ticket_file set storage_name = $2, sealed_key = null where id = $1', [row.id, clear])
    expect(await contentOfFile(files, (await fileById(app.db, row.id))!)).toEqual(content)
    await sealPlainFiles(app, files)
    const sealed = (await fileById(app.db, row.id))!
    expect([sealed.sealed_key === null, await contentOfFile(files, sealed)]).toEqual([false, content])
    await expect(files.getPlain(clear)).rejects.toThrow()
  })

  test('of a wrong kind, or one byte above 10 MB, is refused with a message', async () => {
    await calm()
    const program = await desk.upload(new TextEncoder().encode('MZ a program'), 'invoice.pdf')
    expect(program).toMatchObject({ status: 409, body: { code: 'not-an-attachment' } })
    const large = new Uint8Array(10 * 1024 * 1024 + 1)
    large.set(new TextEncoder().encode('%PDF-1.7'))
    expect(await desk.upload(large)).toMatchObject({ status: 409, body: { code: 'file-too-large' } })
    expect((await desk.upload(large.slice(0, -1))).status).toBe(201)
  })
})

describe('a thread', () => {
  test('goes from question to answer to reply to closed, and reopens when the person writes', async () => {
    const { reference, email, token } = await opened()
    expect((await desk.answer(reference, 'Friday at ten, {{name}}.')).status).toBe(200)
    expect(await desk.thread(token)).toMatchObject({
      status: 'answered',
      messages: [{ from: 'person' }, { from: 'team', author: 'Olga', text: 'Friday at ten, Vera Visitor.' }],
    })
    await expect.poll(async () => (await desk.mails(email)).join(), { timeout: 10_000 }).toContain('Friday at ten')
    expect((await desk.reply(token, 'Perfect.')).body).toMatchObject({ status: 'open' })
    expect((await desk.post('/api/ticket-closings', { token })).body).toMatchObject({ status: 'closed' })
    expect((await desk.reply(token, 'One more thing.')).body).toMatchObject({ status: 'open' })
  })

  test('accepts a reply once, however often it is sent', async () => {
    const { token } = await opened()
    const messageId = randomUUID()
    for (let n = 0; n < 2; n += 1) expect((await desk.reply(token, 'Hello?', { messageId })).status).toBe(200)
    expect((await desk.thread(token)).messages).toHaveLength(2)
    expect((await desk.reply(token, 'Hello, anyone?', { messageId })).body).toMatchObject({ code: 'message-id-taken' })
    const other = await opened()
    expect((await desk.reply(other.token, 'Hello?', { messageId })).body).toMatchObject({ code: 'message-id-taken' })
  })

  test('never shows the person an internal note', async () => {
    const { reference, token } = await opened()
    await desk.answer(reference, 'A tire kicker, I think.', { kind: 'note' })
    expect(JSON.stringify(await desk.thread(token))).not.toContain('tire kicker')
    expect((await desk.staffThread(reference)).messages.at(-1)).toMatchObject({ isNote: true, author: 'Olga' })
  })

  test('keeps the assistant conversation before it', async () => {
    const conversation = [
      { from: 'person', text: 'Is there a spare key?' },
      { from: 'assistant', text: 'I don’t know.' },
    ]
    const { token } = await opened({ conversation })
    const [before] = (await desk.thread(token)).messages
    expect(before).toMatchObject({ from: 'assistant', text: 'You: Is there a spare key?\n\nAssistant: I don’t know.' })
  })
})

describe('a member', () => {
  test('chooses only from their own lots and invoices, and writes under their own name', async () => {
    const ada = await castPerson(desk.test.app.pool, { name: 'Ada' })
    const lot = await castLot(desk.test.app)
    await castLot(desk.test.app)
    await desk.test.call('PUT', `/api/lots/${lot.lotId}/watch`, { token: ada.token, body: { watching: true } })
    expect(await desk.form(ada)).toMatchObject({
      name: 'Ada',
      email: ada.email,
      lots: [{ lotNumber: lot.lotNumber }],
      invoices: [],
    })
    const { email, reference } = await opened({ name: 'Somebody else', website: 'filled in by a program' }, ada)
    expect(email).toBe(ada.email)
    const mine = (await desk.test.call('GET', '/api/profile/tickets', { token: ada.token })).body as { items: object[] }
    expect(mine.items).toMatchObject([{ reference, status: 'open' }])
    expect((await desk.open({ invoiceId: randomUUID() }, ada)).body).toMatchObject({
      details: { fields: [{ field: 'invoiceId' }] },
    })
  })

  test('who closes the account leaves a thread without name, text and attachment', async () => {
    const boris = await castPerson(desk.test.app.pool, { name: 'Boris' })
    const { reference, token } = await opened({ subject: 'My Ferrari', text: 'I am Boris of Elm Street.' }, boris)
    const id = await desk.idOf(reference)
    await desk.test.app.db.transaction().execute(async (trx) => {
      const { forgetTickets } = await import('./personal-data.ts')
      await forgetTickets(trx, boris.id)
    })
    const { rows } = await desk.test.app.pool.query(
      `select t.name, t.email, t.subject, t.account_id, (select count(*)::int from ticket_message where ticket_id = t.id) as messages,
         (select count(*)::int from ticket_text x join ticket_message m on m.id = x.message_id where m.ticket_id = t.id) as texts
       from ticket t where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ name: '', email: '', subject: '', account_id: null, messages: 1, texts: 0 }])
    expect(JSON.stringify(await desk.thread(token))).not.toContain('Elm')
  })
})
