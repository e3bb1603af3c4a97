import os from 'node:os'
import { planFor, runAuction, type Result } from './run-auction.ts'
import { shortest } from './shortest.ts'

const AUCTIONS = 300

type Options = {
  auctions: number
  seed: number
  plant: string | null
  showsTrace: boolean
  showsDigest: boolean
  isBrief: boolean
}

/**
 * `npm run simulate -- --auctions=10000 --seed=1`: that many auctions from that seed on, one seed each. Stops at the first that breaks a
 * promise and tells how to see it again. `--trace` prints what happened, `--digest` one line a seed, `--plant=NAME` plants a bug,
 * `--brief` leaves the shortest story out.
 * Answers the exit code.
 */
export async function simulate(args: string[]): Promise<number> {
  const options = optionsFrom(args)
  const { auctions, seed: first } = options
  const startedAt = performance.now()
  const counts = { bids: 0, faults: 0, commits: 0, hours: 0 }
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
      await tell(result, seed - first + 1, options)
      return 1
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${auctions} simulated auctions kept every promise (seeds ${first} to ${first + auctions - 1}): ${counts.bids} bids, ${counts.faults} planned faults, ${counts.commits} commits, ${counts.hours.toFixed(1)} h of house time in ${seconds.toFixed(1)} s on ${os.cpus()[0]?.model ?? 'an unknown processor'}`,
  )
  return 0
}

function optionsFrom(args: string[]): Options {
  const text = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const number = (name: string, usual: number) => {
    const value = Number(text(name) ?? usual)
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1 on`)
    return value
  }
  return {
    auctions: number('auctions', AUCTIONS),
    seed: number('seed', 1),
    plant: text('plant') ?? null,
    showsTrace: args.includes('--trace'),
    showsDigest: args.includes('--digest'),
    isBrief: args.includes('--brief'),
  }
}

/** The seed, what it broke, the command that shows it again, and the shortest story in which it still breaks. */
async function tell(result: Result, auction: number, options: Options): Promise<void> {
  const { seed } = result.story.plan
  const planted = options.plant === null ? '' : ` --plant=${options.plant}`
  console.log(`Seed ${seed} broke a promise (auction ${auction} of this run):`)
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
