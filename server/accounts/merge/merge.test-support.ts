import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { MergePreview } from '#contract/accounts/merge-accounts.ts'
import { noticeOf } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer } from '#test/harness/test-server.ts'
import { noteIdentifier } from '../identifiers/identifiers.ts'

type Sent = { kind: string; accountId: string | null; to: string | null; facts: object }

export type MergeDesk = Awaited<ReturnType<typeof openMergeDesk>>

/** A server with Rita's desk: she merges accounts and reads what became of them. */
export async function openMergeDesk() {
  const server = await openTestServer()
  const { app } = server
  const notices: Sent[] = []
  app.outbox.on('notice', (payload) => {
    const { facts, to } = noticeOf(app, payload)
    notices.push({ kind: payload.kind, accountId: payload.accountId, to, facts })
    return Promise.resolve()
  })
  const rita = await castPerson(app.pool, { name: 'Rita', role: 'reviewer' })

  const rows = async <T>(text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows as T[]
  const pathOf = (kept: CastMember, duplicate: CastMember) => `/api/admin/accounts/${kept.id}/merges/${duplicate.id}`
  const preview = async (kept: CastMember, duplicate: CastMember) =>
    (await server.call('GET', pathOf(kept, duplicate), { token: rita.token })).body as MergePreview
  const merge = (kept: CastMember, duplicate: CastMember, who = rita) =>
    server.call('POST', pathOf(kept, duplicate), { token: who.token, body: { reason: 'The same person, by phone' } })

  return {
    server,
    rita,
    notices,
    rows,
    pathOf,
    preview,
    merge,
    read: async (who: CastMember) =>
      (await server.call('GET', `/api/admin/accounts/${who.id}`, { token: rita.token })).body,

    /** What the preview says is what the merge answers, and nothing has changed. */
    async refuses(reason: RegExp, kept: CastMember, duplicate: CastMember): Promise<void> {
      const { reasons } = await preview(kept, duplicate)
      expect(reasons).toEqual([expect.stringMatching(reason)])
      const answer = await merge(kept, duplicate)
      expect(answer).toMatchObject({ status: 409, body: { code: 'not-mergeable', details: { reasons } } })
      expect(await rows('select 1 from account where merged_into is not null and id = $1', duplicate.id)).toEqual([])
    },

    /** Ada, and her second account that was left unfinished. */
    async castAdaTwice(): Promise<[ada: CastMember, second: CastMember]> {
      const ada = await castPerson(app.pool, { name: 'Ada' })
      return [ada, await castPerson(app.pool, { name: 'Ada Two', hasPaid: false, verification: 'pending' })]
    },

    /** A second verified account, with the same passport. */
    async samePassport(ada: CastMember): Promise<CastMember> {
      const second = await castPerson(app.pool, { name: 'Ada Two' })
      for (const { id } of [ada, second])
        await noteIdentifier(app, app.db, id, 'document-number', `passport of ${ada.id}`)
      return second
    },

    async bid(who: CastMember, lotId: string, amount: number): Promise<number> {
      const body = { bidId: randomUUID(), kind: 'firm', amount }
      return (await server.call('POST', `/api/lots/${lotId}/bids`, { token: who.token, body })).status
    },
  }
}
