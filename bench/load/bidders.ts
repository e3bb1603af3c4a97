import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { bidIdOf } from '#contract/bid-id.ts'
import type { CastMember } from '#test/cast.ts'
import { emptyHistory, type History } from './history.ts'
import { HttpClient } from './http-client.ts'
import { SentBids } from './sent-bids.ts'
import type { Target } from './target.ts'
import { CommitWitness } from './witness.ts'

/** A bid to be sent for the first time, or `repeat`: the client's last accepted one again, under its id. */
export type Draft = { lotId: string; kind: 'firm' | 'maximum'; amount: number } | 'repeat'

/** Decides what is bid next, and may learn from the answers. */
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
  /** One in so many accepted bids is looked for in the database when its answer is there. */
  witnessEvery?: number
  /** Planted: looks already when the bid is sent, as if it had been acknowledged unread. */
  plantEarlyAnswers?: boolean
}

export type Bidders = Target & {
  counts: { accepted: number; refused: number; repeated: number }
  /** Complete once every bid looked for was found or not. */
  history(): Promise<History>
}

type Last = { bidId: string; path: string; request: string; answer: string }

/** One keep-alive connection for each of the crowd. Everything sent and heard is remembered, for the checker. */
export async function openBidders(options: BiddersOptions): Promise<Bidders> {
  const { port, crowd, plan, pool, witnessEvery = 200, plantEarlyAnswers = false } = options
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
    const path = `/api/lots/${lotId}/bids`
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
