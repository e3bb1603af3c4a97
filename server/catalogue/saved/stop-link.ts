import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '#server/platform/keys.ts'

const PURPOSE = 'stop-alerts'
const MAC_BYTES = 18

/** Names a saved search and proves that the house wrote it. It can do one thing: switch the alerts of this search off. */
export function stopToken(keys: Keys, searchId: string): string {
  const id = Buffer.from(searchId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(keys, id)]).toString('base64url')
}

/** The search's id, or null for a token that the house did not write. */
export function readStopToken(keys: Keys, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 16 + MAC_BYTES) return null
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), macOf(keys, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function macOf(keys: Keys, id: Buffer): Buffer {
  return keys.mac(PURPOSE, id).subarray(0, MAC_BYTES)
}
