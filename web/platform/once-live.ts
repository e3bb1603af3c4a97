import { useEffect, useRef } from 'react'
import type { FeedState } from './feed.ts'

/**
 * Calls back when the feed is connected again after the connection was lost, so that what was missed is loaded.
 * `first`: also at the first connection, for data that must not miss a change between its first load and that moment.
 */
export function useOnceLive(feed: FeedState | undefined, action: () => void, first = false): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  const status = feed?.status
  const before = useRef(status)
  useEffect(() => {
    const wasAway = before.current === 'reconnecting' || (first && before.current === 'connecting')
    if (status === 'live' && wasAway) latest.current()
    before.current = status
  }, [status, first])
}
