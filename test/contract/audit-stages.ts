import { pauseHouse, pauseSale, resumeHouse, resumeSale } from '#contract/halts.ts'
import type { CastMember } from '#test/cast.ts'
import type { TestHouse } from '#test/harness/house.ts'
import { nameOf, type Answer, type Input } from './requests.ts'

/** What makes each act succeed, by its name; it may set its stage first. */
export type Stages = Record<string, () => Promise<Input>>

/** What stages play on. `helper`: an auctioneer who does what must have been done before. */
export type Desk = { house: TestHouse; helper: CastMember }

/** Beside the press itself they record each lot that it moved. */
export const MOVES_LOTS = [pauseSale, resumeSale, pauseHouse, resumeHouse].map(nameOf)

/** What an act may be about: what its address or its body names, or what it answers with; else the house. */
export function subjectsOf({ params = {}, body }: Input, { json }: Answer): unknown[] {
  const { id, messageIds = [], changes = {} } = (body ?? {}) as { id?: string; messageIds?: string[]; changes?: object }
  const made = (json as { id?: string } | null)?.id
  const named = [...Object.values(params), id, ...messageIds, ...Object.keys(changes), made]
  const subjects = named.filter((each) => each !== undefined)
  return subjects.length === 0 ? ['house'] : subjects
}
