import { wordsOfAction } from '../platform/audit-words.ts'
import { factWords, labelOfFact, settingWords } from './audit-facts.ts'

type Facts = Readonly<Record<string, unknown>> | null

/** A line of the audit log with what its subject is called today. `currency`: of the subject, else the company's. */
export type AuditLine = {
  by: string | null
  action: string
  subjectKind: string
  subjectId: string
  /** Null: it is gone, or was never more than its kind. */
  subjectName: string | null
  before: Facts
  after: Facts
  reason: string | null
  currency: string
  timeZone: string
}

/**
 * A line as people say it: `Aukje extended lot 1042, 2010 Kiri Urban. Ends: Nov 22, 2026, 3:00 PM CST → 3:10 PM CST (+10 min). Reason: …`.
 * What did not change is left out.
 */
export function auditSentence(line: AuditLine): string {
  const { by, action, reason } = line
  const nobody = action === 'open-ticket' ? 'A visitor' : 'A closed account'
  const said = `${by ?? nobody} ${wordsOfAction(action).replace('{}', subjectWords(line))}`
  const changes = changesOf(line)
  return [said, ...changes, ...(reason === null || reason === '' ? [] : [`Reason: ${reason.replace(/\.$/, '')}`])]
    .map((part) => `${part}.`)
    .join(' ')
}

/** What a line is about. */
function subjectWords({ subjectKind, subjectId, subjectName }: AuditLine): string {
  if (subjectKind === 'setting') return `the setting “${labelOfFact(subjectId).toLowerCase()}”`
  if (subjectName !== null) return subjectName
  const kind = subjectKind.replaceAll('-', ' ')
  return /^[\w-]{1,20}$/.test(subjectId) ? `${kind} ${subjectId}` : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}

function changesOf({ subjectKind, subjectId, subjectName, before, after, currency, timeZone }: AuditLine): string[] {
  const known = { currency: currencyIn(after) ?? currencyIn(before) ?? currency, timeZone }
  if (subjectKind === 'setting') {
    const words = (facts: Facts) => settingWords(subjectId, facts?.['value'], known)
    return [`${words(before)} → ${words(after)}`]
  }
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const [old, now] = [was, is].map((value) => (value === undefined ? null : factWords(name, value, known)))
    const label = labelOfFact(name)
    if (old === undefined || now === undefined) return []
    // An id, or something longer than a sentence: the exported file has it.
    if (old === '' || now === '') return []
    if (old !== null && now !== null) return [`${label}: ${old} → ${now}${difference(name, was, is)}`]
    const value = is ?? was ?? null
    const isNamed = typeof value === 'string' && subjectName?.endsWith(value) === true
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
