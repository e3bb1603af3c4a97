import type { Money, Talk } from '#engine'
import type { Keys } from '#server/platform/keys.ts'

/** What of a standing nobody but its owner may know. */
export type Secrets = { leaderMaximum: Money | null; runnerUp: Money | null }

/** Encrypts a standing's maximums for the row; bound to the lot, so that a box moved to another row does not open. */
export function sealStanding(keys: Keys, lotId: string, secrets: Secrets): Buffer {
  return keys.seal(Buffer.from(`${secrets.leaderMaximum ?? ''} ${secrets.runnerUp ?? ''}`), `standing:${lotId}`)
}

export function openSealed(keys: Keys, lotId: string, box: Buffer | null): Secrets {
  if (box === null) return { leaderMaximum: null, runnerUp: null }
  const [top = '', second = ''] = keys.open(box, `standing:${lotId}`).toString().split(' ')
  return { leaderMaximum: top === '' ? null : Number(top), runnerUp: second === '' ? null : Number(second) }
}

/** Encrypts a talk about a reserve: what is offered is known to its two sides only. */
export function sealTalk(keys: Keys, lotId: string, talk: Talk): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(talk)), `talk:${lotId}`)
}

export function openTalk(keys: Keys, lotId: string, box: Buffer): Talk {
  return JSON.parse(keys.open(box, `talk:${lotId}`).toString()) as Talk
}

/** Encrypts what a ledger event hides, as JSON text; bound to the lot. */
export function sealEvent(keys: Keys, lotId: string, secret: object): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(secret)), `ledger:${lotId}`)
}

export function openEvent(keys: Keys, lotId: string, box: Buffer): Record<string, unknown> {
  return JSON.parse(keys.open(box, `ledger:${lotId}`).toString()) as Record<string, unknown>
}
