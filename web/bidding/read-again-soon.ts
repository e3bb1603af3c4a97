import type { QueryClient } from '@tanstack/react-query'

/** Two bidders who answer each other within moments make a page ask this often at most. */
const AT_MOST_EVERY_MS = 1000

const resting = new WeakMap<QueryClient, Map<string, { again: boolean }>>()

/** Has what is shown under a key read anew: at once, and while it was just read, once more when a second is over. */
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
