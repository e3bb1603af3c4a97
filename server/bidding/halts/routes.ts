import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import {
  pauseAll,
  pauseAuction,
  readHalts,
  resumeAll,
  resumeAuction,
  type Halt,
  type HaltReply,
} from '#contract/bidding/halts.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import { job } from '#server/platform/job.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notFound } from '#server/platform/problem.ts'
import type { FeatureHandle } from '#server/platform/feature.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Lanes } from '../lane/lanes.ts'
import { keepHalts, oneRound } from './keep-halts.ts'
import { haltInForce, haltsInForce, insertHalt, liftHalt, type HaltRow, type OpenHalt } from './store.ts'

/** What is unfinished when the request is answered, a worker finishes within moments. */
const EVERY_MS = 250
const ANSWER_MS = 3000

type Press = { auctionId: string | null; actorId: string; reason: string }

/** Requests in progress, by auction or null for all auctions. Those of other processes are unknown: both may work on one halt. */
type Running = Map<string | null, number>

/** Pauses and resumes a whole auction, or all auctions. */
export function haltRoutes(http: FastifyInstance, app: App, lanes: Lanes): FeatureHandle {
  const running: Running = new Map()
  const pressed = async (press: Press, action: typeof start): Promise<HaltReply> => {
    const { auctionId } = press
    running.set(auctionId, (running.get(auctionId) ?? 0) + 1)
    try {
      return await action(app, lanes, press)
    } finally {
      running.set(auctionId, running.get(auctionId)! - 1)
      if (running.get(auctionId) === 0) running.delete(auctionId)
    }
  }
  serve(http, readHalts, async () => ({ items: await inForce(app) }))
  serve(http, pauseAuction, async ({ params, body, person }) => {
    const press = { auctionId: params.auctionId, actorId: person.id, ...body }
    if ((await readAuctionRow(app.db, press.auctionId)) === undefined) throw notFound('this auction')
    return pressed(press, start)
  })
  serve(http, resumeAuction, async ({ params, body, person }) => {
    const press = { auctionId: params.auctionId, actorId: person.id, ...body }
    if ((await readAuctionRow(app.db, press.auctionId)) === undefined) throw notFound('this auction')
    return pressed(press, lift)
  })
  serve(http, pauseAll, ({ body, person }) => pressed({ auctionId: null, actorId: person.id, ...body }, start))
  serve(http, resumeAll, ({ body, person }) => pressed({ auctionId: null, actorId: person.id, ...body }, lift))
  return job(app, 'keep halted lots paused', EVERY_MS, () =>
    keepHalts(app, lanes, (auctionId) => running.has(auctionId)),
  )
}

/** A repeated request while the halt is in force returns the same halt; its record stays the first one's. */
async function start(app: App, lanes: Lanes, press: Press): Promise<HaltReply> {
  const begun = await app.db.transaction().execute(async (trx) => {
    const halt = await insertHalt(trx, { id: newId(), ...press })
    if (halt !== null) await record(trx, press, 'pause')
    return halt
  })
  return answer(app, lanes, begun ?? (await haltInForce(app.db, press.auctionId)))
}

async function lift(app: App, lanes: Lanes, press: Press): Promise<HaltReply> {
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
  return { items: await inForce(app), changed, more }
}

async function inForce(app: App): Promise<Halt[]> {
  return (await haltsInForce(app.db)).map(presentHalt)
}

function presentHalt(row: HaltRow): Halt {
  const { id, auction_id: auctionId, title: auctionTitle, reason, lots } = row
  return { id, auctionId, auctionTitle, reason, startedAt: row.started_at, startedBy: row.name, lots }
}
