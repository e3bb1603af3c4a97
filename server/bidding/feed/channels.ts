import { LotChannel, type ChannelParts } from './channel.ts'
import type { DatabaseClock } from '#server/platform/database/database-clock.ts'
import type { FeedReader } from './reader.ts'
import type { Stream } from './stream.ts'

export type ChannelsParts = ChannelParts & { reader: FeedReader; clock: DatabaseClock }

/** What a stream subscribes to: lots, and auctions with the lots they have now. */
export type Subscription = {
  lots: readonly string[]
  auctions: ReadonlyMap<string, readonly string[]>
  since: ReadonlyMap<string, number>
}

/** Invariant: every stream of a watched auction watches all of its `lots`. */
type WatchedAuction = { lots: Set<string>; streams: Set<Stream> }

/** The lots and auctions watched in this process. An unwatched lot costs nothing. */
export class Channels {
  #parts: ChannelsParts
  #lots = new Map<string, LotChannel>()
  #auctions = new Map<string, WatchedAuction>()
  #checking: Promise<void> | null = null

  constructor(parts: ChannelsParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#lots.size
  }

  of(lotId: string): LotChannel | undefined {
    return this.#lots.get(lotId)
  }

  /** Subscribes a stream to lots and to whole auctions; `since` has the sequences its client holds. */
  subscribe(stream: Stream, { lots, auctions, since }: Subscription): void {
    for (const lotId of lots) stream.lots.add(lotId)
    for (const [auctionId, lotIds] of auctions) {
      for (const lotId of lotIds) stream.lots.add(lotId)
      const watched = this.#auctions.get(auctionId) ?? { lots: new Set(lotIds), streams: new Set() }
      this.#auctions.set(auctionId, watched)
      for (const lotId of lotIds) this.noteLotOfAuction(lotId, auctionId)
      watched.streams.add(stream)
    }
    this.#join(stream, stream.lots, since)
  }

  /** Restarts every lot of a stream that received a request to re-read. */
  restart(stream: Stream): void {
    this.#join(stream, stream.lots, new Map())
  }

  leave(stream: Stream): void {
    for (const lotId of stream.lots) {
      const channel = this.#lots.get(lotId)
      channel?.leave(stream)
      if (channel?.isWatched === false) this.#drop(lotId, channel)
    }
    for (const auctionId of stream.auctions) {
      const watched = this.#auctions.get(auctionId)
      watched?.streams.delete(stream)
      if (watched?.streams.size === 0) this.#auctions.delete(auctionId)
    }
  }

  /** The number of bidders that follow each auction. */
  audience(): [auctionId: string, people: number][] {
    return [...this.#auctions].map(([auctionId, { streams }]) => {
      const people = new Set<string>()
      for (const { owner } of streams) if (!owner.isStaff) people.add(owner.accountId)
      return [auctionId, people.size]
    })
  }

  /** A lot of an auction changed: if it joined the auction after its watchers, they watch it from now on. */
  noteLotOfAuction(lotId: string, auctionId: string): void {
    const watched = this.#auctions.get(auctionId)
    if (watched === undefined || watched.lots.has(lotId)) return
    watched.lots.add(lotId)
    for (const stream of watched.streams) {
      if (stream.lots.has(lotId)) continue
      stream.lots.add(lotId)
      this.#join(stream, [lotId], new Map())
    }
  }

  /**
   * Compares every watched lot with the table, so that a lost hint only delays an update by seconds; also sets the clock. A table behind
   * what this process knew when the read began has lost history (a restored database): all watchers start over.
   */
  check(): Promise<void> {
    this.#checking ??= this.#checkAll()
      .catch((error: unknown) => this.#parts.failed(error))
      .finally(() => (this.#checking = null))
    return this.#checking
  }

  stop(): void {
    for (const channel of this.#lots.values()) channel.stop()
    this.#lots.clear()
    this.#auctions.clear()
  }

  #join(stream: Stream, lotIds: Iterable<string>, since: ReadonlyMap<string, number>): void {
    const unknown: string[] = []
    for (const lotId of lotIds) {
      let channel = this.#lots.get(lotId)
      if (channel === undefined) {
        channel = new LotChannel(lotId, this.#parts)
        this.#lots.set(lotId, channel)
        unknown.push(lotId)
      }
      channel.join(stream, since.get(lotId) ?? null)
    }
    if (unknown.length > 0) this.#load(unknown).catch((error: unknown) => this.#parts.failed(error))
  }

  async #load(lotIds: string[]): Promise<void> {
    for (const standing of await this.#parts.reader.standings(lotIds)) this.#lots.get(standing.lotId)?.load(standing)
  }

  async #reload(lotIds: string[]): Promise<void> {
    for (const standing of await this.#parts.reader.standings(lotIds)) this.#lots.get(standing.lotId)?.reload(standing)
  }

  async #checkAll(): Promise<void> {
    const { reader, clock, now } = this.#parts
    const known = new Map([...this.#lots].map(([lotId, channel]) => [lotId, channel.sequence]))
    const sentAt = now()
    const read = await reader.sequences([...known.keys()])
    clock.observe(sentAt, now(), read.now)
    const unloaded: string[] = []
    const lost: string[] = []
    for (const [lotId, sequence] of read.sequences) {
      const channel = this.#lots.get(lotId)
      if (channel === undefined) continue
      if (!channel.isLoaded) unloaded.push(lotId)
      else if (sequence < (known.get(lotId) ?? 0)) lost.push(lotId)
      else channel.want(sequence)
    }
    if (unloaded.length > 0) await this.#load(unloaded)
    if (lost.length > 0) await this.#reload(lost)
  }

  #drop(lotId: string, channel: LotChannel): void {
    channel.stop()
    this.#lots.delete(lotId)
  }
}
