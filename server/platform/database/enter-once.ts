const UNIQUE_VIOLATION = '23505'

/**
 * Runs an action that inserts a row under an id or number that must be unique. The action first checks whether the row exists. Of two
 * concurrent calls that both find nothing, one inserts; the database rejects the other, which checks again and finds the row.
 */
export async function enterOnce<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== UNIQUE_VIOLATION) throw error
    return action()
  }
}
