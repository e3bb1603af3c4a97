import type { Money, Negotiation } from '#engine'
import type { Keys } from '#server/platform/keys.ts'

/** The part of a standing that only its owner may know. */
export type Secrets = { leaderMaximum: Money | null; runnerUp: Money | null }

/** Encrypts a standing's maximums for the row; bound to the lot, so that the ciphertext can't be decrypted in another row. */
export function sealStanding(keys: Keys, lotId: string, secrets: Secrets): Buffer {
  return keys.seal(Buffer.from(`${secrets.leaderMaximum ?? ''} ${secrets.runnerUp ?? ''}`), `standing:${lotId}`)
}

export function openSealed(keys: Keys, lotId: string, box: Buffer | null): Secrets {
  if (box === null) return { leaderMaximum: null, runnerUp: null }
  const [top = '', second = ''] = keys.open(box, `standing:${lotId}`).toString().split(' ')
  return { leaderMaximum: top === '' ? null : Number(top), runnerUp: second === '' ? null : Number(second) }
}

/** Encrypts a negotiation about a reserve: only its two sides may see the offers. */
export function sealNegotiation(keys: Keys, lotId: string, negotiation: Negotiation): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(negotiation)), `negotiation:${lotId}`)
}

export function openNegotiation(keys: Keys, lotId: string, box: Buffer): Negotiation {
  return JSON.parse(keys.open(box, `negotiation:${lotId}`).toString()) as Negotiation
}

/** Encrypts what a ledger event hides, as JSON text; bound to the lot. */
export function sealEvent(keys: Keys, lotId: string, secret: object): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(secret)), `ledger:${lotId}`)
}

export function openEvent(keys: Keys, lotId: string, box: Buffer): Record<string, unknown> {
  return JSON.parse(keys.open(box, `ledger:${lotId}`).toString()) as Record<string, unknown>
}
