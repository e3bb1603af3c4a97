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

/** A seller's statements in the settlement of an auction. */
type Settled = { statements: { id: string }[] }
const idOf = ({ id }: { id: string }) => id

/** The subjects an action may have: ids from its path, its body or its answer; otherwise the company. */
export function subjectsOf({ params = {}, body }: Input, { json }: Answer): unknown[] {
  const { id, planId, messageIds = [], vehicleIds = [], changes = {} } = (body ?? {}) as Named
  const { id: made, sellers } = (json ?? {}) as { id?: string; sellers?: unknown }
  const issued = Array.isArray(sellers) ? (sellers as Settled[]).flatMap(({ statements }) => statements.map(idOf)) : []
  const ids = [id, planId, ...messageIds, ...vehicleIds, made, ...issued]
  const named = [...Object.values(params), ...ids, ...Object.keys(changes)]
  const subjects = named.filter((each) => each !== undefined)
  return subjects.length === 0 ? ['company'] : subjects
}
