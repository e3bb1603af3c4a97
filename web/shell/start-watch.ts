import { showStartFailure } from './start-failure.ts'

/*
 * Inlined into the page by the build (`vite.config.ts`), before every other script: it is there when the main script does not arrive or
 * throws while it loads. The server names its hash in the content policy.
 */

/** What stands in the root element until the first screen is there. */
const WAITING = '[data-starting]'

window.addEventListener(
  'error',
  (event) => {
    if (hasStarted()) return
    if (event.target instanceof HTMLScriptElement) showStartFailure(new Error(`${event.target.src} did not load`))
    // Scripts of browser extensions fail in here, too.
    else if (event instanceof ErrorEvent && event.filename.startsWith(location.origin))
      showStartFailure(event.error ?? event.message)
  },
  // A script that does not load says so to itself only.
  true,
)

function hasStarted(): boolean {
  return document.querySelector(WAITING) === null
}
