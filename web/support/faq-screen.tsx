import { useState } from 'react'
import { Link } from 'wouter'
import type { HouseTerms } from '#contract/auctions.ts'
import { useHashTarget } from '../pages/article.tsx'
import { paths } from '../paths.ts'
import { useHouseTermsState } from '../platform/house-terms.ts'
import { rankText } from '../platform/rank-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Answer, answersOf, TOPICS } from './faq.ts'

export default function FaqScreen() {
  const { terms, failed } = useHouseTermsState()
  return (
    <Page
      title="Frequently asked questions"
      lead="Each answer has an address of its own: its question is the link."
      width="prose"
    >
      {terms !== undefined ? <Questions terms={terms} /> : failed ? <Unreachable /> : <Spinner />}
    </Page>
  )
}

function Unreachable() {
  return (
    <Notice tone="bad" title="The answers could not be loaded">
      The figures of the house did not arrive. Check your connection and load the page again.
    </Notice>
  )
}

function Questions({ terms }: { terms: HouseTerms }) {
  useHashTarget()
  const [query, setQuery] = useState('')
  const answers = answersOf(terms)
  const found =
    query.trim() === ''
      ? null
      : rankText(
          answers.map((one) => ({ ...one, head: one.question, body: `${one.answer} ${one.alsoAsked ?? ''}` })),
          query,
        )
  return (
    <>
      <Field label="Search the answers">
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
        <section aria-label="Found answers" className="mt-10">
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
      title="No answer has these words"
      action={
        <Link href={paths.contact} className="text-notice underline underline-offset-4">
          Ask a person of the house
        </Link>
      }
    >
      Try another word, or fewer.
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
