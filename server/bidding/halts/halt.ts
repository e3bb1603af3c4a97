import type { Kysely } from 'kysely'
import type { Halt, HaltReply } from '#contract/bidding/halts.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { newId } from '#server/platform/id.ts'
import type { Lanes } from '../lane/lanes.ts'
import { oneRound } from './keep-halts.ts'
import { haltInForce, haltsInForce, insertHalt, liftHalt, type HaltRow, type OpenHalt } from './store.ts'

/** What is unfinished when the request is answered, a worker finishes within moments. */
const ANSWER_MS = 3000

/** Who pauses or resumes an auction, or all of them (null), and why. */
export type Press = { auctionId: string | null; actorId: string; reason: string }

/** A repeated request while the halt is in force returns the same halt; its record stays the first one's. */
export async function startHalt(app: App, lanes: Lanes, press: Press): Promise<HaltReply> {
  const begun = await app.db.transaction().execute(async (trx) => {
    const halt = await insertHalt(trx, { id: newId(), ...press })
    if (halt !== null) await record(trx, press, 'pause')
    return halt
  })
  return answer(app, lanes, begun ?? (await haltInForce(app.db, press.auctionId)))
}

export async function endHalt(app: App, lanes: Lanes, press: Press): Promise<HaltReply> {
  const lifted = await app.db.transaction().execute(async (trx) => {
    const halt = await liftHalt(trx, press)
    if (halt !== null) await record(trx, press, 'resume')
    return halt
  })
  return answer(app, lanes, lifted)
}

async function record(
  trx: Kysely<object>,
  { auctionId, actorId, reason }: Press,
  verb: 'pause' | 'resume',
): Promise<void> {
  const subject =
    auctionId === null
      ? ({ action: `${verb}-all`, subjectKind: 'company', subjectId: 'company' } as const)
      : ({ action: `${verb}-auction`, subjectKind: 'auction', subjectId: auctionId } as const)
  await audit(trx, { actorId, reason, ...subject })
}

/** Processes lots until none is left or the person has waited long enough. */
async function answer(app: App, lanes: Lanes, halt: OpenHalt | null): Promise<HaltReply> {
  const until = performance.now() + ANSWER_MS
  let changed = 0
  let more = halt !== null
  while (halt !== null && more && performance.now() < until) {
    const round = await oneRound(app, lanes, halt)
    changed += round.changed
    more = round.more
  }
  return { items: await openHalts(app), changed, more }
}

export async function openHalts(app: App): Promise<Halt[]> {
  return (await haltsInForce(app.db)).map(presentHalt)
}

function presentHalt(row: HaltRow): Halt {
  const { id, auction_id: auctionId, title: auctionTitle, reason, lots } = row
  return { id, auctionId, auctionTitle, reason, startedAt: row.started_at, startedBy: row.name, lots }
}
