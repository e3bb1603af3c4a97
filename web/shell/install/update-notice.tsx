import { t } from '#web/platform/language/text.ts'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { applyUpdate, updateIsWaiting, watchUpdate } from './service-worker.ts'

/** Offers the newer version of the page; never reloads on its own, since the person may be bidding. */
export function UpdateNotice() {
  const isWaiting = useSyncExternalStore(watchUpdate, updateIsWaiting)
  if (!isWaiting) return null
  return (
    <section aria-label={t`Update`} className="rounded-md border border-line bg-paper p-4 shadow-float">
      <p className="text-sm">{t`A new version of this site is available.`}</p>
      <Button className="mt-3" variant="outline" size="sm" onClick={applyUpdate}>
        {t`Update now`}
      </Button>
    </section>
  )
}
