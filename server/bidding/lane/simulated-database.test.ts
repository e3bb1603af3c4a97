import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { absencesBetween } from '#server/platform/health/heartbeat.ts'
import { makeKeys } from '#server/platform/keys.ts'
import {
  LOTS,
  modelPlace,
  outcomeOf,
  PEOPLE,
  realPlace,
  type Place,
} from '#test/simulation/database/conformance.test-support.ts'
import { idOf } from '#test/simulation/plan.ts'
import { Random } from '#test/simulation/world/random.ts'
import { writesOf } from './batch-writes.ts'
import type { Action, StaffAction } from '../command.ts'
import { decideBatch } from './decide-batch.ts'
import { feedReader } from '../feed/reader.ts'
import { LaneClient } from './lane-client.ts'
import { Participations } from './participations.ts'
import { readBatch, writeBatch, type BatchRead } from './store.ts'

/** The simulated database replaces PostgreSQL in every simulated auction: the same statements must have the same results in both. */

const KEYS = makeKeys(Buffer.alloc(32, 7))
/** Later than any end a lot can have in the story. */
const LONG_AFTER_MS = 4_000_000_000_000

/** A manual lane: reads, decides and writes with the server's own code, at times the test chooses. */
class Hand {
  client: LaneClient
  #now = 1_900_000_000_000

  constructor(url: string, more: object = {}) {
    this.client = new LaneClient({ connectionString: url, ...more })
    this.client.on('error', () => undefined)
  }

  async open(): Promise<this> {
    await this.client.connect()
    return this
  }

  read(actions: Action[]): Promise<BatchRead> {
    const bids = actions.filter((action) => action.by === 'bidder')
    return readBatch(this.client, {
      lotIds: [...new Set(actions.map(({ lotId }) => lotId))],
      bidderIds: [...new Set(bids.map(({ bidder }) => bidder.id))],
      bidIds: [...new Set(bids.map(({ bidId }) => bidId))],
    })
  }

