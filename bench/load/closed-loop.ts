import type { Target } from './target.ts'

/** `latencies` in ms, from each sending to its answer. */
export type LoopResult = { answered: number; seconds: number; latencies: number[] }

/** Every connection sends its next request once it has the answer to the one before: the most the other side can handle. */
export async function closedLoop(target: Target, forMs: number): Promise<LoopResult> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + forMs
  const keepSending = async (connection: number) => {
    for (let sentAt = performance.now(); sentAt < endsAt;) {
      await target.send(connection)
      const answeredAt = performance.now()
      latencies.push(answeredAt - sentAt)
      sentAt = answeredAt
    }
  }
  await Promise.all(Array.from({ length: target.connections }, (_, connection) => keepSending(connection)))
  return { answered: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies }
}
