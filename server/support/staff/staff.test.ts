import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffThread, StaffTicket } from '#contract/support/support-staff.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import { openDesk, type Opened } from '../desk.test-support.ts'

let desk: Awaited<ReturnType<typeof openDesk>>
let rita: CastMember

beforeAll(async () => {
  desk = await openDesk()
  rita = await castPerson(desk.test.app.pool, { name: 'Rita', role: 'reviewer' })
})
afterAll(() => desk.test.close())
beforeEach(() => desk.test.app.pool.query('delete from throttle'))

const opened = async (own: object = {}) => (await desk.open(own)).body as Opened
const staff = (method: string, at: string, body?: object, who = desk.olga) =>
  desk.test.call(method, `/api/admin/${at}`, { token: who.token, ...(body === undefined ? {} : { body }) })
const list = async (query = '', who = desk.olga) =>
  (await staff('GET', `tickets?${query}`, undefined, who)).body as {
    items: StaffTicket[]
    total: number
    waiting: number
    unassigned: number
  }
const change = async (reference: string, body: object) => {
  const { ticket } = await desk.staffThread(reference)
  return staff('PATCH', `tickets/${ticket.id}`, { version: ticket.version, ...body })
}

describe('the queue', () => {
  test('is open to every staff role and to nobody else', async () => {
    for (const role of ['owner', 'reviewer', 'auctioneer', 'cashier']) {
      const { token } = await castPerson(desk.test.app.pool, { name: role, role })
      expect((await desk.test.call('GET', '/api/admin/tickets', { token })).status).toBe(200)
    }
    const ada = await castPerson(desk.test.app.pool, { name: 'Ada' })
    expect((await desk.test.call('GET', '/api/admin/tickets', { token: ada.token })).status).toBe(403)
  })

  test('searches tickets by text, person, reference and lot, and filters by assignee', async () => {
    const { lotNumber } = await castLot(desk.test.app)
    const mark = randomUUID().slice(0, 8)
    const { reference, email } = await opened({ text: `The rocker panel ${mark} is rusty.`, lotNumber })
    for (const q of [mark, email, reference.toLowerCase(), String(lotNumber)])
      expect((await list(`q=${encodeURIComponent(q)}`)).items.map((each) => each.reference)).toContain(reference)
    await change(reference, { assigneeId: rita.id })
    expect((await list(`q=${mark}&assigned=me`, rita)).total).toBe(1)
    for (const assigned of ['me', 'nobody']) expect((await list(`q=${mark}&assigned=${assigned}`)).total).toBe(0)
  })

  test('finds a ticket by the number of its invoice, in small letters too, and reads typed signs as they are', async () => {
    const ada = await castPerson(desk.test.app.pool, { name: 'Ada' })
    const invoice = await saleroom(desk.test).soldTo(ada)
    const about = (await desk.open({ invoiceId: invoice.id }, ada)).body as Opened
    const signs = await opened({ subject: 'Paid \\ 100% of it' })
    const found = async (q: string) =>
      (await list(`q=${encodeURIComponent(q)}`)).items.map(({ reference }) => reference)
    expect(await found(invoice.number.toLowerCase())).toEqual([about.reference])
    for (const q of ['\\', '\\ 100%']) expect(await found(q)).toEqual([signs.reference])
    expect((await list('q=100_')).total).toBe(0)
  })

  test('sorts urgent tickets first, then the longest-waiting, then those that wait for nobody', async () => {
    const mark = randomUUID().slice(0, 8)
    const names = ['old', 'answered', 'urgent', 'new']
    const made = new Map<string, string>()
    for (const name of names) made.set(name, (await opened({ subject: `${mark} ${name}` })).reference)
    await desk.answer(made.get('answered')!, 'Done.')
    await change(made.get('urgent')!, { priority: 'urgent' })
    const found = (await list(`q=${mark}`)).items.map(({ subject }) => subject.replace(`${mark} `, ''))
    expect(found).toEqual(['urgent', 'old', 'new', 'answered'])
  })

  test('shows the time to the first answer', async () => {
    const { reference } = await opened()
    await desk.answer(reference, 'A note comes first.', { kind: 'note' })
    expect((await desk.staffThread(reference)).ticket.firstAnsweredAt).toBeNull()
    await desk.answer(reference, 'Here is the answer.')
    const { ticket } = await desk.staffThread(reference)
    expect(ticket.firstAnsweredAt).toBeGreaterThanOrEqual(ticket.openedAt)
  })

  test('is exported as a file without message texts', async () => {
    const { reference } = await opened({ text: 'A secret wish' })
    const headers = { authorization: `Bearer ${desk.olga.token}` }
    const file = await (await fetch(`${desk.test.url}/api/admin/tickets.csv?q=${reference}`, { headers })).text()
    expect(file).toContain(reference)
    expect(file).not.toContain('A secret wish')
  })
})

describe('a change', () => {
  test('to something a colleague has changed since is refused', async () => {
    const { reference } = await opened()
    const { ticket } = await desk.staffThread(reference)
    expect((await change(reference, { priority: 'high' })).status).toBe(200)
    const late = await staff('PATCH', `tickets/${ticket.id}`, { version: ticket.version, priority: 'low' })
    expect(late.body).toMatchObject({ code: 'ticket-changed' })
  })

  test('assigns a ticket to staff only', async () => {
    const ada = await castPerson(desk.test.app.pool, { name: 'Ada' })
    const { reference } = await opened()
    expect((await change(reference, { assigneeId: ada.id })).body).toMatchObject({ code: 'not-staff' })
  })
})

