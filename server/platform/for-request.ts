import { AsyncLocalStorage } from 'node:async_hooks'

const currentRequest = new AsyncLocalStorage<string | null>()

/**
 * Runs `work` on behalf of a request: the messages it puts into the outbox carry the request's id, and so does all later work they
 * cause. Null: no request, whatever was running when this was called. Lanes, pools and timers outlive the request that happens to start
 * them, so the id is read in one place only: where the caller's own transaction receives a message.
 */
export function forRequest<T>(requestId: string | null, work: () => T): T {
  return currentRequest.run(requestId, work)
}

/** The id of the request that is being handled, or null. */
export function currentRequestId(): string | null {
  return currentRequest.getStore() ?? null
}
