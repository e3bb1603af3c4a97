import { sql, type Kysely } from 'kysely'
import { readStandings } from '#server/bidding/lead-changes.ts'
import type { App } from '#server/platform/app.ts'
import { openNotice } from '#server/platform/notice.ts'
import type { Notices } from '#server/platform/notices.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { readSignedId } from '#server/platform/signed-id.ts'
import { ANSWER } from '../mail/letter.ts'

const OVER = 'This link was already used or has expired. Here’s the lot as it is now.'

export type Opened = { lotId: string; lotNumber: number; nextBid: number }

/**
 * Opens the link of an outbid notice for its reader only: once (the same `useId` gets the same answer), and only while the lot takes
 * bids. Returns the next bid and places none.
 */
export async function openAnswer(
  app: App,
  accountId: string,
  { token, useId }: { token: string; useId: string },
): Promise<Opened | Refusal> {
  const notice = await findOutbid(app, token)
  if (notice === null || notice.accountId !== accountId) return refuse('answer-link-over', OVER)
  const { lotId, lotNumber } = notice.facts
  const standing = (await readStandings(app.db, [lotId])).get(lotId)?.standing
  const isOver =
    standing === undefined ||
    (standing.status !== 'open' && standing.status !== 'scheduled') ||
    (standing.closesAt !== null && standing.closesAt <= app.now())
  if (isOver || !(await use(app.db, notice.id, useId))) return refuse('answer-link-over', OVER)
  return { lotId, lotNumber, nextBid: standing.nextBid }
}

/** The lot number that a link leads to, without a sign-in; null for a link that we did not sign. */
export async function lotOfAnswer(app: App, token: string): Promise<number | null> {
  return (await findOutbid(app, token))?.facts.lotNumber ?? null
}

type OutbidNotice = { id: string; accountId: string; facts: Notices['outbid'] }

async function findOutbid(app: App, token: string): Promise<OutbidNotice | null> {
  const id = readSignedId(app.keys, ANSWER, token)
  if (id === null) return null
  const found = await sql<{ account_id: string; sealed: Buffer }>`
    select account_id, sealed from notification where id = ${id} and kind = 'outbid'`.execute(app.db)
  const row = found.rows[0]
  if (row === undefined) return null
  return { id, accountId: row.account_id, facts: openNotice(app.keys, row.sealed).facts as Notices['outbid'] }
}

/** True for the first use, and for a repeat of that use. */
async function use<T>(db: Kysely<T>, notificationId: string, useId: string): Promise<boolean> {
  const found = await sql<{ use_id: string }>`
    with first as (
      insert into answer_use (notification_id, use_id) values (${notificationId}, ${useId})
      on conflict do nothing returning use_id)
    select use_id from first union all select use_id from answer_use where notification_id = ${notificationId}
    limit 1`.execute(db)
  return found.rows[0]?.use_id === useId
}
