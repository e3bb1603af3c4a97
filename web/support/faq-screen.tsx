import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { useHashTarget } from '../pages/article.tsx'
import { paths } from '../paths.ts'
import { useCompanyTermsState } from '../platform/company-terms.ts'
import { textSearch } from '../platform/text-search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Answer, TOPICS } from './faq-answer.ts'
import { answersOf } from './faq.ts'

export default function FaqScreen() {
  const { terms, failed } = useCompanyTermsState()
  return (
    <Page title="Frequently asked questions" lead="Search, or browse by topic." width="prose">
      {terms !== undefined ? <Questions terms={terms} /> : failed ? <Unreachable /> : <Spinner />}
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

function Questions({ terms }: { terms: CompanyTerms }) {
  useHashTarget()
  const [query, setQuery] = useState('')
  const answers = answersOf(terms)
  const search = useMemo(
    () =>
      textSearch(
        answersOf(terms).map((one) => ({ ...one, head: one.question, body: `${one.answer} ${one.alsoAsked ?? ''}` })),
      ),
    [terms],
  )
  const found = query.trim() === '' ? null : search(query)
  return (
    <>
      <Field label="Search answers">
        <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      </Field>
      {found === null ? (
        TOPICS.map((topic) => (
          <section key={topic} aria-label={topic} className="mt-10">
            <h2 className="text-lg">{topic}</h2>
            <AnswerList answers={answers.filter((one) => one.topic === topic)} />
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

function AnswerList({ answers }: { answers: Answer[] }) {
  return (
    <dl className="mt-3">
      {answers.map(({ id, question, answer, more }) => (
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
          <dd className="mt-2">
            {answer}
            {more === undefined ? null : (
              <>
                {' '}
                <Link href={more.to} className="whitespace-nowrap text-notice underline underline-offset-4">
                  {more.label}
                </Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
