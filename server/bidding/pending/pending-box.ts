import type { Money } from '#engine'
import type { Keys } from '#server/platform/keys.ts'

/** What a pending bid's encryption is bound to: moved to another row it can't be decrypted. */
export function pendingContext(accountId: string, lotId: string): string {
  return `pending:${accountId}:${lotId}`
}

export function sealPending(keys: Keys, accountId: string, lotId: string, maximum: Money): Buffer {
  return keys.seal(Buffer.from(String(maximum)), pendingContext(accountId, lotId))
}

export function openPending(keys: Keys, row: { account_id: string; lot_id: string; sealed: Buffer }): Money {
  return Number(keys.open(row.sealed, pendingContext(row.account_id, row.lot_id)).toString())
}

/**
 * The id under which a pending bid joins in: always the same for the same pending bid, so that it counts once however often it is retried,
 * and unpredictable, so that no one can use it up. A UUID of version 8.
 */
export function bidIdOf(keys: Keys, pendingId: string): string {
  const bytes = keys.mac('pending-bid', pendingId).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
