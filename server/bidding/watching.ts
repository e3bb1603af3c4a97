import type { Feed } from './feed/feed.ts'

const feeds = new WeakMap<object, Feed>()

/** The house's live feed, for rooms after this one. */
export function keepFeed(house: object, feed: Feed): void {
  feeds.set(house, feed)
}

/** Whether a person has a stream open, in this process, that carries the lot. */
export function isWatchingHere(house: object, accountId: string, lotId: string): boolean {
  return feeds.get(house)?.isWatching(accountId, lotId) ?? false
}
