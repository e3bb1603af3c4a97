import type { House } from '#server/platform/house.ts'
import { docOf, movesOfRow } from './doc.ts'
import type { LotIndex } from './lot-index.ts'
import { LOTS_AT_ONCE, NO_ID, readIndex } from './read-index.ts'
import { changesSince, movesOf, rowsAfter, rowsOfLots, versionNow } from './store.ts'

/** The catalogue as this process holds it. */
export type Catalogue = {
  /** The index, once it is read for the first time. Throws when the database cannot be reached. */
  ready(): Promise<LotIndex>
  /** Takes in what changed until now; for tests, else it happens every second. */
  follow(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 1000
/** Lots that are read anew now and then whatever was heard of them: a lost hint is made good within minutes. */
const WALK = 1000
const WALK_EVERY = 5
/** From so many lots that are gone on, the index is read anew: gone lots cost time and room. */
const GONE_MIN = 5000
const GONE_SHARE = 0.25

/**
 * Reads the catalogue into memory and follows it: lots that were published or whose facts changed by their versions, prices and ends by
 * what the feed says between processes, both once a second. Every process does so for itself; the tables are the truth.
 */
export function keepCatalogue(house: House): Catalogue {
  const keeper = new Keeper(house)
  const unsubscribe = [
    house.bus.subscribe('lot', (payload) => keeper.moved((JSON.parse(payload) as { lotId: string }).lotId)),
    house.bus.onGap(() => keeper.forget()),
  ]
  const timer = setInterval(() => void keeper.follow().catch((err: unknown) => keeper.failed(err)), EVERY_MS)
  return {
    ready: () => keeper.ready(),
    follow: () => keeper.follow(),
    async stop() {
      clearInterval(timer)
      for (const each of unsubscribe) each()
      await keeper.quiet()
    },
  }
}

class Keeper {
  #house: House
  #loading: Promise<LotIndex> | null = null
  #running: Promise<void> | null = null
  #version = 0
  #moved = new Set<string>()
  #turn = 0
  #walkedTo = NO_ID
  #walkedOrdinal = 0

  constructor(house: House) {
    this.#house = house
  }

  moved(lotId: string): void {
    if (this.#loading !== null) this.#moved.add(lotId)
  }

  /** What was heard may have gaps: everything is read anew at the next search. */
  forget(): void {
    this.#loading = null
  }

  failed(err: unknown): void {
    this.#house.log.warn({ err }, 'the catalogue could not be followed and will be tried again')
  }

  async quiet(): Promise<void> {
    await this.#running?.catch(() => undefined)
    await this.#loading?.catch(() => undefined)
  }

  ready(): Promise<LotIndex> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  /** Nobody has searched yet: nothing is held, so nothing is followed. */
  follow(): Promise<void> {
    const loading = this.#loading
    if (loading === null) return Promise.resolve()
    this.#running ??= this.#follow(loading).finally(() => (this.#running = null))
    return this.#running
  }

  async #load(): Promise<LotIndex> {
    const { db } = this.#house
    // Before the lots: what changes while they are read is read again.
    this.#version = await versionNow(db)
    return readIndex(db)
  }

  async #follow(loading: Promise<LotIndex>): Promise<void> {
    const index = await loading
    if (index.goneCount > GONE_MIN && index.goneCount > index.size * GONE_SHARE) {
      const anew = await this.#load()
      this.#loading = Promise.resolve(anew)
      return
    }
    await this.#readChanges(index)
    await this.#readMoves(index)
    this.#turn += 1
    if (this.#turn % WALK_EVERY === 0) await this.#walk(index)
  }

  async #readChanges(index: LotIndex): Promise<void> {
    const changes = await changesSince(this.#house.db, this.#version)
    for (let from = 0; from < changes.length; from += LOTS_AT_ONCE) {
      await this.#readLots(
        index,
        changes.slice(from, from + LOTS_AT_ONCE).map(({ lot_id }) => lot_id),
      )
    }
    this.#version = changes.at(-1)?.version ?? this.#version
  }

  async #readMoves(index: LotIndex): Promise<void> {
    const moved = [...this.#moved]
    this.#moved.clear()
    const known = moved.filter((lotId) => index.ordinalOf(lotId) !== undefined)
    const unknown = moved.filter((lotId) => index.ordinalOf(lotId) === undefined)
    for (let from = 0; from < known.length; from += LOTS_AT_ONCE) {
      const some = known.slice(from, from + LOTS_AT_ONCE)
      for (const row of await movesOf(this.#house.db, some)) index.move(row.id, movesOfRow(row))
    }
    if (unknown.length > 0) await this.#readLots(index, unknown)
  }

  async #walk(index: LotIndex): Promise<void> {
    const { db } = this.#house
    const rows = await rowsAfter(db, this.#walkedTo, WALK)
    for (const row of rows) index.put(docOf(row))
    this.#walkedTo = rows.length < WALK ? NO_ID : rows.at(-1)!.id
    const from = this.#walkedOrdinal
    const some = index.ids.slice(from, from + WALK)
    const here = some.filter((lotId, place) => index.ordinalOf(lotId) === from + place)
    if (here.length > 0) await this.#readLots(index, here)
    this.#walkedOrdinal = from + WALK >= index.size ? 0 : from + WALK
  }

  async #readLots(index: LotIndex, lotIds: string[]): Promise<void> {
    const rows = await rowsOfLots(this.#house.db, lotIds)
    const found = new Set(rows.map(({ id }) => id))
    for (const row of rows) index.put(docOf(row))
    for (const lotId of lotIds) if (!found.has(lotId)) index.remove(lotId)
  }
}
