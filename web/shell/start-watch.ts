import { useFallbackFont } from '../fast-start/fallback-font.ts'
import { readLanguageSoon } from '../fast-start/late.ts'
import { fetchScripts } from '../fast-start/scripts-after-content.ts'
import './load-language.ts'
import { showStartFailure } from './start-failure.ts'

/* Inlined into the page by the build (`vite.config.ts`), before every other script: it works even if the main script
   does not arrive or throws while loading. The server lists its hash in the content security policy. */

/** The content of the root element until the first screen renders. */
const WAITING = '[data-starting]'

useFallbackFont()
readLanguageSoon()
fetchScripts()
window.addEventListener(
  'error',
  (event) => {
    if (hasStarted()) return
    if (event.target instanceof HTMLScriptElement && event.target.dataset['catalog'] !== undefined)
      document.documentElement.lang = 'en'
    else if (event.target instanceof HTMLScriptElement) showStartFailure(new Error(`${event.target.src} did not load`))
    // Scripts of browser extensions fail in here, too.
    else if (event instanceof ErrorEvent && event.filename.startsWith(location.origin))
      showStartFailure(event.error ?? event.message)
  },
  // A load error of a script fires on its element only and does not bubble.
  true,
)

function hasStarted(): boolean {
  return document.querySelector(WAITING) === null
}
