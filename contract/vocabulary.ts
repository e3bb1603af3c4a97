import { ENGLISH } from './vocabulary-english.ts'

/**
 * The closed lists in which the trade describes a vehicle. A code is stored, sent and searched by, and never changes its meaning;
 * what it is called is a matter of language. A word of another list, kept from before or from a file, stays readable as it is.
 */
export const VOCABULARY = {
  body: [
    'saloon',
    'hatchback',
    'estate',
    'coupe',
    'convertible',
    'suv',
    'mpv',
    'pickup',
    'van',
    'minibus',
    'bus',
    'box-truck',
    'flatbed',
    'tipper',
    'tractor-unit',
    'chassis-cab',
    'motorhome',
    'motorcycle',
    'quad',
    'trailer',
    'equipment',
    'other',
  ],
  titleBrand: [
    'clean',
    'salvage',
    'rebuilt',
    'flood',
    'theft-recovery',
    'lemon',
    'non-repairable',
    'parts-only',
    'scrap',
    'export-only',
    'bill-of-sale',
    'no-title',
  ],
  damage: [
    'none',
    'normal-wear',
    'dents-scratches',
    'front',
    'rear',
    'side',
    'all-over',
    'roof',
    'underbody',
    'frame',
    'rollover',
    'suspension',
    'mechanical',
    'electrical',
    'interior',
    'ignition-lock',
    'hail',
    'water',
    'fire',
    'vandalism',
    'stripped',
    'missing-parts',
    'repaired-front',
    'repaired-other',
    'partial-repair',
    'long-storage',
    'contaminated',
    'not-examined',
  ],
  runState: ['drives', 'starts', 'turns', 'does-not-start', 'not-tested'],
  odometerStatus: ['actual', 'not-actual', 'exempt', 'exceeds', 'not-stated'],
  keys: ['present', 'none', 'not-stated'],
  drive: ['front', 'rear', 'all', 'four-selectable', '6x2', '6x4', '6x6', '8x4', 'other'],
  fuel: ['petrol', 'diesel', 'hybrid', 'plug-in-hybrid', 'electric', 'lpg', 'cng', 'ethanol-flex', 'hydrogen', 'other'],
  gearbox: ['manual', 'automatic', 'cvt', 'dual-clutch', 'automated-manual', 'powershift', 'single-speed', 'other'],
  colour: [
    'black',
    'white',
    'silver',
    'grey',
    'blue',
    'red',
    'burgundy',
    'green',
    'yellow',
    'orange',
    'brown',
    'beige',
    'gold',
    'bronze',
    'purple',
    'pink',
    'turquoise',
    'several',
    'other',
  ],
  sellerKind: [
    'private',
    'dealer',
    'fleet',
    'leasing',
    'rental',
    'insurer',
    'bank',
    'municipality',
    'government',
    'workshop',
    'estate',
    'charity',
    'manufacturer',
    'other',
  ],
} as const

export type ListName = keyof typeof VOCABULARY
export type CodeOf<L extends ListName> = (typeof VOCABULARY)[L][number]
/** What every code of every list is called in one language. A language that lacks one does not compile. */
export type Labels = { readonly [L in ListName]: Readonly<Record<CodeOf<L>, string>> }

export const LANGUAGES = { en: ENGLISH } as const satisfies Record<string, Labels>
export type Language = keyof typeof LANGUAGES

export const LIST_NAMES = Object.keys(VOCABULARY) as ListName[]

export function isCode<L extends ListName>(list: L, value: unknown): value is CodeOf<L> {
  return (VOCABULARY[list] as readonly unknown[]).includes(value)
}

/** What a code is called. A word that is no code of the list is its own name. */
export function labelOf(list: ListName, value: string, language: Language = 'en'): string {
  const labels: Readonly<Record<string, string>> = LANGUAGES[language][list]
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}

/** The codes of a list with their names, in the list's own order: for choices and for facets. */
export function optionsOf<L extends ListName>(
  list: L,
  language: Language = 'en',
): { code: CodeOf<L>; label: string }[] {
  const codes: readonly CodeOf<L>[] = VOCABULARY[list]
  return codes.map((code) => ({ code, label: labelOf(list, code, language) }))
}
