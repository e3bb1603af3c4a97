import { type FormEvent, useCallback, useRef, useState } from 'react'

/**
 * Runs `act` once at a time: a second press while the first is under way does nothing, also within the same frame, before a
 * disabled button could be drawn.
 */
export function useSingleFlight<A extends unknown[]>(act: (...given: A) => Promise<void>) {
  const flying = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    async (...given: A) => {
      if (flying.current) return
      flying.current = true
      setBusy(true)
      try {
        await act(...given)
      } finally {
        flying.current = false
        setBusy(false)
      }
    },
    [act],
  )
  return { run, busy }
}

/** A form's `onSubmit` that keeps the browser from sending the form itself, also where `run` is under way and does nothing. */
export function onSubmitOf(run: (event: FormEvent) => Promise<void>): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    void run(event)
  }
}
