import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '#server/platform/keys.ts'

const PURPOSE = 'answer-link'
const MAC_BYTES = 18

/**
 * The signed token of an outbid notice's link: the notice's id and proof that the house wrote it. The same at every try of a mail. It
 * logs nobody in: it only fills in the next bid for the notice's own reader.
 */
export function answerToken(keys: Keys, notificationId: string): string {
  const id = Buffer.from(notificationId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(keys, id)]).toString('base64url')
}

export function answerPath(keys: Keys, notificationId: string): string {
  return `/answer/${answerToken(keys, notificationId)}`
}

/** The notice's id, or null for a token that the house did not write. */
export function readAnswerToken(keys: Keys, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 16 + MAC_BYTES) return null
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), macOf(keys, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function macOf(keys: Keys, id: Buffer): Buffer {
  return keys.mac(PURPOSE, id).subarray(0, MAC_BYTES)
}
