import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { plainText } from '#contract/content/plain-text.ts'
import type { Answer, FaqTopic } from '#contract/content/content.ts'
import { Blocks } from '#web/content/blocks.tsx'
import { useFaq } from '#web/content/use-article.ts'
import { useHashTarget } from '../pages/article.tsx'
import { paths } from '../paths.ts'
import { textSearch } from '../platform/text-search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

export default function FaqScreen() {
  const { data, isError } = useFaq()
  return (
    <Page title="Frequently asked questions" lead="Search, or browse by topic." width="prose" centered>
      {data !== undefined ? <Questions topics={data.topics} /> : isError ? <Unreachable /> : <Spinner />}
    </Page>
  )
}

function Unreachable() {
  return (
    <Notice tone="bad" title="We couldn’t load the answers">
      Check your connection and reload the page.
    </Notice>
  )
}

function Questions({ topics }: { topics: readonly FaqTopic[] }) {
  useHashTarget()
  const [query, setQuery] = useState('')
  const search = useMemo(
    () =>
      textSearch(
        topics
          .flatMap(({ answers }) => answers)
          .map((one) => ({ ...one, head: one.question, body: `${plainText(one.blocks)} ${one.alsoAsked}` })),
      ),
    [topics],
  )
  const found = query.trim() === '' ? null : search(query)
  return (
    <>
      <Field label="Search answers">
        <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      </Field>
      {found === null ? (
        topics.map(({ title, answers }) => (
          <section key={title} aria-label={title} className="mt-10">
            <h2 className="text-lg">{title}</h2>
            <AnswerList answers={answers} />
          </section>
        ))
      ) : (
        <section aria-label="Search results" className="mt-10">
          <p role="status" className="text-sm text-slate">
            {found.length === 1 ? '1 answer' : `${found.length} answers`}
          </p>
          {found.length === 0 ? <NothingFound /> : <AnswerList answers={found.map(({ item }) => item)} />}
        </section>
      )}
    </>
  )
}

function NothingFound() {
  return (
    <EmptyState
      title="No matching answers"
      action={
        <Link href={paths.contact} className="text-notice underline underline-offset-4">
          Contact our team
        </Link>
      }
    >
      Try fewer or different words.
    </EmptyState>
  )
}

function AnswerList({ answers }: { answers: readonly Answer[] }) {
  return (
    <dl className="mt-3">
      {answers.map(({ id, question, blocks }) => (
        <div
          key={id}
          id={id}
          className="scroll-mt-6 border-t border-line py-5 target:border-l-4 target:border-l-plate target:pl-4"
        >
          <dt className="font-semibold">
            <a href={`#${id}`} className="decoration-line underline-offset-4 hover:underline">
              {question}
            </a>
          </dt>
          <dd className="mt-2 [&>:first-child]:mt-0">
            <Blocks blocks={blocks} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
