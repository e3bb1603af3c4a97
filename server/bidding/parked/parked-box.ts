import type { Money } from '#engine'
import type { Keys } from '#server/platform/keys.ts'

/** What a parked maximum is bound to: moved to another row it does not open. */
export function parkedContext(accountId: string, lotId: string): string {
  return `parked:${accountId}:${lotId}`
}

export function sealParked(keys: Keys, accountId: string, lotId: string, maximum: Money): Buffer {
  return keys.seal(Buffer.from(String(maximum)), parkedContext(accountId, lotId))
}

export function openParked(keys: Keys, row: { account_id: string; lot_id: string; sealed: Buffer }): Money {
  return Number(keys.open(row.sealed, parkedContext(row.account_id, row.lot_id)).toString())
}

/**
 * The id under which a parked bid joins in: always the same for the same parked bid, so that it counts once however often it is tried,
 * and not to be known before, so that nobody can use it up. A UUID of version 8.
 */
export function bidIdOf(keys: Keys, parkedId: string): string {
  const bytes = keys.mac('parked-bid', parkedId).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
