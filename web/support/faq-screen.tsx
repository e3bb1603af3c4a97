import { plural, t } from '#web/platform/language/text.ts'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { plainText } from '#contract/content/plain-text.ts'
import { type Answer, type FaqTopic, topicId } from '#contract/content/content.ts'
import { Blocks } from '#web/content/blocks.tsx'
import { useFaq } from '#web/content/use-article.ts'
import { Contents, OnlyInEnglish, useHashTarget } from '../pages/article.tsx'
import { paths } from '../paths.ts'
import { textSearch } from '../platform/text-search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, Input } from '../ui/field.tsx'
import { NextMark } from '../ui/marks.tsx'
import { Notice } from '../ui/notice.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

const TITLE = t`Frequently asked questions`

/** Every question by topic, with the topics at the side of wide screens. */
export default function FaqScreen() {
  const { data, isError } = useFaq()
  useDocumentTitle(TITLE)
  return (
    <div className="mx-auto grid w-full max-w-[84rem] gap-x-10 px-4 py-8 text-base sm:px-6 sm:py-12 xl:grid-cols-[minmax(0,1fr)_44rem_minmax(0,1fr)]">
      <header className="mx-auto w-full max-w-[44rem] xl:col-start-2">
        <h1 className="text-xl sm:text-2xl">{TITLE}</h1>
        <p className="mt-3 text-slate sm:text-lg print:hidden">{t`Search, or browse by topic.`}</p>
      </header>
      {data === undefined ? null : <Contents sections={data.topics.map(sectionOf)} />}
      <div className="mx-auto mt-8 w-full max-w-[44rem] xl:col-start-2 xl:row-start-2">
        {data !== undefined ? <Questions topics={data.topics} /> : isError ? <Unreachable /> : <Spinner />}
      </div>
    </div>
  )
}

/** A topic's place on the page. */
function sectionOf({ title }: FaqTopic): { id: string; heading: string } {
  return { id: topicId(title), heading: title }
}

function Unreachable() {
  return (
    <Notice tone="bad" title={t`We couldn’t load the answers`}>
      {t`Check your connection and reload the page.`}
    </Notice>
  )
}

function Questions({ topics }: { topics: readonly FaqTopic[] }) {
  useHashTarget()
  useOpenedAnswers()
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
      <div className="print:hidden">
        <Field label={t`Search answers`}>
          <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
        </Field>
      </div>
      {found === null ? (
        topics.map((topic) => (
          <section
            key={topic.title}
            lang={topic.language}
            id={sectionOf(topic).id}
            aria-label={topic.title}
            className="mt-10 scroll-mt-6 first-of-type:mt-8"
          >
            {topic.language === undefined ? null : <OnlyInEnglish />}
            <h2 className="text-lg">{topic.title}</h2>
            <AnswerList answers={topic.answers} />
          </section>
        ))
      ) : (
        <section aria-label={t`Search results`} className="mt-10">
          <p role="status" className="text-sm text-slate">
            {plural(found.length, { one: '# answer', other: '# answers' })}
          </p>
          {found.length === 0 ? <NothingFound /> : <AnswerList answers={found.map(({ item }) => item)} open />}
        </section>
      )}
    </>
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

/** Questions are read, answers opened. `open`: they are what was searched for. */
function AnswerList({ answers, open = false }: { answers: readonly Answer[]; open?: boolean }) {
  return (
    <div className="mt-3 border-b border-line">
      {answers.map(({ id, question, blocks }) => (
        <details key={id} id={id} open={open} className="group scroll-mt-6 border-t border-line">
          <summary
            // The address of an answer, to share it.
            onClick={() => history.replaceState(history.state, '', `#${id}`)}
            className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-2 font-semibold decoration-line underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden"
          >
            {question}
            <NextMark className="size-5 shrink-0 rotate-90 text-slate group-open:-rotate-90 print:hidden" />
          </summary>
          <div className="pb-5 [&>:first-child]:mt-0">
            <Blocks blocks={blocks} />
          </div>
        </details>
      ))}
    </div>
  )
}

/** Opens the answer that the URL names, and all of them for paper. */
function useOpenedAnswers(): void {
  useEffect(() => {
    const show = () => open(document.getElementById(decodeURIComponent(location.hash.slice(1))))
    const showAll = () => document.querySelectorAll('main details').forEach(open)
    show()
    for (const moved of ['hashchange', 'pushState']) window.addEventListener(moved, show)
    window.addEventListener('beforeprint', showAll)
    return () => {
      for (const moved of ['hashchange', 'pushState']) window.removeEventListener(moved, show)
      window.removeEventListener('beforeprint', showAll)
    }
  }, [])
}

function open(found: Element | null): void {
  if (found instanceof HTMLDetailsElement) found.open = true
}
