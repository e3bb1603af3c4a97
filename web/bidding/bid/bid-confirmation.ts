import { useEffect, useState } from 'react'
import type { Ask } from './bid-message.ts'

/** For how long the second press is waited for. */
const WAIT_MS = 6000

/**
 * Why an ask wants a second press; null where one is enough. Source: the design page, "Behaviour": over twice the next bid, and
 * over one's own lead. Buying ends the lot and changing one's mind is not possible, so it is asked for twice as well.
 */
export function confirmationFor(ask: Ask, nextBid: number, leading: boolean): string | null {
  if (ask.kind === 'buy-now') return 'This buys the vehicle at once.'
  if (ask.kind === 'firm' && leading) return 'You are leading already; this raises your own price.'
  if (ask.amount !== null && (ask.kind === 'firm' || ask.kind === 'maximum') && ask.amount > 2 * nextBid) {
    return 'This is more than twice the next bid.'
  }
  return null
}

/** Remembers the first press of an ask that wants a second one; forgets it after six seconds. */
export function useSecondPress(
  send: (ask: Ask) => void,
  nextBid: number,
  leading: boolean,
): { press: (ask: Ask) => void; waiting: { ask: Ask; why: string } | null; cancel: () => void } {
  const [waiting, setWaiting] = useState<{ ask: Ask; why: string } | null>(null)

  useEffect(() => {
    if (waiting === null) return
    const timer = setTimeout(() => setWaiting(null), WAIT_MS)
    return () => clearTimeout(timer)
  }, [waiting])

  function press(ask: Ask) {
    const why = confirmationFor(ask, nextBid, leading)
    const second = waiting !== null && waiting.ask.kind === ask.kind && waiting.ask.amount === ask.amount
    if (why !== null && !second) {
      setWaiting({ ask, why })
      return
    }
    setWaiting(null)
    send(ask)
  }

  return { press, waiting, cancel: () => setWaiting(null) }
}
