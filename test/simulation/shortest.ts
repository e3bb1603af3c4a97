import type { Plan } from './plan.ts'
import { runAuction } from './run-auction.ts'
import type { Result } from './story.ts'

/** Maximum number of stories tried in the search for a shorter one. */
const TRIES_MAX = 120
/** Maximum duration of the search, in ms: a story that never ends is slow to replay. */
const SEARCH_MS_MAX = 60_000

/** Removes everything from a broken plan without which it stays broken: faults, bidders, watchers, lots, bad weather. */
export async function shortest(broken: Result): Promise<Result> {
  let least = broken
  let tries = 0
  const startedAt = performance.now()
  for (let hasShrunk = true; hasShrunk;) {
    hasShrunk = false
    for (const plan of smaller(least.story.plan)) {
      if (tries++ >= TRIES_MAX || performance.now() - startedAt > SEARCH_MS_MAX) return least
      const result = await runAuction(plan)
      if (result.broken.length === 0 || result.story.trace.lines.length > least.story.trace.lines.length) continue
      least = result
      hasShrunk = true
      break
    }
  }
  return least
}

function* smaller(plan: Plan): Iterable<Plan> {
  for (const list of ['faults', 'bidders', 'watchers', 'lots'] as const) {
    for (let left = 0; left < plan[list].length; left += 1) {
      if (list === 'lots' && plan.lots.length === 1) continue
      yield { ...plan, [list]: [...plan[list].slice(0, left), ...plan[list].slice(left + 1)] }
    }
  }
  for (const kind of ['slow', 'verySlow', 'turnedBack', 'hints'] as const)
    if (plan.weather[kind] > 0) yield { ...plan, weather: { ...plan.weather, [kind]: 0 } }
  if (plan.answersLost > 0) yield { ...plan, answersLost: 0 }
  for (let at = 0; at < plan.bidders.length; at += 1) {
    const bidder = plan.bidders[at]!
    if (bidder.actions <= 1) continue
    const fewer = { ...bidder, actions: Math.floor(bidder.actions / 2) }
    yield { ...plan, bidders: plan.bidders.with(at, fewer) }
  }
}
