import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { bidIdOf } from '#contract/bidding/bid-id.ts'
import type { Seen } from '#test/invariants.ts'
import type { CastMember } from '#test/cast.ts'
import { HttpClient } from './http-client.ts'
import { Latencies } from './latencies.ts'

const PACE_MS = 5

/** Bidders on one lot, each with their own connection, spread over the servers. */
export class PacedBids {
  readonly #path: string
  readonly #lotId: string
  readonly #bidders: { who: CastMember; client: HttpClient; isFree: boolean }[]
  #amount = 1000
  /** Everything that was sent, for the checker. */
  readonly seen: Seen[] = []

  private constructor(lotId: string, bidders: { who: CastMember; client: HttpClient; isFree: boolean }[]) {
    this.#lotId = lotId
    this.#path = `/api/lots/${lotId}/bids`
    this.#bidders = bidders
  }

  static async open(lotId: string, crowd: CastMember[], ports: number[]): Promise<PacedBids> {
    const bidders = await Promise.all(
      crowd.map(async (who, index) => ({
        who,
        client: await HttpClient.connect(ports[index % ports.length]!, { authorization: `Bearer ${who.token}` }),
        isFree: true,
      })),
    )
    return new PacedBids(lotId, bidders)
  }

  /**
   * Sends for `forMs` so that `perSecond` bids are accepted; a bid refused because another came first is sent again. `waits`: from
   * send to answer, for all bids.
   */
  async bid(perSecond: number, forMs: number): Promise<{ accepted: number; seconds: number; waits: Latencies }> {
    const startedAt = performance.now()
    let accepted = 0
    let underWay = 0
    let broken: Error | null = null
    const waits = new Latencies()
    for (let elapsed = 0; elapsed < forMs; elapsed = performance.now() - startedAt) {
      for (const bidder of this.#bidders) {
        if (!bidder.isFree || accepted + underWay >= (elapsed / 1000) * perSecond) continue
        underWay += 1
        bidder.isFree = false
        this.#send(bidder, waits)
          .then((isAccepted) => (accepted += isAccepted ? 1 : 0))
          .catch((error: unknown) => (broken = error as Error))
          .finally(() => {
            underWay -= 1
            bidder.isFree = true
          })
      }
      if (broken !== null) throw broken
      await wait(PACE_MS)
    }
    const seconds = (performance.now() - startedAt) / 1000
    while (underWay > 0) await wait(PACE_MS)
    return { accepted, seconds, waits }
  }

  close(): void {
    for (const { client } of this.#bidders) client.close()
  }

  async #send({ who, client }: { who: CastMember; client: HttpClient }, waits: Latencies): Promise<boolean> {
    const amount = (this.#amount += 1)
    const bidId = bidIdOf(Date.now(), randomUUID())
    const { status, ms } = await client.post(this.#path, `{"bidId":"${bidId}","kind":"firm","amount":${amount}}`)
    waits.add(ms)
    const acknowledged = status === 200 ? true : status === 409 ? false : null
    this.seen.push({ bidId, lotId: this.#lotId, bidderId: who.id, kind: 'firm', amount, acknowledged })
    return acknowledged === true
  }
}