describe('merging', () => {
  test('shows two threads of one person as one, and a message to either lands there', async () => {
    const email = `${randomUUID()}@example.com`
    const first = await opened({ email, text: 'First' })
    const second = await opened({ email, text: 'Second' })
    const { ticket } = await desk.staffThread(second.reference)
    const merged = await staff('POST', `tickets/${ticket.id}/merge`, { version: ticket.version, into: first.reference })
    expect((merged.body as StaffThread).messages.map(({ text }) => text)).toEqual(['First', 'Second'])
    await desk.reply(second.token, 'Third')
    expect((await desk.thread(first.token)).messages.map(({ text }) => text)).toEqual(['First', 'Second', 'Third'])
    expect((await list(`q=${second.reference}`)).items.map(({ reference }) => reference)).toEqual([first.reference])
    expect((await desk.answer(second.reference, 'Hello')).body).toMatchObject({ code: 'ticket-merged' })
  })

  test('never opens a member’s thread to someone who only typed the member’s email', async () => {
    const ada = await castPerson(desk.test.app.pool, { name: 'Ada' })
    const own = (await desk.open({ text: 'A copy of my title is attached.' }, ada)).body as Opened
    const stranger = await opened({ email: ada.email, text: 'Me again' })
    const { ticket } = await desk.staffThread(stranger.reference)
    const merged = await staff('POST', `tickets/${ticket.id}/merge`, { version: ticket.version, into: own.reference })
    expect(merged).toMatchObject({ status: 409, body: { code: 'another-person' } })
    expect((await desk.thread(stranger.token)).messages.map(({ text }) => text)).toEqual(['Me again'])

    const [emailed, reference] = [randomUUID(), `T-${randomUUID().slice(0, 8)}`.toUpperCase()]
    const { pool } = desk.test.app
    await pool.query(
      `insert into ticket (id, reference, name, email, topic, subject) values ($1, $2, 'Ada', $3, 'other', 'Hello')`,
      [emailed, reference, ada.email],
    )
    await pool.query(
      `insert into ticket_message (id, ticket_id, author, via, digest) values ($1, $2, 'person', 'email', '')`,
      [randomUUID(), emailed],
    )
    const { version } = (await desk.staffThread(reference)).ticket
    expect((await staff('POST', `tickets/${emailed}/merge`, { version, into: own.reference })).status).toBe(200)
  })

  test('never shows one person what another wrote', async () => {
    const [one, other] = [await opened(), await opened()]
    const { ticket } = await desk.staffThread(one.reference)
    const refused = await staff('POST', `tickets/${ticket.id}/merge`, {
      version: ticket.version,
      into: other.reference,
    })
    expect(refused.body).toMatchObject({ code: 'another-person' })
    expect((await desk.staffThread(one.reference)).ticket.status).toBe('open')
  })
})

describe('a canned answer', () => {
  const save = (text: string, own: object = {}) =>
    staff('PUT', `canned-answers/${randomUUID()}`, { version: 0, title: `Pickup ${randomUUID()}`, text, ...own })

  test('is filled in for a ticket', async () => {
    const { lotNumber } = await castLot(desk.test.app)
    const { reference } = await opened({ lotNumber })
    const saved = (await save('Hi {{ name }}, lot {{lot}} ({{lotTitle}}) is ready. {{staff}}, {{company}}')).body
    const at = `tickets/${await desk.idOf(reference)}/drafts`
    expect((await staff('POST', at, { answerId: (saved as { id: string }).id })).body).toEqual({
      text: `Hi Vera Visitor, lot ${lotNumber} (2010 Kiri Urban) is ready. Olga, Paddock`,
    })
  })

  test('with an unknown variable is refused with its name, on save and on send', async () => {
    const { reference, token } = await opened()
    for (const answer of [await save('Dear {{frist_name}}'), await desk.answer(reference, 'Dear {{frist_name}}')])
      expect(answer.body).toMatchObject({ code: 'unknown-variable', details: { variables: ['frist_name'] } })
    expect((await desk.answer(reference, 'Your lot {{lot}}')).body).toMatchObject({ code: 'empty-variable' })
    expect((await desk.thread(token)).messages).toHaveLength(1)
  })

  test('has a unique title, and is changed by one person at a time', async () => {
    const title = `Title ${randomUUID()}`
    const saved = (await save('Hello there', { title })).body as { id: string }
    expect((await save('Hello again', { title })).body).toMatchObject({ code: 'title-taken' })
    const change2 = { version: 7, title, text: 'Something else' }
    expect((await staff('PUT', `canned-answers/${saved.id}`, change2)).body).toMatchObject({ code: 'answer-changed' })
    expect((await staff('POST', `canned-answers/${saved.id}/deletion`, { version: 1 })).status).toBe(204)
  })
})

test('a thread is shown with the person and what it is about', async () => {
  const { lotNumber, lotId } = await castLot(desk.test.app)
  const boris = await castPerson(desk.test.app.pool, { name: 'Boris', biddingLimit: 500_000 })
  const { reference } = (await desk.open({ lotNumber }, boris)).body as Opened
  await expect
    .poll(() => desk.staffThread(reference))
    .toMatchObject({
      person: {
        accountId: boris.id,
        name: 'Boris',
        isVerified: true,
        hasPaid: true,
        biddingLimit: 500_000,
        openInvoices: 0,
      },
      lot: { lotId, lotNumber, status: 'open' },
      invoice: null,
      mergedInto: null,
    })
})