  /** Returns the outcomes, after the commit. */
  async write(actions: Action[], read: BatchRead, at: number): Promise<unknown> {
    const decided = decideBatch(actions, { ...read, now: this.#now + at }, KEYS)
    await writeBatch(this.client, writesOf(decided, new Participations().unknownIn(decided.books), KEYS))
    return decided.outcomes
  }

  end(): Promise<void> {
    return this.client.end()
  }
}

/** Amounts rise with the steps: if the first bids were already the highest, the story would compare little. */
function bidOf(random: Random, step: number, number: number): Action {
  const who = random.int(PEOPLE.length)
  return {
    by: 'bidder',
    bidId: idOf(6, random.chance(0.1) ? 1 : 100 * step + number),
    lotId: random.chance(0.05) ? idOf(9, 9) : random.pick(LOTS),
    bidder: { id: PEOPLE[who]!, paddle: 101 + who },
    kind: random.pick(['firm', 'maximum', 'maximum', 'lower-maximum'] as const),
    amount: 500 + 100 * random.int(4 + 4 * step),
  }
}

/** The database may return these in any order, and ciphertexts differ at each encryption: neither is compared. */
function unordered(read: BatchRead): unknown[] {
  const binding = read.binding.map(({ lot_id, bidder_id, status, amount }) => [lot_id, bidder_id, status, amount])
  return [read.exceptions, binding].map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
}

/** Resolves when an action is over or waits for a lock: only then is what follows ordered after it in every database. */
async function hasOrWaits(place: Place, action: Promise<unknown>): Promise<void> {
  let isOver = false
  action.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  while (!isOver && !(await place.isWaiting())) await setImmediate()
}

const staffActions = (command: StaffAction['command']): Action[] =>
  LOTS.map((lotId) => ({ by: 'company', lotId, command, actorId: null }))

/** Batches one after another, two at a time on the same lots, and some that end without a commit; returns the outcome of each. */
async function play(place: Place, seed: number): Promise<unknown[]> {
  const random = new Random(seed)
  const reported: unknown[] = []
  const [ada, boris] = await Promise.all([new Hand(place.url).open(), new Hand(place.url).open()])
  const open = staffActions({ type: 'open' })
  reported.push(await ada.write(open, await ada.read(open), 0))
  for (let step = 1; step <= 25; step += 1) {
    const [mine, other] = [0, 1].map((who) =>
      Array.from({ length: 1 + random.int(3) }, (_, each) => bidOf(random, step, 10 * who + each)),
    ) as [Action[], Action[]]
    const read = await ada.read(mine)
    // Waits for the locked lot it needs, and then sees what was committed.
    const waiting = boris.read(other)
    await hasOrWaits(place, waiting)
    if (random.chance(0.15)) {
      await ada.client.query('rollback')
      reported.push('left')
    } else reported.push(await outcomeOf(ada.write(mine, read, 10 * step)))
    await outcomeOf(ada.client.query('rollback'))
    const seen = await waiting
    reported.push(
      seen.lots.map(({ sequence, price }) => [sequence, price]),
      seen.limits,
      ...unordered(seen),
    )
    reported.push(await outcomeOf(boris.write(other, seen, 10 * step + 5)))
    await outcomeOf(boris.client.query('rollback'))
  }
  const close = staffActions({ type: 'close', absences: [] })
  reported.push(await ada.write(close, await ada.read(close), LONG_AFTER_MS))
  await Promise.all([ada.end(), boris.end()])
  return reported
}

async function inBoth<T>(action: (place: Place) => Promise<T>): Promise<{ real: T; model: T }> {
  const [real, model] = await Promise.all([realPlace(), modelPlace()])
  try {
    return { real: await action(real), model: await action(model) }
  } finally {
    await Promise.all([real.close(), model.close()])
  }
}

test.each([1, 2, 3])(
  'whatever two lanes do at once, the model ends with the same rows as PostgreSQL (seed %i)',
  async (seed) => {
    const { real, model } = await inBoth(async (place) => ({
      reported: await play(place, seed),
      tables: await place.dump(),
    }))
    expect(model.reported).toEqual(real.reported)
    expect(model.tables).toEqual(real.tables)
    expect(real.tables.ledger?.length).toBeGreaterThan(20)
    expect(real.tables.purchase_due).not.toEqual([])
  },
)

test('the model fails for two bids with one id on two lots as PostgreSQL does', async () => {
  const { real, model } = await inBoth(async ({ url }) => {
    const [ada, boris] = await Promise.all([new Hand(url).open(), new Hand(url).open()])
    const action = (lotId: string): Action[] => [
      { by: 'bidder', bidId: idOf(6, 1), lotId, bidder: { id: PEOPLE[0]!, paddle: 101 }, kind: 'firm', amount: 700 },
    ]
    const [mine, other] = [action(LOTS[0]!), action(LOTS[1]!)]
    const [read, seen] = [await ada.read(mine), await boris.read(other)]
    const reported = await Promise.all([outcomeOf(ada.write(mine, read, 1)), outcomeOf(boris.write(other, seen, 2))])
    await Promise.all([ada.end(), boris.end()])
    return reported.filter((each) => each === 'SQLSTATE 23505').length
  })
  expect(model).toBe(real)
  expect(real).toBe(1)
})

test('lock timeouts, deadlocks and idle transactions end as in PostgreSQL', async () => {
  const { real, model } = await inBoth(async (place) => {
    const { url } = place
    const lock = (hand: Hand, lot: number) =>
      outcomeOf(
        hand.client
          .query('select lot_id from standing where lot_id = any($1::uuid[]) order by lot_id for update', [
            [LOTS[lot]!],
          ])
          .then((found) => found.rowCount),
      )
    // Long enough that a busy machine never takes that long from one statement to the next.
    const limits = { lock_timeout: 1500, idle_in_transaction_session_timeout: 1500 }
    const [ada, boris, chidi] = await Promise.all([
      new Hand(url).open(),
      new Hand(url).open(),
      new Hand(url, limits).open(),
    ])
    for (const { client } of [ada, boris, chidi]) await client.query('begin')
    const reported: unknown[] = [await lock(ada, 0), await lock(boris, 1), await lock(chidi, 0)]
    const gone = new Promise<void>((resolve) => chidi.client.once('end', () => resolve()))
    reported.push(await outcomeOf(chidi.client.query('commit').then(({ command }) => command)))
    await chidi.client.query('begin')
    reported.push(await lock(chidi, 2))
    await gone
    const circle = lock(ada, 1)
    await hasOrWaits(place, circle)
    reported.push(await lock(boris, 2), await Promise.all([circle, lock(boris, 0)]))
    await Promise.all([ada.end(), boris.end()])
    return reported
  })
  expect(model).toEqual(real)
})

test('the feed and the closing clock read the same from the model as from PostgreSQL', async () => {
  const { real, model } = await inBoth(async (place) => {
    await play(place, 4)
    const { pool, db, close } = openDatabase(place.url, pino({ level: 'silent' }))
    const reader = feedReader(db)
    const reported = {
      lots: await Promise.all(LOTS.map((lotId) => reader.standingAndLinesAfter(lotId, 3))),
      standings: (await reader.standings(LOTS)).toSorted((one, other) => one.lotId.localeCompare(other.lotId)),
      sequences: (await reader.sequences(LOTS)).sequences,
      nothing: (await reader.sequences([])).sequences,
      auction: await reader.lotsOfAuction(idOf(1, 1)),
      people: (await reader.involvedIn(LOTS[0]!, PEOPLE))?.people.toSorted((a, b) =>
        a.accountId.localeCompare(b.accountId),
      ),
      absences: await absencesBetween(pool, 0, 1000),
    }
    await close()
    return reported
  })
  expect(model).toEqual(real)
})
