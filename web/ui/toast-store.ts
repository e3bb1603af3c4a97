import type { ReactNode } from 'react'

/** The content of a toast. `destructive` is an error. */
export type ToastWords = { title: ReactNode; description?: ReactNode; variant?: 'default' | 'destructive' }
export type ShownToast = ToastWords & { id: number; open: boolean }

/** Source: the specification, section 9. */
const TOAST_LIMIT = 1
export const TOAST_SHOWN_MS = 5000
const TOAST_REMOVED_AFTER_MS = 1_000_000

let shown: readonly ShownToast[] = []
let lastId = 0
const watchers = new Set<() => void>()

/** Shows a toast; it replaces a visible one. Returns the function that removes it. */
export function toast(words: ToastWords): () => void {
  const id = ++lastId
  publish([{ ...words, id, open: true }, ...shown].slice(0, TOAST_LIMIT))
  return () => dismissToast(id)
}

/** Closes a toast; it is removed from memory 1,000,000 ms later, as specified. */
export function dismissToast(id: number): void {
  publish(shown.map((one) => (one.id === id ? { ...one, open: false } : one)))
  setTimeout(() => publish(shown.filter((one) => one.id !== id)), TOAST_REMOVED_AFTER_MS)
}

export function watchToasts(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}

function publish(next: readonly ShownToast[]): void {
  shown = next
  for (const changed of watchers) changed()
}
