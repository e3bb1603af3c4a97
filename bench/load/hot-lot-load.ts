import { randomUUID } from 'node:crypto'
import { bidIdOf } from '#contract/bid-id.ts'
import { HttpClient } from './http-client.ts'

/** One bid as a client saw it, for the checker. */
export type Sent = { bidId: string; client: number; amount: number; accepted: boolean }

export type LoadResult = {
  accepted: number
  answered: number
  refused: number
  repeated: number
  errors: number
  seconds: number
  p50Ms: number
  p99Ms: number
  sent: Sent[]
}

export type LoadOptions = {
  port: number
  lotId: string
  tokens: string[]
  /** Amounts go up from here by 1 minor unit, over all clients. */
  nextAmount: () => number
  forMs: number
}

/** Out of 100 bids: 20 are too low, 5 repeat the client's last accepted bid id. */
const TOO_LOW_EVERY = 5
const REPEAT_EVERY = 20

/** 128 keep-alive clients in a closed loop, all bidding on one lot. A repeated id must get its first answer, or the run is void. */
export async function loadHotLot(options: LoadOptions): Promise<LoadResult> {
  const { port, lotId, tokens, forMs } = options
  const path = `/api/lots/${lotId}/bids`
  const clients = await Promise.all(
    tokens.map((token) => HttpClient.connect(port, { authorization: `Bearer ${token}` })),
  )
  const latencies: number[] = []
  const result = { accepted: 0, answered: 0, refused: 0, repeated: 0, errors: 0, sent: [] as Sent[] }
  const startedAt = performance.now()
  const endsAt = startedAt + forMs
  let turn = 0

  const run = async (client: HttpClient, index: number) => {
    let last: { bidId: string; request: string; body: string } | null = null
    while (performance.now() < endsAt) {
      turn += 1
      if (turn % REPEAT_EVERY === 0 && last !== null) {
        const answer = await client.post(path, last.request)
        if (answer.body !== last.body) throw new Error(`bid id ${last.bidId} was answered twice, differently`)
        result.repeated += 1
        result.answered += 1
        latencies.push(answer.ms)
        continue
      }
      const tooLow = turn % TOO_LOW_EVERY === 0
      const amount = tooLow ? 1 : options.nextAmount()
      const bidId = bidIdOf(Date.now(), randomUUID())
      const request = `{"bidId":"${bidId}","kind":"firm","amount":${amount}}`
      const { status, body, ms } = await client.post(path, request)
      latencies.push(ms)
      result.answered += 1
      if (status === 200) {
        result.accepted += 1
        last = { bidId, request, body }
      } else if (status === 409) result.refused += 1
      else result.errors += 1
      result.sent.push({ bidId, client: index, amount, accepted: status === 200 })
    }
  }
  await Promise.all(clients.map(run))
  const seconds = (performance.now() - startedAt) / 1000
  for (const client of clients) client.close()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { ...result, seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}
