import { timingSafeEqual } from 'node:crypto'
import type { House } from '#server/platform/house.ts'
import type { Place } from './vault.ts'

/** Long enough to load the picture that was asked for, and no longer. */
const LINK_MS = 60_000
const EXPIRY_BYTES = 6

export type Link = { url: string; expiresAt: number }

/** A link to one picture, for one session: with any other, or later, it is worth nothing. */
export function makeLink(house: House, place: Place, sessionId: string): Link {
  const expiresAt = house.now() + LINK_MS
  const link = Buffer.concat([expiryOf(expiresAt), macOf(house, place, sessionId, expiresAt)]).toString('base64url')
  const { caseId, side, page } = place
  return { url: `/api/admin/verifications/${caseId}/${side}/${page}?link=${link}`, expiresAt }
}

/** Why a link does not open the picture, or null. */
export function faultOfLink(house: House, place: Place, sessionId: string, link: string): 'expired' | 'foreign' | null {
  const given = Buffer.from(link, 'base64url')
  if (given.length <= EXPIRY_BYTES) return 'foreign'
  const expiresAt = given.readUIntBE(0, EXPIRY_BYTES)
  const expected = macOf(house, place, sessionId, expiresAt)
  const mac = given.subarray(EXPIRY_BYTES)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return 'foreign'
  return expiresAt < house.now() ? 'expired' : null
}

function macOf(house: House, { caseId, side, page }: Place, sessionId: string, expiresAt: number): Buffer {
  return house.keys.mac('document-link', `${caseId} ${side} ${page} ${sessionId} ${expiresAt}`)
}

function expiryOf(at: number): Buffer {
  const bytes = Buffer.alloc(EXPIRY_BYTES)
  bytes.writeUIntBE(at, 0, EXPIRY_BYTES)
  return bytes
}
