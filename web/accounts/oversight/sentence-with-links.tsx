import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { AuditReader } from '#contract/accounts/audit-facts.ts'
import { type AuditLine, auditWords } from '#contract/accounts/audit-sentence.ts'
import { labelOfCode } from '#contract/lots/vehicle-words.ts'
import { messageIn, type Say } from '#contract/platform/template.ts'
import { dateLocale, language } from '#web/platform/language/language.ts'
import { piecesIn } from '#web/platform/language/text.ts'

/** In the language of the page. */
export const say: Say = (template, values) =>
  piecesIn<string>(messageIn(template), values)
    .map((piece) => (typeof piece === 'string' ? piece : piece.value))
    .join('')

const READER: AuditReader = { say, language, dateLocale, labelOfCode }

/** A line of the audit log in the reader's language. `to`: the page of its subject; null: it has none. */
export function AuditSentence({ line, timeZone, to }: { line: AuditLine; timeZone: string; to: string | null }) {
  const { said, by, subject, more } = auditWords(line, timeZone, READER)
  const link =
    to === null || line.subject === null ? (
      subject
    ) : (
      <Link href={to} className="underline decoration-line underline-offset-4 hover:decoration-ink">
        {subject}
      </Link>
    )
  const places: Record<string, ReactNode> = { by, subject: link }
  return (
    <>
      {said.split(/\{(\w+)\}/).map((part, index) => (
        <Fragment key={index}>{index % 2 === 1 ? places[part] : part}</Fragment>
      ))}
      {[...more.map((part) => `. ${part}`), '.'].join('')}
    </>
  )
}
