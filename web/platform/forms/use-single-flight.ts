import { type FormEvent, useCallback, useRef, useState } from 'react'

/**
 * Runs `action` once at a time: a second press meanwhile does nothing, even within the same frame, before a disabled
 * button could render.
 */
export function useSingleFlight<A extends unknown[]>(action: (...given: A) => Promise<void>) {
  const flying = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    async (...given: A) => {
      if (flying.current) return
      flying.current = true
      setBusy(true)
      try {
        await action(...given)
      } finally {
        flying.current = false
        setBusy(false)
      }
    },
    [action],
  )
  return { run, busy }
}

/** A form's `onSubmit` that prevents native submission, even while `run` is busy and does nothing. */
export function onSubmitOf(run: (event: FormEvent) => Promise<void>): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    void run(event)
  }
}
