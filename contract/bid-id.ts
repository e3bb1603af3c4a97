/**
 * The id of a new bid, made where the button is pressed: a UUIDv7 of `now` (ms since the epoch) and the chance in `uuid` (any random
 * UUID). Ids of one moment lie side by side in the index of answered bids, which makes a bid cheaper to keep; nothing relies on it,
 * and any other UUID is as good an id.
 */
export function bidIdOf(now: number, uuid: string): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid.slice(15)}`
}
