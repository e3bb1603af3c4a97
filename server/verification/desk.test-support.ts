import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { User } from '#contract/accounts/accounts.ts'
import type { SharedIdentifier } from '#contract/accounts/shared-identifiers.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type AppOptions } from '#test/harness/test-server.ts'
import { takePicture } from './documents.test-support.ts'

/** Named parts of a form; text, or the content of a file. */
export type Form = Record<string, string | Buffer>
export type Case = {
  id: string
  accountId: string
  pictures: { side: string; page: number }[]
  shared: SharedIdentifier[]
  state: string
  note: string | null
  earlier: object[]
}
export type Where = { side?: string; page?: number }
export type Answer = { status: number; body: Record<string, unknown> }

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A test server with Rita, who reviews, and helpers to submit documents and to act as Rita. */
export async function openDesk(options: AppOptions = {}) {
  const server = await openTestServer(options)
  const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
  const photo = await takePicture()
  const send = (person: CastMember | null, form: Form, uploadId?: string) =>
    sendForm(server.url, person, form, uploadId)

  async function caseOf(person: CastMember): Promise<Case | undefined> {
    const { body } = await server.call('GET', '/api/admin/verifications', { token: rita.token })
    return (body as { items: Case[] }).items.find(({ accountId }) => accountId === person.id)
  }

  async function link(id: string, by: CastMember, { side = 'front', page = 1 }: Where) {
    const at = `/api/admin/verifications/${id}/links`
    const { status, body } = await server.call('POST', at, { token: by.token, body: { side, page } })
    return { status, url: (body as { url?: string }).url ?? '' }
  }
  const open = (url: string, by: CastMember | null) =>
    fetch(server.url + url, by === null ? {} : { headers: { authorization: `Bearer ${by.token}` } })

  return {
    ...server,
    rita,
    photo,
    send,
    caseOf,
    newcomer: (own: object = {}) => castPerson(server.app.pool, { name: 'Pia', verification: 'pending', ...own }),
    stored: () => readdir(path.join(server.app.config.dataDir, 'documents')).catch(() => []),
    async sentCase(person: CastMember): Promise<Case> {
      const { status } = await send(person, { kind: 'passport', front: await takePicture() })
      const found = await caseOf(person)
      if (status !== 201 || found === undefined) throw new Error('the document is not in the queue')
      return found
    },
    /** A complete view: a link, then the image behind it. */
    async view({ id }: Case, by: CastMember = rita, where: Where = {}): Promise<Response> {
      const { status, url } = await link(id, by, where)
      return status === 200 ? open(url, by) : new Response(null, { status })
    },
    link: ({ id }: Case, by: CastMember = rita, where: Where = {}) => link(id, by, where),
    open: (url: string, by: CastMember | null) => open(url, by),
    /** With a unique document number, unless the body has one. */
    decide: ({ id }: Case, body: object, by: CastMember = rita) =>
      server.call('POST', `/api/admin/verifications/${id}/decision`, {
        token: by.token,
        body: { documentNumber: crypto.randomUUID(), ...body },
      }),
    user: async ({ token }: CastMember) => (await server.call('GET', '/api/user', { token })).body as User,
    async auditOf({ id }: Case) {
      const found = await server.app.pool.query<{ action: string; actor_id: string; reason: string | null }>(
        `select action, actor_id, reason from audit where subject_id like $1 order by at`,
        [`${id}%`],
      )
      return found.rows
    },
  }
}

async function sendForm(url: string, person: CastMember | null, form: Form, uploadId?: string): Promise<Answer> {
  const query = uploadId === undefined ? '' : `?uploadId=${uploadId}`
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string') body.set(name, value)
    else body.set(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), `${name}.jpg`)
  }
  const headers: Record<string, string> = person === null ? {} : { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${url}/api/verification/documents${query}`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
