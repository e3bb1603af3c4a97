import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { saveAnswer } from '#server/support/staff/canned-answers.ts'
import { answerTicket, changeTicket, mergeTicket } from '#server/support/staff/handle-ticket.ts'
import { openTicket } from '#server/support/open-ticket.ts'
import { replyToTicket } from '#server/support/reply-to-ticket.ts'
import type { App } from '#server/platform/app.ts'
import { Refusal } from '#server/platform/problem.ts'
import { rewriting } from './rewriting.ts'
import { CANNED, STORIES, VISITORS, type Story } from './ticket-stories.ts'

const HOUR_MS = 3_600_000

/** Conversations with our team in several states, and canned answers, if there is no ticket yet. Everything goes through the app's actions; only the times are set back. */
export async function enterTickets(app: App, ownerUrl: string): Promise<void> {
  const found = await sql`select 1 from ticket union all select 1 from canned_answer limit 1`.execute(app.db)
  if (found.rows.length > 0) return
  const people = await sql<{ id: string; name: string; email: string; first: string }>`
    select id, name, email, split_part(email, '@', 1) as first from account where demo`.execute(app.db)
  const cast = new Map(people.rows.map((person) => [person.first, person]))
  const idOf = (first: string) => cast.get(first)!.id
  for (const [title, text] of CANNED)
    done(await saveAnswer(app, idOf('olga'), { id: randomUUID(), title, text, version: 0 }))
  const times: [messageId: string, ago: number][] = []
  let before = ''
  for (const story of STORIES) {
    const writer = cast.get(story.from) ?? null
    const { id: ticketId, reference } = await tell(app, story, writer, idOf, times)
    if (story.isMerged === true) {
      const version = await versionOf(app, ticketId)
      done(await mergeTicket(app, { ticketId, actorId: idOf('olga'), version, into: before }))
    }
    before = reference
  }
  await setTimes(app, ownerUrl, times)
}

type Cast = { id: string; name: string; email: string }

/** Plays one conversation; adds its messages to `times`. */
async function tell(
  app: App,
  { from, topic, subject, about, priority, assignee, lines: [first, ...rest] }: Story,
  writer: Cast | null,
  idOf: (first: string) => string,
  times: [string, number][],
): Promise<{ id: string; reference: string }> {
  const { name, email } = writer ?? VISITORS[from]!
  const lotNumber = writer === null || about === undefined ? null : await lotOf(app, writer.id, about)
  const ticketId = randomUUID()
  const form = { ticketId, formKey: '', website: '', name, email, topic, subject, text: first.text, lotNumber }
  const opened = done(await openTicket(app, { ...form, invoiceId: null, fileIds: [], conversation: [] }, writer))
  times.push([await firstMessage(app, ticketId), first.ago])
  for (const line of rest) {
    const messageId = randomUUID()
    times.push([messageId, line.ago])
    if (line.by === 'person') {
      done(await replyToTicket(app, ticketId, { id: messageId, text: line.text, fileIds: [], via: 'page' }))
      continue
    }
    const kind = line.note === true ? ('note' as const) : ('reply' as const)
    const answer = { messageId, kind, text: line.text, fileIds: [], close: line.close === true }
    done(await answerTicket(app, { ticketId, actorId: idOf(line.by), ...answer }))
  }
  const change = { priority, assigneeId: assignee === undefined ? undefined : idOf(assignee) }
  const version = await versionOf(app, ticketId)
  done(await changeTicket(app, { ticketId, actorId: idOf('olga'), version, ...change }))
  return opened
}

function done<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new Error(`the demo’s ticket was refused: ${answer.message}`)
  return answer
}

/** The number of a lot that the person took part in; null without one. */
async function lotOf(app: App, accountId: string, about: 'bought lot' | 'watched lot'): Promise<number | null> {
  const lots =
    about === 'bought lot'
      ? sql`select lot_id from invoice where account_id = ${accountId}`
      : sql`select p.lot_id from participation p join lot o on o.id = p.lot_id and o.closed_at is null where p.bidder_id = ${accountId}`
  const found = await sql<{ lot_number: number }>`
    select lot_number from lot where id in (${lots}) order by lot_number limit 1`.execute(app.db)
  return found.rows[0]?.lot_number ?? null
}

async function firstMessage(app: App, ticketId: string): Promise<string> {
  const found = await sql<{ id: string }>`select id from ticket_message where ticket_id = ${ticketId}`.execute(app.db)
  return found.rows[0]!.id
}

async function versionOf(app: App, ticketId: string): Promise<number> {
  return (await sql<{ version: number }>`select version from ticket where id = ${ticketId}`.execute(app.db)).rows[0]!
    .version
}

/** Sets messages back in time, and the tickets' own times to match them. */
async function setTimes(app: App, ownerUrl: string, times: [string, number][]): Promise<void> {
  await rewriting(app, ownerUrl, async (db) => {
    for (const [id, ago] of times) {
      const at = new Date(app.now() - ago * HOUR_MS)
      await sql`update ticket_message set at = ${at} where id = ${id}`.execute(db)
    }
    await sql`
      update ticket t set opened_at = m.first, moved_at = m.last, closed_at = case when t.closed_at is null then null else m.last end,
        first_answered_at = case when t.first_answered_at is null then null else m.answered end,
        waiting_since = case when t.waiting_since is null then null else m.asked end
      from (select ticket_id, min(at) as first, max(at) filter (where not is_note) as last,
          min(at) filter (where author = 'team' and not is_note) as answered,
          max(at) filter (where author = 'person') as asked
        from ticket_message group by ticket_id) m
      where m.ticket_id = t.id`.execute(db)
  })
}
