import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

type Options = boolean | AddEventListenerOptions

declare global {
  /** The own ways of the window and the document to listen, and what ends the listeners of this file. */
  var listening:
    | { listens: [typeof globalThis | Document, typeof addEventListener][]; end: AbortController }
    | undefined
}

// A busy machine may take its time to render; what never appears still fails.
configure({ asyncUtilTimeout: 12_000 })

// Runs before each file. Files share a process, so that React and the simulated browser are loaded once, but nothing else: the next one
// gets modules of its own, an empty page and an empty browser storage.
cleanup()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
sessionStorage.clear()
localStorage.clear()
// Signed out, the feed of the file before asks for nothing more; without its listener, it doesn't follow the next sign-in either.
window.dispatchEvent(new StorageEvent('storage', { key: null }))
endListening()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)

/** Ends what the file before listens to on the window and the document. */
function endListening(): void {
  const listensTo = (target: typeof globalThis | Document) => target.addEventListener.bind(target)
  const { listens, end } = (globalThis.listening ??= {
    listens: [
      [globalThis, listensTo(globalThis)],
      [document, listensTo(document)],
    ],
    end: new AbortController(),
  })
  end.abort()
  const { signal } = (globalThis.listening.end = new AbortController())
  for (const [target, listen] of listens)
    target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: Options) =>
      listen(type, listener, { signal, ...(typeof options === 'object' ? options : { capture: options === true }) })
}
