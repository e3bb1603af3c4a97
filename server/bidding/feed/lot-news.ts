import { setTimeout as wait } from 'node:timers/promises'
import type { YouMessage } from '#contract/bidding/feed.ts'
import type { LotNews } from '../lot-update.ts'
import { positionOf } from '../position.ts'
import type { FeedReader, Involved, LotName } from './reader.ts'

export type LotNewsParts = {
  reader: Pick<FeedReader, 'involvedIn'>
  nameOf(lotId: string): Promise<LotName | null>
  /** The accounts connected to this process. */
  connected(): string[]
  sendTo(accountId: string, message: Omit<YouMessage, 'serverTime'>): void
  failed(error: unknown): void
}

/** At most this many lots wait for their notices; the oldest are dropped first. Their standings still reach every watcher. */
const LOTS_MAX = 5000
const AGAIN_MS = 1000

/**
 * Notifies everyone connected here who bid on a lot or watches it that it ended or that bids were voided, and where they stand now. The
 * recipients are read from the tables one lot at a time: hundreds of lots may end at once, and other readers need connections too.
 */
export class LotNewsDesk {
  #parts: LotNewsParts
  #waiting = new Map<string, LotNews>()
  #running: Promise<void> | null = null
  #stopped = false

  constructor(parts: LotNewsParts) {
    this.#parts = parts
  }

  /** An end outranks a pending void of the same lot. */
  receive(lotId: string, news: LotNews): void {
    if (this.#stopped) return
    this.#waiting.set(lotId, this.#waiting.get(lotId) === 'ended' ? 'ended' : news)
    if (this.#waiting.size > LOTS_MAX) this.#waiting.delete(this.#waiting.keys().next().value ?? '')
    this.#running ??= this.#run().finally(() => (this.#running = null))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#waiting.clear()
    await this.#running
  }

  async #run(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined) return
      const [lotId, news] = next
      this.#waiting.delete(lotId)
      try {
        await this.#sendNews(lotId, news)
      } catch (error) {
        this.#parts.failed(error)
        if (this.#stopped) return
        await wait(AGAIN_MS)
        // Newer news of the same lot may have arrived meanwhile.
        this.receive(lotId, news)
      }
    }
  }

  async #sendNews(lotId: string, news: LotNews): Promise<void> {
    const { reader, nameOf, connected, sendTo } = this.#parts
    const accounts = connected()
    if (accounts.length === 0) return
    const involved = await reader.involvedIn(lotId, accounts)
    if (involved === null || involved.people.length === 0) return
    const name = await nameOf(lotId)
    if (name === null) return
    for (const person of involved.people) sendTo(person.accountId, messageFor(person, involved, lotId, name, news))
  }
}

function messageFor(
  { accountId, hasBid }: Involved['people'][number],
  { standing, leaderId }: Involved,
  lotId: string,
  name: LotName,
  about: LotNews,
): Omit<YouMessage, 'serverTime'> {
  const { sequence, status, price, nextBid } = standing
  const position = positionOf(status, leaderId === accountId, hasBid)
  return { type: 'you', lotId, ...name, sequence, about, status, position, price, nextBid }
}
