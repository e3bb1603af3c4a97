const ENTRY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/

/** Lots beyond this many start with their present standing, which is always correct. */
const ENTRIES_MAX = 400

/**
 * The sequence a client holds of each lot, from `Last-Event-ID` or the query: `lotId.sequence`, separated by commas. Unreadable entries are
 * left out: those lots start with their present standing.
 */
export function parseSince(text: string | undefined): Map<string, number> {
  const held = new Map<string, number>()
  for (const entry of (text ?? '').split(',', ENTRIES_MAX)) {
    const [, lotId, sequence] = ENTRY.exec(entry.trim()) ?? []
    if (lotId !== undefined && sequence !== undefined) held.set(lotId, Number(sequence))
  }
  return held
}
