import { useSyncExternalStore } from 'react'

/** Whether the assistant is open, and the button that opened it, to which the focus returns. */
let opener: HTMLElement | null = null
let isOpen = false
const listeners = new Set<() => void>()

function set(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function openAssistant(from: HTMLElement): void {
  opener = from
  set(true)
}

export function closeAssistant(): void {
  set(false)
  opener?.focus()
  opener = null
}

export function useAssistantOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
    () => false,
  )
}
