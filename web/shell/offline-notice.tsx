import { useQueryClient } from '@tanstack/react-query'
import { FIRST_TERMS } from '#contract/first-answers.ts'
import { useOnline } from '../platform/online.ts'
import { USER_KEY } from '../platform/query.ts'
import { formatInstant } from '../platform/time.ts'
import { Notice } from '../ui/notice.tsx'

/** Read for the frame of every page: they do not say how old a page is. */
const OF_FRAME: readonly unknown[] = [USER_KEY[0], FIRST_TERMS, '/api/notifications/unread', '/api/buying-power']

/** Says that there is no connection, and how old what is shown is. Goes by itself: then everything shown is read again. */
export function OfflineNotice() {
  const isOnline = useOnline()
  const client = useQueryClient()
  if (isOnline) return null
  const shown = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.dataUpdatedAt > 0 && !OF_FRAME.includes(queryKey[0]))
  const asOf = Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 pt-4 sm:px-6">
      <Notice tone="info" title="You’re offline">
        {Number.isFinite(asOf) ? `This page shows what was known at ${formatInstant(asOf)}. ` : ''}
        Prices and times may have changed. Everything updates when your connection is back.
      </Notice>
    </div>
  )
}
