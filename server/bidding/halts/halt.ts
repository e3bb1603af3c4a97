import type { Kysely } from 'kysely'
import type { Halt, HaltReply } from '#contract/bidding/halts.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { newId } from '#server/platform/id.ts'
import type { Lanes } from '../lane/lanes.ts'
import { oneRound } from './keep-halts.ts'
import { countHeld, haltInForce, haltsInForce, insertHalt, liftHalt, type HaltRow, type OpenHalt } from './store.ts'

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
  const halt = begun ?? (await haltInForce(app.db, press.auctionId))
  const held = begun !== null || halt === null ? 0 : await countHeld(app.db, halt.id)
  return answer(app, lanes, halt, held)
}

export async function endHalt(app: App, lanes: Lanes, press: Press): Promise<HaltReply> {
  const lifted = await app.db.transaction().execute(async (trx) => {
    const halt = await liftHalt(trx, press)
    if (halt === null) return null
    await record(trx, press, 'resume')
    return { halt, held: await countHeld(trx, halt.id) }
  })
  return answer(app, lanes, lifted?.halt ?? null, lifted?.held ?? 0)
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

/**
 * Processes lots until none is left or the person has waited long enough. `held`: how many lots the halt held before. The answer counts
 * also those that other processes pause or resume meanwhile, and those paused in the commit that opened them.
 */
async function answer(app: App, lanes: Lanes, halt: OpenHalt | null, held: number): Promise<HaltReply> {
  if (halt === null) return { items: await openHalts(app), changed: 0, more: false }
  const until = performance.now() + ANSWER_MS
  let more = true
  while (more && performance.now() < until) ({ more } = await oneRound(app, lanes, halt))
  const changed = Math.abs((await countHeld(app.db, halt.id)) - held)
  return { items: await openHalts(app), changed, more }
}

export async function openHalts(app: App): Promise<Halt[]> {
  return (await haltsInForce(app.db)).map(presentHalt)
}

function presentHalt(row: HaltRow): Halt {
  const { id, auction_id: auctionId, title: auctionTitle, reason, lots } = row
  return { id, auctionId, auctionTitle, reason, startedAt: row.started_at, startedBy: row.name, lots }
}
