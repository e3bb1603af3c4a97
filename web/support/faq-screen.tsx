import { t } from '#web/platform/language/text.ts'
import { Suspense, useEffect, useMemo, useState } from 'react'
import type { FaqTopic } from '#contract/content/content.ts'
import { topicId } from '#contract/content/page-layout.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { useFaq } from '#web/content/use-article.ts'
import { Contents, OnlyInEnglish, useHashTarget } from '../pages/article-page.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AnswerList } from './answer-list.tsx'

/** Its search needs an index that most visitors do without. */
const found = lazyPart(() => import('./found-answers.tsx'))

const TITLE = t`Frequently asked questions`

/** Every question by topic, with the topics at the side of wide screens. */
export default function FaqScreen() {
  const { data, isError } = useFaq()
  useDocumentTitle(TITLE)
  return (
    <div className="mx-auto grid w-full max-w-[84rem] gap-x-10 px-4 py-8 text-base sm:px-6 sm:py-12 xl:grid-cols-[minmax(0,1fr)_44rem_minmax(0,1fr)]">
      <header className="mx-auto w-full max-w-[44rem] xl:col-start-2">
        <h1 className="text-xl sm:text-2xl">{TITLE}</h1>
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
  const answers = useMemo(() => topics.flatMap((topic) => topic.answers), [topics])
  return (
    <>
      <div className="print:hidden">
        <Field label={t`Search answers`}>
          <Input
            type="search"
            value={query}
            onFocus={found.prepare}
            onChange={(event) => setQuery(event.target.value)}
          />
        </Field>
      </div>
      {query.trim() === '' ? (
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
        <Suspense fallback={<Spinner />}>
          <found.Part answers={answers} query={query} />
        </Suspense>
      )}
    </>
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
