import { useEffect, useState } from 'react'
import type { Standing } from '#contract/bidding/bidding.ts'
import { giveFairWarning, hammerLot, passLot, pauseLot, resumeLot } from '#contract/bidding/auction-console.ts'
import { BREAK_REASONS } from '#contract/bidding/halts.ts'
import { call } from '#web/platform/request.ts'
import { isPlainKey } from '#web/ui/plain-key.ts'
import { actionsOnBlock, type BlockAction, KEYS, type OnBlock, outcomeWords } from './block-actions.ts'

/** How long the second press is awaited, in ms. */
const WAIT_MS = 6000
/** Two presses closer together than this (ms) count as one: a double press confirms nothing. */
const DOUBLE_PRESS_MS = 400

type Armed = { action: BlockAction; lotId: string; sequence: number; at: number }

export type BlockKeys = {
  /** The action whose second press is awaited. It is forgotten as soon as the lot moves: a press confirms only what was seen. */
  armed: BlockAction | null
  busy: boolean
  /** What came of the last action. */
  said: string
  press(action: BlockAction): void
}

/** One key or button for each action, and a second press to confirm it. `onRefused`: something about the lot isn't as shown. */
export function useBlockKeys(block: OnBlock, onRefused: () => void): BlockKeys {
  const { lotId, sequence } = block.standing
  const [held, setHeld] = useState<Armed | null>(null)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const armed = held?.lotId === lotId && held.sequence === sequence ? held : null

  useEffect(() => {
    if (held === null) return
    const timer = setTimeout(() => setHeld(null), WAIT_MS)
    return () => clearTimeout(timer)
  }, [held])

  async function press(action: BlockAction) {
    if (busy || !actionsOnBlock(block).includes(action)) return
    if (armed?.action !== action) return setHeld({ action, lotId, sequence, at: performance.now() })
    if (performance.now() - armed.at < DOUBLE_PRESS_MS) return
    setHeld(null)
    setBusy(true)
    const sent = send(action, lotId, sequence)
    sent.catch(onRefused)
    setSaid(await outcomeWords(action, block, sent))
    setBusy(false)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || !isPlainKey(event)) return
      const action = actionsOnBlock(block).find((each) => KEYS[each] === event.key.toUpperCase())
      if (action === undefined) return
      event.preventDefault()
      void press(action)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  return { armed: armed?.action ?? null, busy, said, press: (action) => void press(action) }
}

function send(action: BlockAction, lotId: string, seen: number): Promise<Standing> {
  const params = { lotId }
  switch (action) {
    case 'fair-warning':
      return call(giveFairWarning, { params, body: {} })
    case 'hammer':
      return call(hammerLot, { params, body: { seen } })
    case 'pass':
      return call(passLot, { params, body: { seen } })
    case 'pause':
      return call(pauseLot, { params, body: { reason: BREAK_REASONS.pause } })
    case 'resume':
      return call(resumeLot, { params, body: { reason: BREAK_REASONS.resume } })
    default:
      return action satisfies never
  }
}
