import { isWithoutParts, isKnownFact } from '#contract/accounts/audit-facts.ts'
import { CODES } from '#contract/accounts/audit-values.ts'
import type { AuditRow } from '#contract/accounts/oversight.ts'
import { codesOf, LIST_NAMES } from '#contract/lots/vocabulary.ts'
import { nameOfSubject } from '#contract/platform/audit-subjects.ts'
import { sentenceOfAction } from '#contract/platform/audit-words.ts'
import { sayEnglish } from '#contract/platform/template.ts'

type Log = { items: AuditRow[]; next: string | null }

const KNOWN_CODES: readonly string[] = [...CODES, ...LIST_NAMES.flatMap(codesOf)]

/** Lines of the whole log that don't name their subject, and names and codes of their facts that no translator knows. */
export async function faultsOfLog(read: (at: string) => Promise<{ body: unknown }>): Promise<string[]> {
  const faults = new Set<string>()
  for (let after: string | null = ''; after !== null;) {
    const answer = await read(`/api/admin/audit${after === '' ? '' : `?after=${after}`}`)
    const { items, next } = answer.body as Log
    items.flatMap(faultsOf).forEach((fault) => faults.add(fault))
    after = next
  }
  return [...faults]
}

function faultsOf({ action, subjectKind, subject, sentence, before, after }: AuditRow): string[] {
  const isNamed = subjectKind === 'setting' || nameOfSubject(subjectKind, subject ?? {}, sayEnglish) !== null
  const hasSubject = sentenceOfAction(action, sayEnglish).includes('{subject}')
  const codes = [...JSON.stringify([before, after]).matchAll(/(?<!"action"):"([a-z]+(?:-[a-z]+)+)"/g)].map(
    ([, code = '']) => code,
  )
  return [
    ...(hasSubject && !isNamed ? [sentence] : []),
    ...namesIn([before, after]).filter((fact) => !isKnownFact(fact)),
    ...codes.filter((code) => !KNOWN_CODES.includes(code)),
  ]
}

/** The names of facts and of their parts. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...(isWithoutParts(name) ? [] : namesIn(inner))])
}
