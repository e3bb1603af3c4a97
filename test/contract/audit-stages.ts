import { cancelAuction } from '#contract/bidding/cancel-auction.ts'
import { pauseAll, pauseAuction, resumeAll, resumeAuction } from '#contract/bidding/halts.ts'
import type { CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { nameOf, type Answer, type Input } from './requests.ts'

/** The input with which each action succeeds, by its name; it may prepare data first. */
export type Stages = Record<string, () => Promise<Input>>

/** What the stages share. `helper`: an auctioneer who performs the necessary earlier actions. */
export type Desk = { server: TestServer; helper: CastMember }

/** These record the action itself and each lot that it moved. */
export const MOVES_LOTS = [pauseAuction, resumeAuction, pauseAll, resumeAll, cancelAuction].map(nameOf)

type Named = { id?: string; planId?: string; messageIds?: string[]; vehicleIds?: string[]; changes?: object }

/** The subjects an action may have: ids from its path, its body or its answer; otherwise the company. */
export function subjectsOf({ params = {}, body }: Input, { json }: Answer): unknown[] {
  const { id, planId, messageIds = [], vehicleIds = [], changes = {} } = (body ?? {}) as Named
  const made = (json as { id?: string } | null)?.id
  const named = [...Object.values(params), id, planId, ...messageIds, ...vehicleIds, ...Object.keys(changes), made]
  const subjects = named.filter((each) => each !== undefined)
  return subjects.length === 0 ? ['company'] : subjects
}
