import { t } from '#web/platform/language/text.ts'
import { useEffect, useState } from 'react'
import type { Ask } from './bid-message.ts'

/** How long the second press is awaited, in ms. */
const WAIT_MS = 6000
/** The same, in ms, where something has to be typed. */
const TYPING_WAIT_MS = 60_000
/** Two presses closer together than this (ms) count as one: a double click confirms nothing. */
const DOUBLE_CLICK_MS = 500
/** From this many times the current price on, the amount must be typed. */
const TYPED_ABOVE = 5

export type Confirmation = { why: string; mustType: boolean }
/** What a request is compared with. `price`: the current price in minor units; null before the first bid. */
export type Asked = { price: number | null; nextBid: number; leading: boolean }
/** Where a request comes from: two places may ask for the same amount, and only the pressed one asks back. */
type Place = 'button' | 'field'
export type Waiting = Confirmation & { ask: Ask; place: Place }

/** A request that may need a second press, and what to send then. */
export type SecondPress = {
  press: (ask: Ask, place?: Place) => void
  waiting: Waiting | null
  /** Sends the pending request, even if the typed amount does not match. */
  confirm: () => void
  cancel: () => void
}

/**
 * Why a request needs a second press; null where one is enough. Source: the design page, "Behaviour": a bid over twice
 * the next bid, or over the viewer's own lead; over five times the current price the amount must be typed. Buying ends
 * the lot and cannot be undone, so it also needs two presses.
 */
export function confirmationFor(ask: Ask, { price, nextBid, leading }: Asked): Confirmation | null {
  if (ask.kind === 'buy-now') return { why: t`This buys the vehicle now.`, mustType: false }
  if (ask.amount === null || (ask.kind !== 'firm' && ask.kind !== 'maximum')) return null
  if (ask.amount > TYPED_ABOVE * (price ?? nextBid)) {
    return { why: t`This is more than five times the current price.`, mustType: true }
  }
  if (ask.kind === 'firm' && leading) return { why: t`You’re leading. This raises your own price.`, mustType: false }
  return ask.amount > 2 * nextBid ? { why: t`This is more than twice the next bid.`, mustType: false } : null
}

/** Remembers the first press of a request that needs a second one; forgets it after some seconds. */
export function useSecondPress(send: (ask: Ask) => void, asked: Asked): SecondPress {
  const [waiting, setWaiting] = useState<(Waiting & { at: number }) | null>(null)

  useEffect(() => {
    if (waiting === null) return
    const timer = setTimeout(() => setWaiting(null), waiting.mustType ? TYPING_WAIT_MS : WAIT_MS)
    return () => clearTimeout(timer)
  }, [waiting])

  function press(ask: Ask, place: Place = 'button') {
    const confirmation = confirmationFor(ask, asked)
    if (confirmation === null) return sendNow(ask)
    if (waiting === null || waiting.place !== place || !isSameAsk(waiting.ask, ask))
      return setWaiting({ ...confirmation, ask, place, at: performance.now() })
    if (!waiting.mustType && performance.now() - waiting.at >= DOUBLE_CLICK_MS) sendNow(ask)
  }

  function sendNow(ask: Ask) {
    setWaiting(null)
    send(ask)
  }

  function confirm() {
    if (waiting !== null) sendNow(waiting.ask)
  }

  return { press, waiting, confirm, cancel: () => setWaiting(null) }
}

export function isSameAsk(one: Ask | null, other: Ask | null): boolean {
  return one !== null && other !== null && one.kind === other.kind && one.amount === other.amount
}
