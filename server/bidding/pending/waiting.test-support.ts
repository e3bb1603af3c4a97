import type pg from 'pg'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { noticeOf } from '#server/platform/notice.ts'
import type { Notices } from '#server/platform/notices.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { castPerson, type CastMember, type CastOptions } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import type { CastLot } from '#test/inventory.ts'

export type Waiting = CastMember & { caseId: string }

/** A person whose document waits for review. */
export async function castWaiting(pool: pg.Pool, options: Partial<CastOptions> = {}): Promise<Waiting> {
  const person = await castPerson(pool, { name: 'Veda', verification: 'pending', document: 'submitted', ...options })
  const caseId = newId()
  await pool.query(
    `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
    [caseId, person.id],
  )
  return { ...person, caseId }
}

export function addPending(server: TestServer, who: CastMember, { lotId }: Pick<CastLot, 'lotId'>, maximum: number) {
  return server.call('PUT', `/api/lots/${lotId}/pending-bid`, { token: who.token, body: { maximum } })
}

export function takeBack(server: TestServer, who: CastMember, { lotId }: CastLot) {
  return server.call('DELETE', `/api/lots/${lotId}/pending-bid`, { token: who.token })
}

export function decide(server: TestServer, reviewer: CastMember, { caseId }: Waiting, decision: string) {
  const documentNumber = caseId.replaceAll('-', '').slice(-12).toUpperCase()
  const body = { decision, note: 'A test of the rules', ...(decision === 'approve' ? { documentNumber } : {}) }
  return server.call('POST', `/api/admin/verifications/${caseId}/decision`, { token: reviewer.token, body })
}

/** Moves the opening of a future lot to this instant. */
export async function openNow(pool: pg.Pool, { lotId }: CastLot): Promise<void> {
  await pool.query(
    `update standing set opens_at_ms = now_ms, terms = jsonb_set(terms, '{opensAt}', to_jsonb(now_ms))
     from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) clock where lot_id = $1`,
    [lotId],
  )
}

/** A person's notices about pending bids, one per key. */
export async function noticesOf(app: App, accountId: string): Promise<Notices['pending-bid'][]> {
  const found = await app.pool.query<{ key: string; sealed: Buffer }>(
    `select key, sealed from notification where account_id = $1 and kind = 'pending-bid' order by id`,
    [accountId],
  )
  return found.rows.map(({ key, sealed }) => {
    const payload: Topics['notice'] = { kind: 'pending-bid', accountId, key, sealed: sealed.toString('base64') }
    return noticeOf(app, payload).facts as Notices['pending-bid']
  })
}
