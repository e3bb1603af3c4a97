import type { RunOptions } from './figures.ts'

/** How many rounds a benchmark has; each measures ours and the yardstick. */
export function roundsOf({ quick, smoke }: RunOptions): number {
  if (smoke) return 1
  return quick ? 3 : 5
}

/** How long the server may take to become idle between ours and the yardstick. */
export function restMsMax({ quick, smoke }: RunOptions): number {
  if (smoke) return 200
  return quick ? 6000 : 20_000
}

/** Ours, the yardstick, ours, the yardstick: drift on a shared machine affects both. `describe` returns a line about each round. */
export async function alternate<A, B>(
  rounds: number,
  ours: () => Promise<A>,
  yardstick: () => Promise<B>,
  describe: (ours: A, yardstick: B) => string,
): Promise<{ ours: A[]; yardstick: B[] }> {
  const results: { ours: A[]; yardstick: B[] } = { ours: [], yardstick: [] }
  for (let round = 1; round <= rounds; round += 1) {
    const a = await ours()
    const b = await yardstick()
    results.ours.push(a)
    results.yardstick.push(b)
    console.log(`  round ${round}: ${describe(a, b)}`)
  }
  return results
}
