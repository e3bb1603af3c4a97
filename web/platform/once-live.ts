import { useEffect, useRef } from 'react'
import type { FeedState } from './feed.ts'

/**
 * Calls when the feed is connected again after the connection was lost, so that what was missed is read. `first`: also when it is connected
 * for the first time, for what must not miss a change between its first reading and that moment.
 */
export function useOnceLive(feed: FeedState | undefined, act: () => void, first = false): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const status = feed?.status
  const before = useRef(status)
  useEffect(() => {
    const wasAway = before.current === 'reconnecting' || (first && before.current === 'connecting')
    if (status === 'live' && wasAway) latest.current()
    before.current = status
  }, [status, first])
}
