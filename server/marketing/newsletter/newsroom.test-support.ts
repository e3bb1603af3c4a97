import { randomUUID } from 'node:crypto'
import type { Newsletter } from '#contract/marketing/newsletters.ts'
import type { Mail, Mailer } from '#server/platform/mail/mail.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer } from '#test/harness/test-server.ts'
import { sendDue } from './send-newsletters.ts'

export const INBOUND = { address: 'help@mail.paddock.example', secret: 'a secret of the mail server' }

const DRAFT = {
  subject: 'Twelve trucks on Saturday',
  body: 'Hi,\n\nthe preview opens on Friday.',
  button: 'See the auction',
  path: '/calendar',
  segment: 'everyone',
  make: null,
  country: null,
}

/** A server whose newsletters are sent by the test, with three subscribers and one member who isn't; `post` is its mail server. */
export async function openNewsroom() {
  // Without the worker's role: the tests send.
  const server = await openTestServer({ config: { roles: new Set(['api']), inboundEmail: INBOUND } })
  const { pool } = server.app
  const olga = await castPerson(pool, { name: 'Olga', role: 'owner' })
  const people: CastMember[] = []
  for (const name of ['Ada', 'Boris', 'Chidi']) people.push(await castPerson(pool, { name }))
  await castPerson(pool, { name: 'Dana' })
  /** `onSend` runs before an email is accepted; throws to refuse it. */
  const post: { sent: Mail[]; onSend: (mail: Mail) => Promise<void> | void } = { sent: [], onSend: () => undefined }
  const mailer: Mailer = {
    goesTo: 'server',
    async send(mail) {
      await post.onSend(mail)
      post.sent.push(mail)
    },
    close: () => undefined,
  }
  const choose = (who: CastMember, subscribed: boolean) =>
    server.call('PUT', '/api/newsletter-subscription', { token: who.token, body: { subscribed } })
  const at = (id: string, what = '') => `/api/admin/newsletters/${id}${what === '' ? '' : `/${what}`}`
  const act = (id: string, what: string, body: object = {}) =>
    server.call('POST', at(id, what), { token: olga.token, body })
  const save = (id: string, own: object = {}, version = 0) =>
    server.call('PUT', at(id), { token: olga.token, body: { ...DRAFT, version, ...own } })
  const written = async (own: object = {}): Promise<string> => {
    const id = randomUUID()
    const answer = await save(id, own)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return id
  }
  return {
    server,
    olga,
    people,
    post,
    choose,
    act,
    save,
    written,
    close: () => server.close(),
    async reset() {
      Object.assign(post, { sent: [], onSend: () => undefined })
      await pool.query('delete from undeliverable_email')
      for (const person of people) await choose(person, true)
    },
    async read(id: string): Promise<Newsletter> {
      return (await server.call('GET', at(id), { token: olga.token })).body as Newsletter
    },
    /** Written and due now. */
    async due(own: object = {}): Promise<string> {
      const id = await written(own)
      await act(id, 'schedule', { version: 1, sendAt: null })
      return id
    },
    send: () => sendDue(server.app, mailer),
    claimsAreOver: () =>
      pool.query(`update newsletter_recipient set next_try_at = clock_timestamp() where state = 'queued'`),
    addresses: () => post.sent.map(({ to }) => to.address).toSorted(),
    async choiceOf(who: CastMember): Promise<unknown> {
      return (await server.call('GET', '/api/newsletter-subscription', { token: who.token })).body
    },
  }
}

export function emailsOf(who: CastMember[]): string[] {
  return who.map(({ email }) => email).toSorted()
}
