import type { CodeOf, ListName } from '#contract/vocabulary.ts'
import { labelOf, LANGUAGES, type Language } from '#contract/vocabulary-labels.ts'
import type { FactFacet, FacetValue } from './facet-values.ts'
import { wordsOf } from './words.ts'

/** By which list the values of a facet are called; null where they are not of a closed list. Make and model stand in a lot's name. */
const LISTS = {
  body: 'body',
  fuel: 'fuel',
  gearbox: 'gearbox',
  drive: 'drive',
  colour: 'colour',
  title: 'titleBrand',
  damage: 'damage',
  runs: 'runState',
  place: null,
} as const satisfies Partial<Record<FactFacet, ListName | null>>

export type FacetWithWords = keyof typeof LISTS

/** Facets whose values are also found by words. All of them may be filtered by anybody: no word tells what a filter does not. */
export const FACETS_WITH_WORDS = Object.keys(LISTS) as FacetWithWords[]

/**
 * What people call a code beside its own name. Unlike the words of files, whose column says what they are about, these are looked for
 * among all facts: only words that mean one thing wherever they stand.
 */
const OTHER_NAMES: { [L in ListName]?: Partial<Record<CodeOf<L>, string>> } = {
  body: {
    saloon: 'sedan limousine',
    hatchback: 'hatch',
    estate: 'wagon kombi',
    convertible: 'cabriolet cabrio roadster',
    suv: 'crossover offroader',
    mpv: 'minivan',
    'tractor-unit': 'semi',
    motorhome: 'rv camper',
    motorcycle: 'motorbike',
    quad: 'atv',
    trailer: 'caravan',
  },
  titleBrand: {
    'theft-recovery': 'stolen',
    lemon: 'buyback',
    'non-repairable': 'irreparable',
    rebuilt: 'reconstructed',
    scrap: 'junk',
  },
  damage: {
    underbody: 'undercarriage',
    water: 'flood',
    fire: 'burn burned',
    vandalism: 'vandalised vandalized',
  },
  runState: { drives: 'drivable driveable', 'does-not-start': 'non-runner' },
  drive: { front: 'fwd', rear: 'rwd', all: 'awd', 'four-selectable': '4wd 4x4' },
  fuel: {
    petrol: 'gas gasoline',
    electric: 'ev bev',
    'plug-in-hybrid': 'phev',
    lpg: 'autogas',
    'ethanol-flex': 'e85',
  },
  gearbox: { manual: 'stick', 'dual-clutch': 'dct dsg' },
  colour: {
    grey: 'gray anthracite',
    burgundy: 'maroon',
    purple: 'violet',
    turquoise: 'teal',
    several: 'multicolour multicolor',
  },
}

/** The words that a value of a facet is found by: its code, what the code is called in every language, and other names for it. */
export function wordsOfValue(facet: FacetWithWords, { value, label }: FacetValue): string[] {
  if (facet === 'damage' && (value === 'none' || value === 'not-inspected')) return []
  const list = LISTS[facet]
  const names = list === null ? [] : [...translationsOf(list, value), otherNamesOf(list, value)]
  return [...new Set([value, label, ...names].flatMap(wordsOf))]
}

/** Other names of a code of a list; empty where it has none or is no code. */
export function otherNamesOf(list: ListName, code: string): string {
  const names: Partial<Record<string, string>> = OTHER_NAMES[list] ?? {}
  return names[code] ?? ''
}

function translationsOf(list: ListName, code: string): string[] {
  return (Object.keys(LANGUAGES) as Language[]).map((language) => labelOf(list, code, language))
}
