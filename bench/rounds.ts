import type { RunOptions } from './figures.ts'

/** How many rounds a benchmark has, in each of which ours and the yardstick have their turn. */
export function roundsOf({ quick, smoke }: RunOptions): number {
  if (smoke) return 1
  return quick ? 3 : 5
}

/** How long the server may take to rest between ours and the yardstick. */
export function restMsMax({ quick, smoke }: RunOptions): number {
  if (smoke) return 200
  return quick ? 1500 : 20_000
}

/** Ours, the yardstick, ours, the yardstick: what drifts on a shared machine drifts for both. `told` hears of each round. */
export async function alternate<A, B>(
  rounds: number,
  ours: () => Promise<A>,
  yardstick: () => Promise<B>,
  told: (ours: A, yardstick: B) => string,
): Promise<{ ours: A[]; yardstick: B[] }> {
  const results: { ours: A[]; yardstick: B[] } = { ours: [], yardstick: [] }
  for (let round = 1; round <= rounds; round += 1) {
    const a = await ours()
    const b = await yardstick()
    results.ours.push(a)
    results.yardstick.push(b)
    console.log(`  round ${round}: ${told(a, b)}`)
  }
  return results
}
