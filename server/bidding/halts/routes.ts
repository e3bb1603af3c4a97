import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import {
  pauseHouse,
  pauseSale,
  readHalts,
  resumeHouse,
  resumeSale,
  type Halt,
  type HaltReply,
} from '#contract/halts.ts'
import { readSale } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import { chore } from '#server/platform/chore.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notFound } from '#server/platform/problem.ts'
import type { RoomHandle } from '#server/platform/room.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Lanes } from '../lane/lanes.ts'
import { keepHalts, oneRound } from './keep-halts.ts'
import { haltInForce, haltsInForce, insertHalt, liftHalt, type HaltRow, type OpenHalt } from './store.ts'

/** What is not done when the press is answered, a worker does within moments. */
const EVERY_MS = 250
const ANSWER_MS = 3000

type Press = { auctionId: string | null; actorId: string; reason: string }

/** How many presses are under way, by sale, or null for the house. Of other processes nothing is known: they may lend a hand. */
type InHand = Map<string | null, number>

/** Pauses a whole sale, or the house, and lets it go on. */
export function haltRoutes(app: FastifyInstance, house: House, lanes: Lanes): RoomHandle {
  const inHand: InHand = new Map()
  const pressed = async (press: Press, act: typeof start): Promise<HaltReply> => {
    const { auctionId } = press
    inHand.set(auctionId, (inHand.get(auctionId) ?? 0) + 1)
    try {
      return await act(house, lanes, press)
    } finally {
      inHand.set(auctionId, inHand.get(auctionId)! - 1)
      if (inHand.get(auctionId) === 0) inHand.delete(auctionId)
    }
  }
  serve(app, readHalts, async () => ({ items: await inForce(house) }))
  serve(app, pauseSale, async ({ params, body, person }) => {
    const press = { auctionId: params.auctionId, actorId: person.id, ...body }
    if ((await readSale(house.db, press.auctionId)) === undefined) throw notFound('this sale')
    return pressed(press, start)
  })
  serve(app, resumeSale, async ({ params, body, person }) => {
    const press = { auctionId: params.auctionId, actorId: person.id, ...body }
    if ((await readSale(house.db, press.auctionId)) === undefined) throw notFound('this sale')
    return pressed(press, lift)
  })
  serve(app, pauseHouse, ({ body, person }) => pressed({ auctionId: null, actorId: person.id, ...body }, start))
  serve(app, resumeHouse, ({ body, person }) => pressed({ auctionId: null, actorId: person.id, ...body }, lift))
  return chore(house, 'keep standing what was halted', EVERY_MS, () =>
    keepHalts(house, lanes, (auctionId) => inHand.has(auctionId)),
  )
}

/** Pressed again while it is in force, it is the same halt, and its record stays the first one's. */
async function start(house: House, lanes: Lanes, press: Press): Promise<HaltReply> {
  const begun = await house.db.transaction().execute(async (trx) => {
    const halt = await insertHalt(trx, { id: newId(), ...press })
    if (halt !== null) await record(trx, press, 'pause')
    return halt
  })
  return answer(house, lanes, begun ?? (await haltInForce(house.db, press.auctionId)))
}

async function lift(house: House, lanes: Lanes, press: Press): Promise<HaltReply> {
  const lifted = await house.db.transaction().execute(async (trx) => {
    const halt = await liftHalt(trx, press)
    if (halt !== null) await record(trx, press, 'resume')
    return halt
  })
  return answer(house, lanes, lifted)
}

async function record(trx: Kysely<object>, { auctionId, actorId, reason }: Press, verb: string): Promise<void> {
  const subject =
    auctionId === null
      ? { act: `${verb}-house`, subjectKind: 'house', subjectId: 'house' }
      : { act: `${verb}-sale`, subjectKind: 'auction', subjectId: auctionId }
  await audit(trx, { actorId, reason, ...subject })
}

/** Moves lots until none is left or the person has waited long enough. */
async function answer(house: House, lanes: Lanes, halt: OpenHalt | null): Promise<HaltReply> {
  const until = performance.now() + ANSWER_MS
  let changed = 0
  let more = halt !== null
  while (halt !== null && more && performance.now() < until) {
    const round = await oneRound(house, lanes, halt)
    changed += round.changed
    more = round.more
  }
  return { items: await inForce(house), changed, more }
}

async function inForce(house: House): Promise<Halt[]> {
  return (await haltsInForce(house.db)).map(presentHalt)
}

function presentHalt(row: HaltRow): Halt {
  const { id, auction_id: auctionId, title: saleTitle, reason, lots } = row
  return { id, auctionId, saleTitle, reason, startedAt: row.started_at, startedBy: row.name, lots }
}
