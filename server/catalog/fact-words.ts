import { CODED_FIELDS, type FieldFacet } from '#contract/lots/vehicle-fields.ts'
import { labelOf, type CodeOf, type ListName } from '#contract/lots/vocabulary.ts'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { inLanguage, translated } from '#server/platform/language/text.ts'
import type { FacetValue } from './facet-values.ts'
import { wordsOf } from './words.ts'

/** The list that names the values of a facet; places have none. Make and model are in a lot's name. */
const LISTS: ReadonlyMap<FieldFacet, ListName | null> = new Map([
  ...CODED_FIELDS.flatMap(({ facet, list }) => (facet === undefined ? [] : [[facet as FieldFacet, list] as const])),
  ['place', null] as const,
])

/** Facets whose values are also found by words. Anyone may filter by them: words reveal nothing that filters do not. */
export const FACETS_WITH_WORDS: readonly FieldFacet[] = [...LISTS.keys()]

/**
 * Other names for a code. Unlike the words of files, whose column gives the context, these are matched against all facts: only words that
 * mean one thing everywhere.
 */
const OTHER_NAMES: { [L in ListName]?: Partial<Record<CodeOf<L>, string>> } = {
  body: {
    saloon: 'sedan limousine',
    hatchback: 'hatch',
    estate: 'wagon kombi',
    convertible: 'cabriolet cabrio roadster',
    suv: 'crossover offroader',
    mpv: 'minivan',
    pickup: 'truck troca',
    van: 'furgoneta lieferwagen',
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
    petrol: 'gas gasoline benziner',
    electric: 'ev bev electrica elektroauto',
    'plug-in-hybrid': 'phev',
    lpg: 'autogas',
    'ethanol-flex': 'e85',
  },
  gearbox: {
    manual: 'stick shift stickshift estandar schaltwagen',
    automatic: 'automatico',
    'dual-clutch': 'dct dsg',
  },
  colour: {
    silver: 'silbern',
    gold: 'golden',
    grey: 'gray anthracite',
    burgundy: 'maroon',
    purple: 'violet',
    turquoise: 'teal',
    several: 'multicolour multicolor',
  },
}

/** The words that find a value of a facet: its code, the code's label in every language, and other names for it. */
export function wordsOfValue(facet: FieldFacet, { value, label }: FacetValue): string[] {
  if (facet === 'damage' && (value === 'none' || value === 'not-inspected')) return []
  const list = LISTS.get(facet) ?? null
  const names = list === null ? [] : namesOf(list, value)
  return [...new Set([value, label, ...names].flatMap(wordsOf))]
}

/** A code's label in every language, and other names for it. */
export function namesOf(list: ListName, code: string): string[] {
  const label = labelOf(list, code)
  const others: Partial<Record<string, string>> = OTHER_NAMES[list] ?? {}
  return [
    ...LANGUAGE_CODES.map((language) => inLanguage(language, () => translated(label))),
    ...(others[code] === undefined ? [] : [others[code]]),
  ]
}
