import type { QueryClient } from '@tanstack/react-query'

/** When two bidders answer each other within moments, a page reloads at most this often (ms). */
const AT_MOST_EVERY_MS = 1000

const resting = new WeakMap<QueryClient, Map<string, { again: boolean }>>()

/** Invalidates what is shown under a key: immediately, or if it was just read, once more after a second. */
export function readAgainSoon(client: QueryClient, key: readonly string[]): void {
  const name = key.join('/')
  const known = resting.get(client) ?? new Map<string, { again: boolean }>()
  resting.set(client, known)
  const rest = known.get(name)
  if (rest !== undefined) {
    rest.again = true
    return
  }
  void client.invalidateQueries({ queryKey: key })
  const mine = { again: false }
  known.set(name, mine)
  setTimeout(() => {
    known.delete(name)
    if (mine.again) readAgainSoon(client, key)
  }, AT_MOST_EVERY_MS)
}
