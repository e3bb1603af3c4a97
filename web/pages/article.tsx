import { type ReactNode, useEffect } from 'react'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useCompanyTermsState } from '../platform/company-terms.ts'
import type { Copy, Section } from './content/section.ts'

/** A public text page whose figures come from the server; `after` adds to the section of that id. */
export function TermsArticle(props: {
  title: string
  lead?: string
  copy: Copy
  after?: Record<string, ReactNode>
  contents?: boolean
  children?: ReactNode
}) {
  const { terms, failed } = useCompanyTermsState()
  const { copy, children, ...rest } = props
  if (terms !== undefined) {
    return (
      <Article {...rest} sections={copy(terms)}>
        {children}
      </Article>
    )
  }
  return (
    <Page title={props.title} lead={props.lead} width="prose">
      {failed ? (
        <Notice tone="bad" title="We couldn’t load this page">
          Check your connection and reload the page.
        </Notice>
      ) : (
        <Spinner />
      )}
    </Page>
  )
}

/** Headings, paragraphs and lists in reading width; each section can be linked to. */
export function Article({
  title,
  lead,
  sections,
  after = {},
  contents = false,
  children,
}: {
  title: string
  lead?: string
  sections: Section[]
  after?: Record<string, ReactNode>
  contents?: boolean
  children?: ReactNode
}) {
  useHashTarget()
  return (
    <Page title={title} lead={lead} width="prose">
      {contents ? <Contents sections={sections} /> : null}
      {sections.map((section) => (
        <section
          key={section.id}
          id={section.id}
          aria-labelledby={`${section.id}-heading`}
          className="mt-10 scroll-mt-6"
        >
          <h2 id={`${section.id}-heading`} className="text-lg">
            {section.heading}
          </h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3">
              {paragraph}
            </p>
          ))}
          {section.points === undefined ? null : (
            <ul className="mt-3 list-disc space-y-2 pl-5">
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {after[section.id]}
        </section>
      ))}
      {children}
    </Page>
  )
}

function Contents({ sections }: { sections: Section[] }) {
  return (
    <nav aria-label="On this page" className="border-y border-line py-3">
      <ul className="gap-x-6 sm:columns-2">
        {sections.map((section) => (
          <li key={section.id}>
            <a href={`#${section.id}`} className="inline-flex min-h-9 items-center text-sm hover:underline">
              {section.heading}
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
