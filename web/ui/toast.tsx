import { t } from '#web/platform/language/text.ts'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { shownToasts, watchToasts } from './toast-store.ts'

export { toast } from './toast-store.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** Mounted once by the shell. The toast code is fetched with the first toast; until then an empty region takes the focus. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, shownToasts, shownToasts)
  if (toasts.length === 0) return <EmptyRegion />
  return (
    <Suspense fallback={<EmptyRegion />}>
      <ToastRegion toasts={toasts} />
    </Suspense>
  )
}

/** Behaves like the region with toasts for keyboards and screen readers: F8 focuses it. */
function EmptyRegion() {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={region} aria-label={t`Notifications (F8)`} tabIndex={-1} className="outline-none" />
  )
}
