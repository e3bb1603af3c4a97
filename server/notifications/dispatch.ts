import type { House } from '#server/platform/house.ts'
import { staffListChanged } from '#server/platform/staff-list.ts'
import { claimDue, noteFailed, noteSent, putOff, type Accepted, type Claim } from './delivery-store.ts'
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
const TOO_LATE = 'It was too late to be of use.'

/** 5 s, 15 s, 45 s … an hour. */
export function delayAfter(tries: number): number {
  return Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 3 ** (tries - 1))
}

/** Works off the deliveries of one channel, so many at once. Every process with the role `worker` does; a claim is one process's. */
export function startDispatch(house: House, channel: Channel, atOnce: number, deliver: Deliver): Dispatch {
  let running = 0
  let claiming = false
  let stopped = false
  const ended = new Set<Promise<void>>()

  const run = async (claim: Claim) => {
    running += 1
    try {
      await attempt(house, channel, deliver, claim)
    } catch (err) {
      // Noting failed: the claim ends by itself, and the next try carries the same id.
      house.log.warn({ err, channel }, 'what became of a delivery could not be noted')
    } finally {
      running -= 1
      if (channel === 'mail') staffListChanged(house, 'mails')
      wake()
    }
  }
  const claimMore = async () => {
    const claims = await claimDue(house.db, channel, atOnce - running)
    for (const claim of claims) {
      const done: Promise<void> = run(claim).finally(() => ended.delete(done))
      ended.add(done)
    }
  }
  const wake = () => {
    if (stopped || claiming || running >= atOnce) return
    claiming = true
    const done: Promise<void> = claimMore()
      .catch((err: unknown) => house.log.warn({ err, channel }, 'due deliveries could not be read'))
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

async function attempt(house: House, channel: Channel, deliver: Deliver, claim: Claim): Promise<void> {
  const { id, tries, kind, requestId } = claim
  const about = { notification: id, channel, kind, ...(requestId === null ? {} : { requestId }) }
  if (claim.isUseless) {
    noteDelivery(house, channel, 'too-late')
    return noteFailed(house.db, id, channel, TOO_LATE)
  }
  let accepted: Accepted
  try {
    accepted = await deliver(claim)
  } catch (error) {
    const { message } = error as Error
    noteDelivery(house, channel, error instanceof GiveUp ? 'given-up' : 'put-off')
    if (error instanceof GiveUp) return noteFailed(house.db, id, channel, message)
    house.log.warn({ err: error, ...about, tries }, 'a delivery failed and will be tried again')
    return putOff(house.db, id, channel, delayAfter(tries), message)
  }
  noteDelivery(house, channel, 'sent')
  if (requestId !== null) house.log.info(about, 'a delivery was made')
  await noteSent(house.db, id, channel, accepted)
}
