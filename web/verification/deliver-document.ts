import { findUpload } from '#contract/verification/verification.ts'
import { whenOnline } from '#web/platform/online.ts'
import { call, RequestError } from '#web/platform/request.ts'
import { sendDocument, type Outgoing } from './send-document.ts'

/** The state of a delivery: the fraction of bytes sent, or waiting for the connection. */
export type Delivery = { state: 'sending'; share: number } | { state: 'waiting' }

/** In ms, before the second try, the third and the fourth; the last one before every further try, until the person stops it. */
const PAUSES_MS = [1000, 3000, 8000]
const LAST_PAUSE_MS = 15_000
/** A stalled connection does not answer a status request either. */
const ASK_MS_MAX = 15_000

/**
 * Sends a document until the server has answered. When the connection breaks it waits for it, asks whether the document
 * has arrived, and sends again only if it has not; the upload's id ensures that it counts once. Throws RequestError,
 * and an AbortError when `signal` aborts it.
 */
export async function deliverDocument(
  outgoing: Outgoing,
  report: (delivery: Delivery) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (attempt > 0 && (await hasArrived(outgoing.uploadId, signal))) return
      report({ state: 'sending', share: 0 })
      return await sendDocument(outgoing, (share) => report({ state: 'sending', share }), signal)
    } catch (failure) {
      signal.throwIfAborted()
      if (!isUnanswered(failure)) throw failure
      report({ state: 'waiting' })
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

/** No answer, or one that says that the server could not process it just now. */
function isUnanswered(failure: unknown): boolean {
  return failure instanceof RequestError && (failure.status === 0 || failure.status >= 500)
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), fail(signal.reason as Error)), { once: true })
  })
}
