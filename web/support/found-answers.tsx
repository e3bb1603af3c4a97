import { plural, t } from '#web/platform/language/text.ts'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Answer } from '#contract/content/content.ts'
import { plainText } from '#contract/content/plain-text.ts'
import { paths } from '../paths.ts'
import { textSearch } from '../platform/text-search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { AnswerList } from './answer-list.tsx'

/** The answers that a person searched for, open, best first. */
export default function FoundAnswers({ answers, query }: { answers: readonly Answer[]; query: string }) {
  const search = useMemo(
    () =>
      textSearch(
        answers.map((one) => ({
          ...one,
          head: one.question,
          body: `${plainText(one.blocks)} ${one.alsoAsked}`,
        })),
      ),
    [answers],
  )
  const found = search(query)
  return (
    <section aria-label={t`Search results`} className="mt-10">
      <p role="status" className="text-sm text-slate">
        {plural(found.length, { one: '# answer', other: '# answers' })}
      </p>
      {found.length === 0 ? <NothingFound /> : <AnswerList answers={found.map(({ item }) => item)} open />}
    </section>
  )
}

function NothingFound() {
  return (
    <EmptyState
      title={t`No matching answers`}
      action={
        <Link href={paths.contact} className="text-link">
          {t`Contact our team`}
        </Link>
      }
    >
      {t`Try fewer or different words.`}
    </EmptyState>
  )
}
