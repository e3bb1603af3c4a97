import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#server/platform/app.ts'
import { perApp } from '#server/platform/per-app.ts'
import { docOf, movesOfRow } from './doc.ts'
import { LotIndex } from './lot-index.ts'
import { LOTS_AT_ONCE, NO_ID, readOnOffer, readRest } from './read-index.ts'
import { changesSince, movesOf, rowsAfter, rowsOfLots, versionNow } from './store.ts'

/** The catalog as this process holds it. */
export type Catalog = {
  /**
   * The index, once it has been loaded; of many past lots, those that were read within {@link PAST_MS_MAX}, while the others are still
   * being added. Throws when the database is unreachable.
   */
  ready(): Promise<LotIndex>
  /** The index with all past lots, for searches that ask for them. */
  whole(): Promise<LotIndex>
  /** Applies the changes so far; for tests, otherwise it runs every second. */
  follow(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 1000
/** How long a search waits for past lots once those on offer are loaded. */
const PAST_MS_MAX = 2000
/** Lots re-read at intervals even without a hint: a lost hint is repaired within minutes. */
const WALK = 1000
const WALK_EVERY = 5
/** With at least this many removed lots the index is rebuilt: they cost time and memory. */
const GONE_MIN = 5000
const GONE_SHARE = 0.25

/**
 * Loads the catalog into memory and keeps it current, once a second: published and changed lots by their versions, prices and ends by the
 * feed's announcements. Every process does so for itself; the tables are authoritative.
 */
function keepCatalog(app: App): Catalog {
  const keeper = new Keeper(app)
  const unsubscribe = [
    app.bus.subscribe('lot', (payload) => keeper.moved((JSON.parse(payload) as { lotId: string }).lotId)),
    app.bus.onGap(() => keeper.forget()),
  ]
  const timer = setInterval(() => void keeper.follow().catch((err: unknown) => keeper.failed(err)), EVERY_MS)
  return {
    ready: () => keeper.ready(),
    whole: () => keeper.whole(),
    follow: () => keeper.follow(),
    async stop() {
      clearInterval(timer)
      for (const each of unsubscribe) each()
      await keeper.quiet()
    },
  }
}

export const catalogOf = perApp(keepCatalog)

class Keeper {
  #app: App
  #loading: Promise<LotIndex> | null = null
  /** Reads past lots into the index. */
  #past: Promise<void> = Promise.resolve()
  #stopReading = new AbortController()
  #running: Promise<void> | null = null
  #version = 0
  #moved = new Set<string>()
  #turn = 0
  #walkedTo = NO_ID
  #walkedOrdinal = 0

  constructor(app: App) {
    this.#app = app
  }

  moved(lotId: string): void {
    if (this.#loading !== null) this.#moved.add(lotId)
  }

  /** Announcements may be missing: the next search rebuilds the index. */
  forget(): void {
    this.#loading = null
    this.#stopReading.abort()
  }

  failed(err: unknown): void {
    this.#app.log.warn({ err }, 'could not update the catalog; it will be retried')
  }

  async quiet(): Promise<void> {
    await this.#running?.catch(() => undefined)
    this.#stopReading.abort()
    await this.#loading?.catch(() => undefined)
    await this.#past.catch(() => undefined)
  }

  ready(): Promise<LotIndex> {
    this.#loading ??= this.#load(false).catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  async whole(): Promise<LotIndex> {
    const loading = this.ready()
    const index = await loading
    await this.#past
    // An index that was forgotten in between isn't read to its end.
    return this.#loading === loading ? index : this.whole()
  }

  /** Before the first search nothing is loaded, so nothing is followed. */
  follow(): Promise<void> {
    const loading = this.#loading
    if (loading === null) return Promise.resolve()
    this.#running ??= this.#follow(loading).finally(() => (this.#running = null))
    return this.#running
  }

  /** `isWhole`: waits for all past lots, however many. */
  async #load(isWhole: boolean): Promise<LotIndex> {
    const { db } = this.#app
    const index = new LotIndex()
    const stop = new AbortController()
    this.#stopReading = stop
    // Read before the lots: what changes while they load is read again.
    this.#version = await versionNow(db)
    await readOnOffer(db, index)
    let isWaited = true
    this.#past = readRest(db, index, stop.signal)
    this.#past.catch((err: unknown) => {
      if (isWaited || stop.signal.aborted) return
      this.failed(err)
      this.forget()
    })
    await (isWhole ? this.#past : Promise.race([this.#past, wait(PAST_MS_MAX, undefined, { ref: false })]))
    isWaited = false
    return index
  }

  async #follow(loading: Promise<LotIndex>): Promise<void> {
    const index = await loading
    if (index.goneCount > GONE_MIN && index.goneCount > index.size * GONE_SHARE) {
      const rebuilt = await this.#load(true)
      if (this.#loading === loading) this.#loading = Promise.resolve(rebuilt)
      return
    }
    await this.#readChanges(index)
    await this.#readMoves(index)
    this.#turn += 1
    if (this.#turn % WALK_EVERY === 0) await this.#walk(index)
  }

  async #readChanges(index: LotIndex): Promise<void> {
    const changes = await changesSince(this.#app.db, this.#version)
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
      for (const row of await movesOf(this.#app.db, some)) index.move(row.id, movesOfRow(row))
    }
    if (unknown.length > 0) await this.#readLots(index, unknown)
  }

  async #walk(index: LotIndex): Promise<void> {
    const { db } = this.#app
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
    const rows = await rowsOfLots(this.#app.db, lotIds)
    const found = new Set(rows.map(({ id }) => id))
    for (const row of rows) index.put(docOf(row))
    for (const lotId of lotIds) if (!found.has(lotId)) index.remove(lotId)
  }
}
