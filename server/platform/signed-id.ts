import { timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

const MAC_BYTES = 18

/**
 * A token for a link in an email: the id of a row (UUID) and proof that we signed it for this purpose. The same at every try of an
 * email. It signs no one in: the purpose alone decides what it opens.
 */
export function signId(keys: Keys, purpose: string, rowId: string): string {
  const id = Buffer.from(rowId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(keys, purpose, id)]).toString('base64url')
}

/** The id in a token, or null if we did not sign it for this purpose. */
export function readSignedId(keys: Keys, purpose: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 16 + MAC_BYTES) return null
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), macOf(keys, purpose, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function macOf(keys: Keys, purpose: string, id: Buffer): Buffer {
  return keys.mac(purpose, id).subarray(0, MAC_BYTES)
}
