import type { FeedState } from './feed.ts'

/** A feed that is live and silent: `vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))`. */
const LIVE: FeedState = { status: 'live', since: 0 }

export function useFeed(): FeedState {
  return LIVE
}

export function useFeedState(): FeedState {
  return LIVE
}

export function accountChangedAt(): number {
  return 0
}
