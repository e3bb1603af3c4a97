import type { Story } from '../story.ts'
import { checkAnswers } from './answers.ts'
import { checkEnds } from './ends.ts'
import { checkLedgers } from './ledger.ts'
import { checkStreams } from './streams.ts'

/** Everything that a simulated auction promised and did not keep, in plain words; nothing is good. */
export function brokenPromises(story: Story): string[] {
  const faults = story.world.uncaught.map((each) => `a process would have died of: ${each}`)
  if (!story.isSettled) faults.push('it did not come to an end')
  const clerks = checkLedgers(story, faults)
  checkAnswers(story, clerks, faults)
  checkStreams(story, clerks, faults)
  checkEnds(story, clerks, faults)
  return faults
}
