import { nameOfSubject, unnamedSubject } from '../platform/audit-subjects.ts'
import { sentenceOfAction } from '../platform/audit-words.ts'
import { sayEnglish } from '../platform/template.ts'
import {
  type AuditReader,
  ENGLISH_READER,
  factWords,
  labelInSentence,
  labelOfFact,
  settingWords,
} from './audit-facts.ts'
import { reasonWords } from './audit-reasons.ts'

type Facts = Readonly<Record<string, unknown>> | null

/** A line of the audit log with what its subject is called today. `currency`: of the subject, else the company's. */
export type AuditLine = {
  by: string | null
  action: string
  subjectKind: string
  subjectId: string
  /** The values of its name; null: it is gone, or was never more than its kind. */
  subject: Readonly<Record<string, string | null>> | null
  before: Facts
  after: Facts
  reason: string | null
  currency: string
}

/** A line in words. `said`: the first sentence, with `{by}` and perhaps `{subject}` in it; `more`: those after it. Without their periods. */
export type AuditWords = { said: string; by: string; subject: string; more: string[] }

const VISITOR = 'A visitor'
const CLOSED = 'A closed account'
const REASON = 'Reason: {reason}'

export const LINE_TEXTS: readonly string[] = [VISITOR, CLOSED, REASON]

/**
 * A line as people say it: `Aukje extended lot 1042, 2010 Kiri Urban. Ends: Nov 22, 2026, 3:00 PM CST → 3:10 PM CST (+10 min). Reason: …`.
 * What did not change is left out.
 */
export function auditWords(line: AuditLine, timeZone: string, reader: AuditReader): AuditWords {
  const { by, action, reason } = line
  const { say } = reader
  const why = reason === null || reason === '' ? [] : [say(REASON, { reason: reasonWords(reason, say) })]
  return {
    said: sentenceOfAction(action, say),
    by: by ?? say(action === 'open-ticket' ? VISITOR : CLOSED, {}),
    subject: subjectWords(line, reader),
    more: [...changesOf(line, timeZone, reader), ...why].map((part) => part.replace(/\.$/, '')),
  }
}

/** In English, as it is exported. */
export function auditSentence(line: AuditLine, timeZone: string, reader = ENGLISH_READER): string {
  const { said, by, subject, more } = auditWords(line, timeZone, reader)
  return [sayEnglish(said, { by, subject }), ...more].map((part) => `${part}.`).join(' ')
}

/** What a line is about. */
function subjectWords({ subjectKind, subjectId, subject }: AuditLine, reader: AuditReader): string {
  const { say } = reader
  const values = subjectKind === 'setting' ? { setting: labelInSentence(subjectId, reader) } : subject
  const name = values === null ? null : nameOfSubject(subjectKind, values, say)
  if (name !== null) return name
  return /^[\w-]{1,20}$/.test(subjectId)
    ? `${subjectKind.replaceAll('-', ' ')} ${subjectId}`
    : unnamedSubject(subjectKind, say)
}

function changesOf(line: AuditLine, timeZone: string, reader: AuditReader): string[] {
  const { subjectKind, subjectId, subject, before, after } = line
  const currency = currencyIn(after) ?? currencyIn(before) ?? line.currency
  const known = { currency, timeZone, reader }
  if (subjectKind === 'setting') {
    const words = (facts: Facts) => settingWords(subjectId, facts?.['value'], known)
    return [`${words(before)} → ${words(after)}`]
  }
  const english = subject === null ? null : nameOfSubject(subjectKind, subject, sayEnglish)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const [old, now] = [was, is].map((value) => (value === undefined ? null : factWords(name, value, known)))
    const label = reader.say(labelOfFact(name, subjectKind), {})
    if (old === undefined || now === undefined) return []
    // An id, or something longer than a sentence: the exported file has it.
    if (old === '' || now === '') return []
    if (old !== null && now !== null) return [`${label}: ${old} → ${now}${difference(name, was, is)}`]
    const value = is ?? was ?? null
    const isNamed = typeof value === 'string' && english?.replace(/”$/, '').endsWith(value) === true
    return value === null || isNamed ? [] : [`${label}: ${now ?? old}`]
  })
}

function currencyIn(facts: Facts): string | null {
  const found = facts?.['currency']
  return typeof found === 'string' && /^[A-Z]{3}$/.test(found) ? found : null
}

/** By how many minutes a time was moved. */
function difference(name: string, was: unknown, is: unknown): string {
  if (name !== 'closesAt' || typeof was !== 'number' || typeof is !== 'number') return ''
  const minutes = Math.round((is - was) / 60_000)
  return ` (${minutes < 0 ? '−' : '+'}${Math.abs(minutes)} min)`
}
