import type { RefObject } from 'react'
import { CASE_STATE_WORDS } from '#contract/verification/verification.ts'
import { SharedIdentifiers } from '#web/accounts/people/shared-identifier-list.tsx'
import { countryName } from '#web/accounts/profile/countries.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Decision, type Outcome } from './admin-decision.tsx'
import { DocumentViewer } from './admin-document.tsx'
import type { Case } from './case-words.ts'
import { kindName } from './document-file.ts'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** One person's document: the data to compare, the pictures, the history, and the decision. */
export function CaseView({
  one,
  isGone,
  reason,
  onOutcome,
  onMatch,
}: {
  one: Case
  /** It has left the list while it was on the screen. */
  isGone: boolean
  reason: RefObject<HTMLTextAreaElement | null>
  onOutcome: (outcome: Outcome) => void
  /** The document turned out to be on another account, too: the case must be reloaded. */
  onMatch: () => void
}) {
  const documentKind = kindName(one.kind)
  return (
    <section aria-label={one.name} className="min-w-0">
      <h2 className="text-lg">{one.name}</h2>
      <p className="text-sm text-slate">{t`${one.email}, ${countryName(one.country)}. ${documentKind}, received ${formatInstant(one.submittedAt)}.`}</p>
      <Earlier cases={one.earlier} />
      {one.shared.length === 0 ? null : (
        <div className="mt-3">
          <SharedIdentifiers shared={one.shared} />
        </div>
      )}
      {isGone ? (
        <div className="mt-3">
          <Notice
            tone="info"
            title={t`A colleague has decided this document`}
          >{t`It’s no longer in this list.`}</Notice>
        </div>
      ) : (
        <>
          <div className="mt-3">
            <DocumentViewer caseId={one.id} pictures={one.pictures} />
          </div>
          <div className="mt-6">
            {one.state === 'submitted' ? (
              <Decision one={one} reasonField={reason} onOutcome={onOutcome} onMatch={onMatch} />
            ) : (
              <Decided one={one} />
            )}
          </div>
        </>
      )}
    </section>
  )
}

function Earlier({ cases }: { cases: Case['earlier'] }) {
  if (cases.length === 0) return null
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer py-2 font-semibold">
        {plural(cases.length, { one: '# earlier document', other: '# earlier documents' })}
      </summary>
      <ul className="space-y-1 border-l border-line pl-3">
        {cases.map((before) => (
          <li key={before.decidedAt ?? 0}>
            {translated(CASE_STATE_WORDS[before.state])}
            {before.decidedAt === null ? '' : `, ${formatInstant(before.decidedAt)}`}
            {before.note === null ? '' : `: ${before.note}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Decided({ one }: { one: Case }) {
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-2 border-y border-line py-3 text-sm">
      <dt className="text-slate">{t`Decision`}</dt>
      <dd>{translated(CASE_STATE_WORDS[one.state])}</dd>
      {one.decidedBy === null ? null : (
        <>
          <dt className="text-slate">{t`By`}</dt>
          <dd>{one.decidedBy}</dd>
        </>
      )}
      {one.note === null ? null : (
        <>
          <dt className="text-slate">{t`Reason`}</dt>
          <dd>{one.note}</dd>
        </>
      )}
    </dl>
  )
}
