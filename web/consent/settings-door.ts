const listeners = new Set<() => void>()

/** Opens the cookie settings from anywhere, such as the footer. */
export function openCookieSettings(): void {
  for (const listener of listeners) listener()
}

/** Returns the unsubscribe function. */
export function onCookieSettingsAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
