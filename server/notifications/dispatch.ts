import type { App } from '#server/platform/app.ts'
import { staffListChanged } from '#server/platform/staff-list.ts'
import { claimDue, noteFailed, noteSent, scheduleRetry, type Accepted, type Claim } from './delivery-store.ts'
import { noteDelivery } from './delivery-meters.ts'
import type { Channel } from './kinds.ts'

/** It will never be delivered; the message says why. */
export class GiveUp extends Error {}

/** Delivers one claim. Throws {@link GiveUp}, or anything else to be tried again later. */
export type Deliver = (claim: Claim) => Promise<Accepted>

export type Dispatch = { wake(): void; stop(): Promise<void> }

const POLL_MS = 300
const FIRST_DELAY_MS = 5000
const DELAY_MS_MAX = 3_600_000
const TOO_LATE = 'It was no longer relevant.'

/** 5 s, 15 s, 45 s … an hour. */
function delayAfter(tries: number): number {
  return Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 3 ** (tries - 1))
}

/** Sends the deliveries of one channel in every process with the role `worker`, at most `atOnce` at a time per process. */
export function startDispatch(app: App, channel: Channel, atOnce: number, deliver: Deliver): Dispatch {
  let running = 0
  let claiming = false
  let stopped = false
  const ended = new Set<Promise<void>>()

  const run = async (claim: Claim) => {
    running += 1
    try {
      await attempt(app, channel, deliver, claim)
    } catch (err) {
      // The result could not be recorded: the claim expires, and the next try uses the same id.
      app.log.warn({ err, channel }, 'could not record the outcome of a delivery')
    } finally {
      running -= 1
      if (channel === 'mail') staffListChanged(app, 'mails')
      // Several at a time: one claim for each delivery would cost as much as the delivery.
      if (running <= atOnce / 2) wake()
    }
  }
  const claimMore = async () => {
    const claims = await claimDue(app.db, channel, atOnce - running)
    for (const claim of claims) {
      const done: Promise<void> = run(claim).finally(() => ended.delete(done))
      ended.add(done)
    }
  }
  const wake = () => {
    if (stopped || claiming || running >= atOnce) return
    claiming = true
    const done: Promise<void> = claimMore()
      .catch((err: unknown) => app.log.warn({ err, channel }, 'could not read due deliveries'))
      .finally(() => {
        claiming = false
        ended.delete(done)
      })
    ended.add(done)
  }
  const timer = setInterval(wake, POLL_MS)
  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      while (ended.size > 0) await Promise.all(ended)
    },
  }
}

async function attempt(app: App, channel: Channel, deliver: Deliver, claim: Claim): Promise<void> {
  const { id, tries, kind, requestId } = claim
  const about = { notification: id, channel, kind, ...(requestId === null ? {} : { requestId }) }
  if (claim.isUseless) {
    noteDelivery(app, channel, 'too-late')
    return noteFailed(app.db, id, channel, TOO_LATE)
  }
  let accepted: Accepted
  try {
    accepted = await deliver(claim)
  } catch (error) {
    const { message } = error as Error
    noteDelivery(app, channel, error instanceof GiveUp ? 'given-up' : 'put-off')
    if (error instanceof GiveUp) return noteFailed(app.db, id, channel, message)
    app.log.warn({ err: error, ...about, tries }, 'a delivery failed and will be retried')
    return scheduleRetry(app.db, id, channel, delayAfter(tries), message)
  }
  noteDelivery(app, channel, 'sent')
  if (requestId !== null) app.log.info(about, 'a notice was delivered')
  await noteSent(app.db, id, channel, accepted)
}
