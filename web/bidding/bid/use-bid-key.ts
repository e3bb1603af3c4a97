import { useEffect } from 'react'

/** `B` focuses the bid box, unless the person is typing. */
export function useBidKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      const box = document.getElementById('next-bid') ?? document.getElementById('bid-box')
      if (box === null) return
      event.preventDefault()
      box.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
