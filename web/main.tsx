import { queryClient } from './platform/client.ts'
import { keepFirstAnswers } from './platform/first-answers.ts'
import { applyConsent } from './platform/stored.ts'
import { askEarly, loadScreen } from './routes.tsx'
import { borrowFace } from './shell/own-face.ts'
import { registerServiceWorker } from './shell/install/service-worker.ts'
import { showStartFailure } from './shell/start-failure.ts'
import { start } from './shell/start.tsx'
import { applyTheme } from './shell/theme.ts'

/** Longer than a screen's file, which is on its way already, comes after this one; without it the frame is shown alone. */
const SCREEN_MS_MAX = 1000

applyConsent()
applyTheme()
borrowFace()
const asks = keepFirstAnswers(queryClient)
window.addEventListener('load', () => void registerServiceWorker())
// The frame with a spinner in it would be shown for 300 ms at least: React does not let what it shows first flicker. Not awaited here:
// the screen imports this module, and would wait for it.
const late = new Promise((resolve) => setTimeout(resolve, SCREEN_MS_MAX))
void nextTask()
  .then(() => askEarly(queryClient, location.pathname, asks))
  .then(nextTask)
  .then(() => Promise.race([loadScreen(location.pathname), late]))
  .then(nextTask)
  .then(() => start(document.getElementById('root'), queryClient))
  .catch(showStartFailure)

/** A press is answered between two tasks: the frame's file, the screen's and what it draws are one each. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
