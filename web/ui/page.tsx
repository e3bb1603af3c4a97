import clsx from 'clsx'
import { useEffect, type ReactNode } from 'react'

const WIDTHS = {
  /** Reading: 68 characters a line, text of 17. */
  prose: 'max-w-[44rem] text-base',
  form: 'max-w-[30rem]',
  wide: '',
}

/** A page's frame: the document's title, the one h1, and what stands under it. The shell has the landmarks. */
export function Page({
  title,
  lead,
  width = 'wide',
  children,
}: {
  title: string
  lead?: ReactNode
  width?: keyof typeof WIDTHS
  children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    // One left edge for the wordmark, every title and the footer.
    <div className="mx-auto w-full max-w-[84rem] px-4 py-8 sm:px-6 sm:py-12">
      <h1 className="text-xl sm:text-2xl">{title}</h1>
      {lead === undefined ? null : <p className="mt-3 max-w-[44rem] text-base text-slate sm:text-lg">{lead}</p>}
      <div className={clsx('mt-8', WIDTHS[width])}>{children}</div>
    </div>
  )
}

/** Names the browser's tab after what the page shows. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Paddock`
  }, [title])
}
