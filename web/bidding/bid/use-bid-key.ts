import { useEffect } from 'react'
import { isPlainKey } from '#web/ui/plain-key.ts'

/** `B` focuses the bid box, unless the person is typing. */
export function useBidKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !isPlainKey(event)) return
      const box = document.getElementById('next-bid') ?? document.getElementById('bid-box')
      if (box === null) return
      event.preventDefault()
      box.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
