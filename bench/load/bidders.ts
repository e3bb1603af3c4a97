import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { bidIdOf } from '#contract/bidding/bid-id.ts'
import type { CastMember } from '#test/cast.ts'
import { emptyHistory, type History } from './history.ts'
import { HttpClient } from './http-client.ts'
import { SentBids } from './sent-bids.ts'
import type { Target } from './target.ts'

/** A bid to be sent for the first time, or `repeat`: the client's last accepted one again, under its id. */
export type Draft = { lotId: string; kind: 'firm' | 'maximum'; amount: number } | 'repeat'

/** Decides the next bid, and may learn from the answers. */
export type BidPlan = {
  /** `canRepeat`: the client has an accepted bid that it can send again. */
  draft(canRepeat: boolean): Draft
  /** The answer to an accepted bid, as it was written. */
  accepted?(lotId: string, answer: string): void
}

export type BiddersOptions = {
  port: number
  crowd: readonly CastMember[]
  plan: BidPlan
  pool: pg.Pool
  /** Where bids on a lot are sent; the real endpoint by default. */
  pathOf?: (lotId: string) => string
  /** One in this many accepted bids is looked up in the database when its answer arrives. */
  witnessEvery?: number
  /** Planted: looks up a bid already when it is sent, as if it had been acknowledged then. */
  plantEarlyAnswers?: boolean
}

export type Bidders = Target & {
  counts: { accepted: number; refused: number; repeated: number }
  /** Complete once every lookup has ended. */
  history(): Promise<History>
}

type Last = { bidId: string; path: string; request: string; answer: string }

/** One keep-alive connection per bidder. All requests and answers are recorded for the checker. */
export async function openBidders(options: BiddersOptions): Promise<Bidders> {
  const { port, crowd, plan, pool, pathOf = bidsOf, witnessEvery = 200, plantEarlyAnswers = false } = options
  const clients = await HttpClient.connectAll(
    port,
    crowd.map(({ token }) => token),
  )
  const history = emptyHistory()
  const sent = new SentBids(crowd)
  const witness = new CommitWitness(pool, witnessEvery)
  const counts = { accepted: 0, refused: 0, repeated: 0 }
  const last: (Last | undefined)[] = []

  const repeat = async (connection: number, { bidId, path, request, answer: first }: Last) => {
    const { body: again } = await clients[connection]!.post(path, request)
    counts.repeated += 1
    history.repeats.push({ bidId, first, again })
  }
  const bid = async (connection: number, { lotId, kind, amount }: Exclude<Draft, 'repeat'>) => {
    const bidId = bidIdOf(Date.now(), randomUUID())
    const path = pathOf(lotId)
    const request = `{"bidId":"${bidId}","kind":"${kind}","amount":${amount}}`
    if (plantEarlyAnswers) witness.look(bidId)
    const { status, body } = await clients[connection]!.post(path, request)
    if (status === 200) {
      counts.accepted += 1
      last[connection] = { bidId, path, request, answer: body }
      plan.accepted?.(lotId, body)
      if (!plantEarlyAnswers) witness.look(bidId)
    } else if (status === 409) counts.refused += 1
    else history.errors.set(status, (history.errors.get(status) ?? 0) + 1)
    const acknowledged = status === 200 ? true : status === 409 ? false : null
    sent.add(connection, { bidId, lotId, kind, amount, acknowledged })
  }
  return {
    connections: clients.length,
    counts,
    send(connection) {
      const before = last[connection]
      const draft = plan.draft(before !== undefined)
      return draft === 'repeat' ? repeat(connection, before!) : bid(connection, draft)
    },
    close() {
      for (const client of clients) client.close()
    },
    async history() {
      return { ...history, bids: sent.all(), answeredEarly: await witness.missing() }
    },
  }
}

function bidsOf(lotId: string): string {
  return `/api/lots/${lotId}/bids`
}

/**
 * Checks from outside whether an answer was given before its commit: any other connection can read what is committed. It looks up one
 * in `every` bids only, to cost the database next to nothing.
 */
class CommitWitness {
  #pool: pg.Pool
  #every: number
  #turn = 0
  #looking: Promise<string | null>[] = []

  constructor(pool: pg.Pool, every: number) {
    this.#pool = pool
    this.#every = every
  }

  /** Called at the moment the bid is acknowledged. */
  look(bidId: string): void {
    this.#turn += 1
    if (this.#turn % this.#every === 0) this.#looking.push(this.#isThere(bidId).then((found) => (found ? null : bidId)))
  }

  /** Acknowledged bids that were missing. */
  async missing(): Promise<string[]> {
    return (await Promise.all(this.#looking)).filter((bidId) => bidId !== null)
  }

  async #isThere(bidId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('select from attempt where bid_id = $1', [bidId])
    return rowCount === 1
  }
}
