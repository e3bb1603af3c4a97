import type { FastifyInstance } from 'fastify'
import { ENGLISH_READER } from '#contract/accounts/audit-facts.ts'
import { auditSentence } from '#contract/accounts/audit-sentence.ts'
import {
  type AuditRow,
  listAudit,
  listMessages,
  retryMessages,
  type OutboxMessage,
} from '#contract/accounts/oversight.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { labelOfCode } from '#contract/lots/vehicle-words.ts'
import { LANGUAGES } from '#contract/platform/languages.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { topicWords } from '#server/platform/outbox/topics.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { AUDIT_LIST, auditKinds, type AuditLogRow } from './audit-store.ts'
import { subjectsOf, type SubjectWords } from './audit-subjects.ts'
import { withColumn } from './list-columns.ts'
import { countMessages, makeDue, MESSAGE_LIST, type MessageRow } from './outbox-store.ts'

/** For the owner: which actions were taken, and which background work failed. */
export function oversightRoutes(http: FastifyInstance, app: App): void {
  auditRoutes(http, app)
  outboxRoutes(http, app)
}

function auditRoutes(http: FastifyInstance, app: App): void {
  // A text that staff edit is called what its screen calls it.
  const named = ({ subject, ...words }: SubjectWords): SubjectWords => {
    const text = app.extensions.editableTexts.get(subject?.['text'] ?? '')
    if (text === undefined) return { ...words, subject }
    const language = text.language === 'en' ? null : LANGUAGES[text.language].name
    return { ...words, subject: { text: text.label, language } }
  }
  const present = async (rows: AuditLogRow[]) => {
    const [terms, subjects] = await Promise.all([readCompanyTerms(app), subjectsOf(app.db, rows)])
    return rows.map((row) => presentRow(row, named(subjects.get(row.id)!), terms))
  }
  serveList(http, app.db, listAudit, AUDIT_LIST, {
    present,
    presentRows: async (rows: AuditLogRow[]) =>
      (await present(rows)).map((line, index) => ({ ...line, email: rows[index]!.email })),
    more: () => auditKinds(app.db),
  })
}

function outboxRoutes(http: FastifyInstance, app: App): void {
  serveList(http, app.db, listMessages, MESSAGE_LIST, {
    present: (rows: MessageRow[]) => rows.map(presentMessage),
    async more() {
      const all = await countMessages(app.db)
      const counts = { 'given-up': 0, failing: 0, waiting: 0 }
      for (const { state, count } of all) counts[state] += count
      const topics = [...new Set(all.map(({ topic }) => topic))]
      return { counts, topics: topics.map((topic) => ({ topic, event: topicWords.get(topic) ?? topic })) }
    },
  })

  serve(http, retryMessages, async ({ body, person }) => {
    const due = await app.db.transaction().execute(async (trx) => {
      const rows = await makeDue(trx, body.messageIds)
      for (const { id, topic, tries } of rows)
        await audit(trx, {
          actorId: person.id,
          action: 'retry-message',
          subjectKind: 'message',
          subjectId: id,
          before: { topic, tries },
        })
      return rows
    })
    app.outbox.nudge()
    return { count: due.length }
  })
}

const READER = { ...ENGLISH_READER, labelOfCode }

function presentRow(
  row: AuditLogRow,
  words: SubjectWords,
  terms: Pick<CompanyTerms, 'currency' | 'timeZone'>,
): AuditRow {
  const { id, at, by, action, subject_kind: subjectKind, subject_id: subjectId, before, after, reason } = row
  const { subject, subject_number: subjectNumber } = words
  const currency = words.currency ?? terms.currency
  const line = {
    by,
    action,
    subjectKind,
    subjectId,
    subject,
    before,
    after: withColumn(action, after),
    reason,
    currency,
  }
  return { id, at, ...line, sentence: auditSentence(line, terms.timeZone, READER), subjectNumber }
}

function presentMessage(row: MessageRow): OutboxMessage {
  const { id, topic, key, state, tries, failure } = row
  const nextTryAt = state === 'given-up' ? null : row.next_try_at
  const event = topicWords.get(topic) ?? topic
  const { created_at: createdAt, request_id: requestId } = row
  return { id, topic, event, key, state, tries, failure, createdAt, nextTryAt, requestId }
}
