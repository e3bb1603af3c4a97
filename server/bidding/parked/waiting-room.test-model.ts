import type pg from 'pg'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { noticeOf, type NoticePayload, type Notices } from '#server/platform/notice.ts'
import { castPerson, type CastMember, type CastOptions } from '#test/cast.ts'
import type { TestHouse } from '#test/harness/house.ts'
import type { CastLot } from '#test/inventory.ts'

export type Waiting = CastMember & { caseId: string }

/** Somebody whose document lies with the reviewers. */
export async function castWaiting(pool: pg.Pool, options: Partial<CastOptions> = {}): Promise<Waiting> {
  const person = await castPerson(pool, { name: 'Veda', verification: 'pending', document: 'submitted', ...options })
  const caseId = newId()
  await pool.query(
    `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', 'submitted')`,
    [caseId, person.id],
  )
  return { ...person, caseId }
}

export function park(house: TestHouse, who: CastMember, { lotId }: Pick<CastLot, 'lotId'>, maximum: number) {
  return house.call('PUT', `/api/lots/${lotId}/parked-bid`, { token: who.token, body: { maximum } })
}

export function takeBack(house: TestHouse, who: CastMember, { lotId }: CastLot) {
  return house.call('DELETE', `/api/lots/${lotId}/parked-bid`, { token: who.token })
}

export function decide(house: TestHouse, reviewer: CastMember, { caseId }: Waiting, decision: string) {
  const documentNumber = caseId.replaceAll('-', '').slice(-12).toUpperCase()
  const body = { decision, note: 'A test of the rules', ...(decision === 'approve' ? { documentNumber } : {}) }
  return house.call('POST', `/api/admin/verifications/${caseId}/decision`, { token: reviewer.token, body })
}

/** Brings the opening of a lot of later to this instant. */
export async function openNow(pool: pg.Pool, { lotId }: CastLot): Promise<void> {
  await pool.query(
    `update standing set opens_at_ms = now_ms, terms = jsonb_set(terms, '{opensAt}', to_jsonb(now_ms))
     from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) clock where lot_id = $1`,
    [lotId],
  )
}

/** What a person was told of parked bids, one entry a key. */
export async function toldOf(house: House, accountId: string): Promise<Notices['parked-bid'][]> {
  const found = await house.pool.query<{ key: string; sealed: Buffer }>(
    `select key, sealed from notification where account_id = $1 and kind = 'parked-bid' order by id`,
    [accountId],
  )
  return found.rows.map(({ key, sealed }) => {
    const payload: NoticePayload = { kind: 'parked-bid', accountId, key, sealed: sealed.toString('base64') }
    return noticeOf(house, payload).facts as Notices['parked-bid']
  })
}
