import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { type ReactNode, useEffect } from 'react'
import type { Article as Text, Section } from '#contract/content/article.ts'
import type { PageName } from '#contract/content/content.ts'
import { type BandName, CONTENTS_FROM, PAGE_BANDS } from '#contract/content/page-layout.ts'
import { Blocks, type Parts } from '#web/content/blocks.tsx'
import { useArticle } from '#web/content/use-article.ts'
import { language } from '../platform/language/language.ts'
import { Notice } from '../ui/notice.tsx'
import { Page, useDocumentTitle } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Band } from './band.tsx'

type Around = {
  parts?: Parts
  /** By the id of the section they follow. */
  after?: Record<string, ReactNode>
  /** Beside the title, in place of a band. */
  portrait?: ReactNode
  children?: ReactNode
}

/** A public page whose text staff edit. `title` is shown until the text is there. */
export function ArticlePage({ name, title, ...around }: Around & { name: PageName; title: string }) {
  const { data, isError } = useArticle(name)
  if (data !== undefined) return <Article text={data} band={PAGE_BANDS[name]} {...around} />
  return (
    <Page title={title} width="prose">
      {isError ? (
        <Notice tone="bad" title={t`We couldn’t load this page`}>
          {t`Check your connection and reload the page.`}
        </Notice>
      ) : (
        <Spinner />
      )}
    </Page>
  )
}

/** One photo, the text in reading width in the middle and, on wide screens, the contents at its side. Each section can be linked to. */
export function Article({
  text: { title, lead, sections, language: written },
  band,
  parts = {},
  after = {},
  portrait,
  children,
}: Around & { text: Text; band?: BandName | undefined }) {
  useDocumentTitle(title)
  useHashTarget()
  return (
    <article lang={written} className="mx-auto w-full max-w-[84rem] px-4 py-8 text-base sm:px-6 sm:py-12">
      {band === undefined ? null : <Band name={band} />}
      <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_44rem_minmax(0,1fr)]">
        <header className={clsx('mx-auto w-full max-w-[44rem] xl:col-start-2', band !== undefined && 'mt-8')}>
          {portrait}
          {written === undefined ? null : <OnlyInEnglish />}
          <h1 className="text-xl sm:text-2xl">{title}</h1>
          <div className={sections.length === 0 ? 'mt-6' : 'text-slate sm:text-lg'}>
            <Blocks blocks={lead} parts={parts} />
          </div>
        </header>
        {sections.length < CONTENTS_FROM ? null : <Contents sections={sections} />}
        <div className="mx-auto w-full max-w-[44rem] xl:col-start-2 xl:row-start-2">
          {sections.map(({ id, heading, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`} className="mt-10 scroll-mt-6">
              <h2 id={`${id}-heading`} className="text-lg">
                {heading}
              </h2>
              <Blocks blocks={blocks} parts={parts} />
              {after[id]}
            </section>
          ))}
          {children}
        </div>
      </div>
    </article>
  )
}

/** Above a text that staff changed in English alone. */
export function OnlyInEnglish() {
  return (
    <p lang={language} className="mb-2 text-sm text-slate">
      {t`This text is only available in English.`}
    </p>
  )
}

/** Links to the parts of a page: at its side on wide screens, above it on others, and on phones in one row that scrolls. */
export function Contents({ sections }: { sections: readonly Pick<Section, 'id' | 'heading'>[] }) {
  return (
    <nav
      aria-label={t`On this page`}
      className="mx-auto mt-8 w-full max-w-[44rem] min-w-0 border-y border-line py-1 sm:py-3 print:hidden xl:sticky xl:top-6 xl:col-start-1 xl:row-start-2 xl:mt-10 xl:self-start xl:border-0 xl:py-0"
    >
      <ul className="gap-x-5 whitespace-nowrap -mx-1 overflow-x-auto px-1 max-sm:flex sm:columns-2 sm:gap-x-6 sm:whitespace-normal xl:columns-1">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center text-sm sm:min-h-9 hover:underline">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * The browser looks for the URL's `#part` before the text is there; this looks again when it is. Links inside the
 * application fire wouter's `pushState` event.
 */
export function useHashTarget(): void {
  useEffect(() => {
    const show = () => {
      const id = decodeURIComponent(location.hash.slice(1))
      if (id !== '') document.getElementById(id)?.scrollIntoView()
    }
    show()
    for (const moved of ['hashchange', 'pushState']) window.addEventListener(moved, show)
    return () => {
      for (const moved of ['hashchange', 'pushState']) window.removeEventListener(moved, show)
    }
  }, [])
}
