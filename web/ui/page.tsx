import clsx from 'clsx'
import { useEffect, type ReactNode } from 'react'
import { useCompanyName } from '../platform/company-name.ts'

const WIDTHS = {
  /** For reading: 68 characters per line, 17 px text. */
  prose: 'max-w-[44rem] text-base',
  form: 'max-w-[30rem]',
  wide: '',
}

/** A page's frame: the document title, the one h1, and the content below it. The shell provides the landmarks. */
export function Page({
  title,
  above,
  lead,
  width = 'wide',
  centered = false,
  aside,
  children,
}: {
  title: string
  /** Such as the link back to the list that the page belongs to. */
  above?: ReactNode
  lead?: ReactNode
  width?: keyof typeof WIDTHS
  /** For pages that are read: the column is in the middle of a wide window. */
  centered?: boolean
  /** Beside the content on wide screens, below it on others. */
  aside?: ReactNode
  children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    // The wordmark, every title and the footer share one left edge.
    <div className="mx-auto w-full max-w-[84rem] px-4 py-8 sm:px-6 sm:py-12">
      <div className={clsx(centered && ['mx-auto', WIDTHS[width]])}>
        {above}
        <h1 className="text-xl sm:text-2xl">{title}</h1>
        {lead === undefined ? null : (
          <div className="mt-3 max-w-[44rem] text-base wrap-anywhere text-slate sm:text-lg">{lead}</div>
        )}
        {aside === undefined ? (
          <div className={clsx('mt-8', WIDTHS[width])}>{children}</div>
        ) : (
          <div className="mt-8 grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,30rem)_minmax(0,26rem)]">
            <div className={clsx('min-w-0', WIDTHS[width])}>{children}</div>
            <div className="max-w-[30rem] border-t border-line pt-8 lg:self-start lg:border-t-0 lg:border-l lg:pt-0 lg:pl-10">
              {aside}
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

/** Sets the browser tab's title to what the page shows. */
export function useDocumentTitle(title: string): void {
  const name = useCompanyName()
  useEffect(() => {
    document.title = name === '' ? title : `${title} · ${name}`
  }, [title, name])
}
