import { dropStored, keepStored, readStored } from './stored.ts'

/** Where the bearer credential is stored. Source: the specification, section 3. */
export const TOKEN_KEY = 'authToken'

/** The stored bearer credential, or null. A browser that refuses storage has none. */
export function readToken(): string | null {
  return readStored(TOKEN_KEY)
}

export function keepToken(token: string): void {
  const before = readToken()
  keepStored(TOKEN_KEY, token)
  if (before !== token) announce()
}

export function dropToken(): void {
  const before = readToken()
  dropStored(TOKEN_KEY)
  if (before !== null) announce()
}

const listeners = new Set<() => void>()

/** Calls back on sign-in or sign-out, in this tab or another. Returns the unsubscribe function. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}

// The browser reports other tabs only; a key of null means cleared storage.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === TOKEN_KEY || key === null) announce()
})
