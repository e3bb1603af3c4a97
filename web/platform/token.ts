/** Where the bearer credential is stored. Source: the specification, section 3. */
export const TOKEN_KEY = 'authToken'

/** The stored bearer credential, or null. A browser that refuses storage has none. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return null
  }
}

export function keepToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
}

export function dropToken(): void {
  localStorage.removeItem(TOKEN_KEY)
}
