import type { Story } from '../story.ts'
import { checkAnswers } from './answers.ts'
import { checkEnds } from './ends.ts'
import { checkLedgers } from './ledger.ts'
import { checkStreams } from './streams.ts'

/** Every guarantee that a simulated auction broke, in plain words; an empty list is good. */
export function brokenPromises(story: Story): string[] {
  const faults = story.world.uncaught.map((each) => `a process would have died of: ${each}`)
  if (!story.isSettled) faults.push('it did not come to an end')
  const runners = checkLedgers(story, faults)
  checkAnswers(story, runners, faults)
  checkStreams(story, runners, faults)
  checkEnds(story, runners, faults)
  return faults
}
