import { findUpload } from '#contract/verification.ts'
import { whenOnline } from '#web/platform/online.ts'
import { call, RequestError } from '#web/platform/request.ts'
import { sendDocument, type Outgoing } from './send-document.ts'

/** Where a delivery stands: `share` of the bytes is out, or the connection is awaited. */
export type Delivery = { state: 'sending'; share: number } | { state: 'waiting' }

/** Before the second try, the third and the fourth; the last one before every further try, until the person stops it. */
const PAUSES_MS = [1000, 3000, 8000]
const LAST_PAUSE_MS = 15_000
/** A connection that stalls gives no answer to a question either. */
const ASK_MS_MAX = 15_000

/**
 * Sends a document until the house has answered. When the connection breaks it waits for it, asks whether the document has arrived,
 * and sends again only if it has not; the upload's id makes sure that it counts once whatever happens. Throws RequestError, and an
 * AbortError when `signal` ends it.
 */
export async function deliverDocument(
  outgoing: Outgoing,
  tell: (delivery: Delivery) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (attempt > 0 && (await hasArrived(outgoing.uploadId, signal))) return
      tell({ state: 'sending', share: 0 })
      return await sendDocument(outgoing, (share) => tell({ state: 'sending', share }), signal)
    } catch (failure) {
      signal.throwIfAborted()
      if (!isUnanswered(failure)) throw failure
      tell({ state: 'waiting' })
      await pauseFor(PAUSES_MS[attempt] ?? LAST_PAUSE_MS, signal)
      await whenOnline(signal)
    }
  }
}

async function hasArrived(uploadId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await call(findUpload, { params: { uploadId } }, AbortSignal.any([signal, AbortSignal.timeout(ASK_MS_MAX)]))
    return true
  } catch (failure) {
    if (failure instanceof RequestError && failure.status === 404) return false
    throw failure
  }
}

/** No answer, or one that says that the house could not look at it just now. */
function isUnanswered(failure: unknown): boolean {
  return failure instanceof RequestError && (failure.status === 0 || failure.status >= 500)
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), fail(signal.reason as Error)), { once: true })
  })
}
