import type { House } from '#server/platform/house.ts'
import type { Sample } from '#server/platform/meters/meters.ts'
import type { Channel } from './kinds.ts'

/** `put-off`: it comes again later. `given-up`: it never will. `too-late`: it was of no use any more. */
export type DeliveryOutcome = 'sent' | 'put-off' | 'given-up' | 'too-late'

type Count = { channel: Channel; outcome: DeliveryOutcome; count: number }

const counts = new WeakMap<House, Map<string, Count>>()

export function noteDelivery(house: House, channel: Channel, outcome: DeliveryOutcome): void {
  const mine = countsOf(house)
  const key = `${channel} ${outcome}`
  const known = mine.get(key)
  if (known === undefined) mine.set(key, { channel, outcome, count: 1 })
  else known.count += 1
}

export function tellDeliveries(house: House): void {
  const mine = countsOf(house)
  house.meters.counter(
    'paddock_notice_deliveries_total',
    'Tries to deliver a notice, by way (page, mail, push) and outcome.',
    () => [...mine.values()].map(({ channel, outcome, count }): Sample => [{ channel, outcome }, count]),
  )
}

function countsOf(house: House): Map<string, Count> {
  const known = counts.get(house) ?? new Map<string, Count>()
  counts.set(house, known)
  return known
}
