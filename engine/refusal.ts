import type { Decision } from './command.ts'
import type { Rejection } from './rejection.ts'

/** Refusals that need no numbers. */
export type PlainCode = Exclude<
  Rejection['code'],
  'not-eligible' | 'not-a-bid-unit' | 'below-next-bid' | 'over-bidding-limit' | 'maximum-committed' | 'below-high-bid'
>

/** Refuses a command. */
export function refuse(rejection: Rejection): Decision {
  return { ok: false, rejection }
}

/** Refuses a command with only a code. */
export function refuseWith(code: PlainCode): Decision {
  return { ok: false, rejection: { code } }
}
