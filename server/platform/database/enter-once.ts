const UNIQUE_VIOLATION = '23505'

/**
 * Runs an act that enters something under an id, or a number, of which there can be one: it first looks whether that is there already.
 * Of two that arrive at once and both find nothing, one enters; the other is turned away by the database, looks again and finds it.
 */
export async function enterOnce<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== UNIQUE_VIOLATION) throw error
    return act()
  }
}
