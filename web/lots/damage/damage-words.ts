import { t } from '#web/platform/language/text.ts'
import type { PhotoPin } from '#contract/lots/lots.ts'
import type { DAMAGE_KINDS } from '#contract/lots/vehicle-photos.ts'

const KIND_WORDS: Record<(typeof DAMAGE_KINDS)[number], string> = {
  scratch: t`scratch`,
  dent: t`dent`,
  chips: t`chips`,
  scuff: t`scuff`,
  crack: t`crack`,
  broken: t`broken`,
  missing: t`missing`,
  rust: t`rust`,
  paint: t`paint`,
  wear: t`wear`,
  leak: t`leak`,
  mechanical: t`mechanical`,
  hail: t`hail`,
  water: t`water`,
  fire: t`fire`,
  other: t`other`,
}

export const SEVERITY_NAMES: Record<PhotoPin['severity'], string> = {
  light: t`light`,
  moderate: t`moderate`,
  heavy: t`heavy`,
}

/** Imported marks may have a kind of their own, which stays as it was written. */
export function kindWords(kind: string): string {
  return Object.entries(KIND_WORDS).find(([known]) => known === kind)?.[1] ?? kind
}
