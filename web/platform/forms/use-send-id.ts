import { useRef } from 'react'

/**
 * The id of what a form sends: the same while the content is, so that a request whose answer was lost counts once; a new one once the
 * content was edited, so that it isn't taken for what was sent first. Call `forget` after it was sent.
 */
export function useSendId() {
  const last = useRef<{ id: string; content: string } | null>(null)
  return {
    idOf(content: unknown): string {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { id: crypto.randomUUID(), content: text }
      return last.current.id
    },
    forget: () => {
      last.current = null
    },
  }
}
