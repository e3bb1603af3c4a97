import { lazy, Suspense, useSyncExternalStore } from 'react'
import { shownToasts, watchToasts } from './toast-store.ts'

export { toast } from './toast-store.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** Mounted once by the shell. The region's code is fetched with the first toast. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, shownToasts, shownToasts)
  if (toasts.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion toasts={toasts} />
    </Suspense>
  )
}
