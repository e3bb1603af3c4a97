import type { Decision } from './command.ts'
import type { Rejection } from './rejection.ts'

/** Refusals that need no numbers. */
export type PlainCode = Exclude<
  Rejection['code'],
  'not-eligible' | 'not-a-bid-unit' | 'below-next-bid' | 'over-bidding-limit' | 'maximum-committed' | 'below-high-bid'
>

/** The rules say no. */
export function refuse(rejection: Rejection): Decision {
  return { ok: false, rejection }
}

/** The rules say no, and the code says why. */
export function refuseWith(code: PlainCode): Decision {
  return { ok: false, rejection: { code } }
}
