import type { Plot } from './figures.ts'
import type { OpenLoopResult } from './load/open-loop.ts'
import { quantile } from './statistics.ts'

/** The result of one steady rate: latencies in ms, and the number of bids in each transaction. */
export type Step = { perSecond: number; ours: number[]; empty: number[]; batches: number[] }

/** Of steady rates. */
export function latencyPlot(steps: Step[]): Plot {
  const line = (name: string, of: 'ours' | 'empty', share: number) => ({
    name,
    points: steps.map((step): [number, number] => [Math.round(step.perSecond), quantile(step[of], share)]),
  })
  return {
    name: 'b3-latency-against-load',
    title: 'Latency against load, one hot lot',
    x: { label: 'requests a second (open loop)' },
    y: { label: 'ms from due to answer', log: true },
    series: [
      line('bid, p99', 'ours', 0.99),
      line('bid, median', 'ours', 0.5),
      line('empty POST, p99', 'empty', 0.99),
      line('empty POST, median', 'empty', 0.5),
    ],
  }
}

export function batchPlot(steps: Step[]): Plot {
  const line = (name: string, of: (batches: number[]) => number) => ({
    name,
    points: steps.map((step): [number, number] => [Math.round(step.perSecond), of(step.batches)]),
  })
  return {
    name: 'b3-batch-against-load',
    title: 'Batches grow with the load',
    x: { label: 'bids a second (open loop)' },
    y: { label: 'bids a transaction' },
    series: [
      line('mean', (batches) => batches.reduce((sum, size) => sum + size, 0) / batches.length),
      line('99th percentile', (batches) => quantile(batches, 0.99)),
    ],
  }
}

const SLOTS = 45

/** The longest wait of the bids that arrived in each stretch of the last round. */
export function burstPlot(ours: OpenLoopResult[], yardstick: OpenLoopResult[], roundMs: number): Plot {
  const slotMs = roundMs / SLOTS
  const line = (name: string, round: OpenLoopResult) => {
    const longest = new Map<number, number>()
    const { dueAt, latencyMs } = round.answers
    for (const [index, at] of dueAt.entries()) {
      const slot = Math.floor(at / slotMs)
      longest.set(slot, Math.max(longest.get(slot) ?? 0, latencyMs[index]!))
    }
    const points = [...longest].toSorted(([a], [b]) => a - b)
    return { name, points: points.map(([slot, ms]): [number, number] => [(slot * slotMs) / 1000, ms]) }
  }
  return {
    name: 'b3-burst',
    title: 'A burst of ten times the load',
    x: { label: 'seconds into the round' },
    y: { label: 'longest wait, ms', log: true },
    series: [line('bid', ours.at(-1)!), line('empty POST', yardstick.at(-1)!)],
  }
}
