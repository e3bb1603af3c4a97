import { summaryOf, type Counts, type Options } from './options.ts'
import { planFor, runAuction } from './run-auction.ts'
import type { Result } from './story.ts'
import { shortest } from './shortest.ts'

/**
 * `npm run simulate -- --auctions=10000 --seed=1`: runs that many auctions from that seed on, one seed each. Stops at the first that
 * breaks a guarantee and prints how to reproduce it. `--trace` prints what happened, `--digest` one line per seed, `--plant=NAME`
 * plants a bug, `--brief` skips the shortest story. Returns the exit code.
 */
export async function simulate(options: Options): Promise<number> {
  const { auctions, seed: first } = options
  const startedAt = performance.now()
  const counts: Counts = { bids: 0, faults: 0, commits: 0, hours: 0 }
  for (let seed = first; seed < first + auctions; seed += 1) {
    const result = await runAuction(planFor(seed))
    const { story } = result
    if (options.showsTrace) console.log(story.trace.lines.join('\n'))
    if (options.showsDigest) console.log(`seed ${seed}: ${story.trace.digest()}`)
    counts.bids += story.sent.length
    counts.faults += story.plan.faults.length
    counts.commits += story.database.model.commits.length
    counts.hours += story.world.now / 3_600_000
    if (result.broken.length > 0) {
      await report(result, options)
      return 1
    }
  }
  console.log(options.isShare ? JSON.stringify(counts) : summaryOf(options, [counts], performance.now() - startedAt))
  return 0
}

/** The seed, what it broke, the command that reproduces it, and the shortest story that is still broken. */
async function report(result: Result, options: Options): Promise<void> {
  const { seed } = result.story.plan
  const planted = options.plant === null ? '' : ` --plant=${options.plant}`
  console.log(`Seed ${seed} broke a promise:`)
  for (const each of result.broken.slice(0, 10)) console.log(`  ${each}`)
  console.log(`To see it again: npm run simulate -- --auctions=1 --seed=${seed} --trace${planted}`)
  if (options.isBrief) return
  const least = await shortest(result)
  const { plan, trace } = least.story
  console.log(
    `The shortest story found in which it still breaks (${plan.processes} processes, ${plan.bidders.length} bidders, ${plan.watchers.length} watchers, ${plan.faults.length} faults):`,
  )
  for (const line of trace.lines) console.log(line)
  for (const each of least.broken.slice(0, 5)) console.log(`  ${each}`)
}
