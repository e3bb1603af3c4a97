import type { PhotoPin } from '#contract/lots.ts'

/** What each severity means, for whoever marks and whoever reads. */
export const SEVERITY_WORDS: Record<PhotoPin['severity'], string> = {
  light: 'seen from close up',
  moderate: 'seen from some steps away',
  heavy: 'needs repair or replacement',
}

/** A mark in one line for a screen reader: number, kind, severity. */
export function markWords(mark: Pick<PhotoPin, 'kind' | 'severity'>, index: number): string {
  return `${index + 1}: ${mark.kind}, ${mark.severity}`
}
