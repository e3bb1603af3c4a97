import { afterLoad } from './platform/after-load.ts'
import { queryClient } from './platform/client.ts'
import { hydrateQueryCache } from './platform/first-answers.ts'
import { applyConsent } from './platform/stored.ts'
import { earlyRequests, loadScreen } from './routes.tsx'
import { registerServiceWorker } from './shell/install/service-worker.ts'
import { showStartFailure } from './shell/start-failure.ts'
import { start } from './shell/start.tsx'
import { applyTheme } from './shell/theme.ts'

/**
 * The longest wait for a screen's file, in ms, which is already loading; after that the frame renders alone. A page that shows its content
 * already waits longer: the frame would take it away.
 */
const SCREEN_MS_MAX = document.querySelector('[data-first-view]')?.checkVisibility() === true ? 10_000 : 1000
/** The longest wait for what a member's screen shows first, in ms: with it the page is rendered once, without it as loading. */
const ANSWERS_MS_MAX = 1000

applyConsent()
applyTheme()
// Its process would take the processor from the page's own start.
afterLoad(() => void registerServiceWorker())
// A frame with a spinner would be shown for at least 300 ms: React keeps its first fallback that long. Not awaited
// here: the screen imports this module, and would wait for it.
void sendEarly()
  .then((answers) => {
    const known = Promise.race([Promise.all(answers), after(ANSWERS_MS_MAX)])
    return Promise.race([Promise.all([loadScreen(location.pathname), known]), after(SCREEN_MS_MAX)])
  })
  .then(nextTask)
  .then(() => start(document.getElementById('root'), queryClient))
  .catch(showStartFailure)

/** The first request of a page takes a phone some 40 ms, so each has a task of its own. */
async function sendEarly(): Promise<Promise<void>[]> {
  await nextTask()
  const asks = hydrateQueryCache(queryClient)
  await nextTask()
  const answers: Promise<void>[] = []
  for (const send of earlyRequests(queryClient, location.pathname, asks)) {
    answers.push(send())
    await nextTask()
  }
  return answers
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** A press is handled between two tasks: the frame's file, the screen's and its rendering are one task each. */
function nextTask(): Promise<void> {
  return after(0)
}
