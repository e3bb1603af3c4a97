import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { User } from '#contract/accounts.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse } from '#test/harness/house.ts'

/** Named parts of a form; text, or the content of a file. */
export type Form = Record<string, string | Buffer>
export type Case = { id: string; accountId: string; sides: string[]; state: string; note: string | null }
export type Answer = { status: number; body: Record<string, unknown> }

/** What the photograph of {@link photograph} tells of its owner, in its metadata. */
export const TELLTALE = 'Via Segreta 7'

/** A JPEG lying on its side, with an owner's address in its metadata. */
export function photograph(): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: `Pia Rossi, ${TELLTALE}` } })
    .jpeg()
    .toBuffer()
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A house with Rita, who reviews, and the ways to send her documents and to act for her. */
export async function openDesk() {
  const house = await openHouse()
  const rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
  const photo = await photograph()
  const send = (person: CastMember | null, form: Form) => sendForm(house.url, person, form)

  async function caseOf(person: CastMember): Promise<Case | undefined> {
    const { body } = await house.call('GET', '/api/admin/verifications', { token: rita.token })
    return (body as { items: Case[] }).items.find(({ accountId }) => accountId === person.id)
  }

  return {
    ...house,
    rita,
    photo,
    send,
    caseOf,
    newcomer: (own: object = {}) => castPerson(house.house.pool, { name: 'Pia', verification: 'pending', ...own }),
    stored: () => readdir(path.join(house.house.config.dataDir, 'documents')).catch(() => []),
    async sentCase(person: CastMember): Promise<Case> {
      const { status } = await send(person, { kind: 'passport', front: photo })
      const found = await caseOf(person)
      if (status !== 201 || found === undefined) throw new Error('the document is not in the queue')
      return found
    },
    view({ id }: Case, by: CastMember = rita, side = 'front'): Promise<Response> {
      const headers = { authorization: `Bearer ${by.token}` }
      return fetch(`${house.url}/api/admin/verifications/${id}/${side}`, { headers })
    },
    decide: ({ id }: Case, body: object, by: CastMember = rita) =>
      house.call('POST', `/api/admin/verifications/${id}/decision`, { token: by.token, body }),
    user: async ({ token }: CastMember) => (await house.call('GET', '/api/user', { token })).body as User,
    async auditOf({ id }: Case) {
      const found = await house.house.pool.query<{ act: string; actor_id: string }>(
        `select act, actor_id from audit where subject_id like $1 order by at`,
        [`${id}%`],
      )
      return found.rows
    },
  }
}

async function sendForm(url: string, person: CastMember | null, form: Form): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string') body.set(name, value)
    else body.set(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), `${name}.jpg`)
  }
  const headers: Record<string, string> = person === null ? {} : { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${url}/api/verification/documents`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}
