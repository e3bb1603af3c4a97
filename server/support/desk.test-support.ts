import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StaffThread } from '#contract/support/support-staff.ts'
import type { TicketFile, TicketForm, TicketThread } from '#contract/support/support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

export const SECRET = 'a secret of the mail server'
export const INBOUND = 'help@mail.paddock.example'

export type Opened = { reference: string; email: string; token: string }

/** A server that receives email, with the owner and ticket helpers. */
export async function openDesk() {
  const test = await openTestServer({ config: { inboundEmail: { address: INBOUND, secret: SECRET } } })
  const olga = await castPerson(test.app.pool, { name: 'Olga', role: 'owner' })
  return { test, olga, ...personSide(test), ...staffSide(test, olga), mails: mailsOf(test) }
}

function personSide(test: TestServer) {
  const post = (at: string, body: object, who?: CastMember) =>
    test.call('POST', at, { body, ...(who === undefined ? {} : { token: who.token }) })
  return {
    post,
    async form(who?: CastMember): Promise<TicketForm> {
      const options = who === undefined ? {} : { token: who.token }
      return (await test.call('GET', '/api/ticket-form', options)).body as TicketForm
    },
    /** Sends the form; for a signed-in person the time the form was open does not count. */
    async open(own: object = {}, who?: CastMember) {
      const body = {
        ticketId: randomUUID(),
        formKey: agedFormKey(test),
        website: '',
        name: 'Vera Visitor',
        email: `vera.${randomUUID().slice(0, 8)}@example.com`,
        topic: 'lot',
        subject: 'When can I look at it?',
        text: 'May I see the car on Friday?',
        lotNumber: null,
        invoiceId: null,
        fileIds: [],
        conversation: [],
        ...own,
      }
      return post('/api/tickets', body, who)
    },
    async thread(token: string): Promise<TicketThread> {
      return (await post('/api/ticket-threads', { token })).body as TicketThread
    },
    reply: (token: string, text: string, own: object = {}) =>
      post('/api/ticket-replies', { token, messageId: randomUUID(), text, fileIds: [], ...own }),
    async upload(content: Uint8Array<ArrayBuffer>, name = 'photo.jpg') {
      const body = new FormData()
      body.set('file', new Blob([content]), name)
      const answer = await fetch(`${test.url}/api/ticket-files`, { method: 'POST', body })
      return { status: answer.status, body: (await answer.json()) as TicketFile & { code?: string } }
    },
    async email(raw: string, secret = SECRET) {
      const answer = await fetch(`${test.url}/api/inbound-email`, {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822', 'x-paddock-secret': secret },
        body: raw.replaceAll(/\r?\n/g, '\r\n'),
      })
      return { status: answer.status, body: (await answer.json()) as { outcome: string; reason: string | null } }
    },
  }
}

function staffSide(test: TestServer, olga: CastMember) {
  const idOf = async (reference: string) =>
    (await test.app.pool.query<{ id: string }>('select id from ticket where reference = $1', [reference])).rows[0]!.id
  return {
    idOf,
    async staffThread(reference: string): Promise<StaffThread> {
      const answer = await test.call('GET', `/api/admin/tickets/${await idOf(reference)}`, { token: olga.token })
      return answer.body as StaffThread
    },
    async answer(reference: string, text: string, own: object = {}) {
      const body = { messageId: randomUUID(), kind: 'reply', text, fileIds: [], close: false, ...own }
      return test.call('POST', `/api/admin/tickets/${await idOf(reference)}/messages`, { token: olga.token, body })
    },
  }
}

/** A form that was opened ten seconds ago. */
function agedFormKey({ app }: TestServer): string {
  const at = String(app.now() - 10_000)
  return `${at}.${app.keys.mac('ticket-form', at).toString('base64url')}`
}

/** Emails to an address, read from the mail folder after the outbox has been drained. */
function mailsOf(test: TestServer) {
  return async (to: string): Promise<string[]> => {
    await test.app.outbox.drain()
    const folder = path.join(test.app.config.dataDir, 'mail')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
    return texts.filter((text) => text.includes(to)).map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='))
  }
}
