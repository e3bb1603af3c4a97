import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import { exportAudit, listAudit, listMessages, retryMessages, type OutboxMessage } from '#contract/oversight.ts'
import { audit } from '#server/platform/audit.ts'
import { csvInstant, csvStream } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { serve } from '#server/platform/http/serve.ts'
import { auditKinds, auditRows, countAudit, type AuditFilter, type AuditLogRow } from './audit-store.ts'
import { countMessages, makeDue, messagesIn, type MessageRow } from './outbox-store.ts'

const PAGE = 50
const EXPORT_PAGE = 500

/** What was done in the house, and what is left undone, for the owner. */
export function oversightRoutes(app: FastifyInstance, house: House): void {
  auditRoutes(app, house)
  outboxRoutes(app, house)
}

function auditRoutes(app: FastifyInstance, house: House): void {
  const { db } = house

  serve(app, listAudit, async ({ query: { page = 1, ...filter } }) => {
    const [rows, count, kinds] = await Promise.all([
      auditRows(db, filter, { limit: PAGE, offset: (page - 1) * PAGE }),
      countAudit(db, filter),
      auditKinds(db),
    ])
    return { items: rows.map(presentRow), page, pages: pagesOf(count), count, ...kinds }
  })

  serve(app, exportAudit, async ({ query, reply }) => {
    const until = new Date(house.now()).toISOString().slice(0, 10)
    const file = await auditCsv(house, { ...query, to: query.to ?? until })
    return sendCsv(reply, 'audit', file)
  })
}

function outboxRoutes(app: FastifyInstance, house: House): void {
  serve(app, listMessages, async ({ query: { page = 1, state = null, topic = null } }) => {
    const [rows, all] = await Promise.all([
      messagesIn(house.db, { state, topic }, { limit: PAGE, offset: (page - 1) * PAGE }),
      countMessages(house.db),
    ])
    const counts = { 'given-up': 0, failing: 0, waiting: 0 }
    for (const each of all) counts[each.state] += each.count
    const found = all.filter((each) => (state ?? each.state) === each.state && (topic ?? each.topic) === each.topic)
    return {
      items: rows.map(presentMessage),
      page,
      pages: pagesOf(found.reduce((sum, each) => sum + each.count, 0)),
      counts,
      topics: [...new Set(all.map((each) => each.topic))],
    }
  })

  serve(app, retryMessages, async ({ body, person }) => {
    const due = await house.db.transaction().execute(async (trx) => {
      const rows = await makeDue(trx, body.messageIds)
      for (const { id, topic, tries } of rows)
        await audit(trx, {
          actorId: person.id,
          act: 'retry-message',
          subjectKind: 'message',
          subjectId: id,
          before: { topic, tries },
        })
      return rows
    })
    house.outbox.nudge()
    return { count: due.length }
  })
}

function presentRow(row: AuditLogRow) {
  const { id, at, by, act, before, after, reason } = row
  return { id, at, by, act, subjectKind: row.subject_kind, subjectId: row.subject_id, before, after, reason }
}

function presentMessage(row: MessageRow): OutboxMessage {
  const { id, topic, key, state, tries, failure } = row
  const nextTryAt = state === 'given-up' ? null : row.next_try_at
  return { id, topic, key, state, tries, failure, createdAt: row.created_at, nextTryAt, requestId: row.request_id }
}

const HEAD = ['At', 'By', 'Email', 'Act', 'Kind of subject', 'Subject', 'Before', 'After', 'Reason']

function auditCsv(house: House, filter: AuditFilter): Promise<Readable> {
  return csvStream<number>(HEAD, async (offset) => {
    const from = offset ?? 0
    // From the first row on, so that what is written meanwhile comes behind and moves nothing.
    const rows = await auditRows(house.db, { ...filter, order: 'up' }, { limit: EXPORT_PAGE, offset: from })
    const json = (facts: object | null) => (facts === null ? null : JSON.stringify(facts))
    const records = rows.map((row) => [
      csvInstant(row.at),
      row.by,
      row.email,
      row.act,
      row.subject_kind,
      row.subject_id,
      json(row.before),
      json(row.after),
      row.reason,
    ])
    return { records, next: rows.length < EXPORT_PAGE ? null : from + EXPORT_PAGE }
  })
}

function pagesOf(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE))
}
