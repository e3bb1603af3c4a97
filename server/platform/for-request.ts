import { AsyncLocalStorage } from 'node:async_hooks'

const inHand = new AsyncLocalStorage<string | null>()

/**
 * Does `work` for a request: what it puts into the outbox carries the request's id, and so does what comes of that later. Null: nobody
 * asked, whatever was under way when this was called. Lanes, pools and timers outlive the request that happens to open them, so this is
 * read in one place alone, where the caller's own transaction gets a message.
 */
export function forRequest<T>(requestId: string | null, work: () => T): T {
  return inHand.run(requestId, work)
}

/** The id of the request that this is done for, or null. */
export function requestInHand(): string | null {
  return inHand.getStore() ?? null
}
