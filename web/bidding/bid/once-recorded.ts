import { useState } from 'react'
import type { Ask } from './bid-message.ts'

/** Calls `clear` once each time a press of one of these kinds is recorded: what was typed for it is no longer wanted. */
export function useOnceRecorded(recorded: Ask | null, kinds: readonly Ask['kind'][], clear: () => void): void {
  const [handled, setHandled] = useState(recorded)
  if (recorded === handled) return
  setHandled(recorded)
  if (recorded !== null && kinds.includes(recorded.kind)) clear()
}
