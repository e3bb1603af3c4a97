import { plural, t } from '#web/platform/language/text.ts'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useQuery } from '@tanstack/react-query'
import type { Answer, readPassages } from '#contract/content/content.ts'
import { plainText } from '#contract/content/plain-text.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { inLanguage } from '#contract/seo/first-answers.ts'
import { paths } from '../paths.ts'
import { language } from '../platform/language/language.ts'
import { textSearch } from '../platform/text-search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AnswerList } from './answer-list.tsx'

/** The answers that a person searched for, open, best first; in other words than theirs, too, which come with the first search. */
export default function FoundAnswers({ answers, query }: { answers: readonly Answer[]; query: string }) {
  const { data, isPending } = useQuery<ReplyOf<typeof readPassages>>({
    queryKey: [inLanguage('/api/passages', language)],
  })
  const search = useMemo(() => {
    const also = new Map(data?.items.map((passage) => [passage.to, passage.also]))
    return textSearch(
      answers.map((one) => ({
        ...one,
        head: one.question,
        body: `${plainText(one.blocks)} ${also.get(`${paths.faq}#${one.id}`) ?? ''}`,
      })),
    )
  }, [answers, data])
  if (isPending) return <Spinner />
  const found = search(query)
  return (
    <section aria-label={t`Search results`} className="mt-10">
      <p role="status" className="text-sm text-slate">
        {plural(found.length, { one: '# answer', other: '# answers' })}
      </p>
      {found.length === 0 ? <NothingFound /> : <AnswerList answers={found} open />}
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
