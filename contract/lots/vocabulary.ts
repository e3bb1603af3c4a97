/**
 * The closed lists in which the trade describes a vehicle: each code with its name in American English. A code is stored, sent and
 * searched by, and never changes its meaning; its name may. A value from another list, an old record or a file stays readable as is.
 */
export const ENGLISH = {
  body: {
    saloon: 'Sedan',
    hatchback: 'Hatchback',
    estate: 'Wagon',
    coupe: 'Coupe',
    convertible: 'Convertible',
    suv: 'SUV',
    mpv: 'Minivan',
    pickup: 'Pickup',
    van: 'Van',
    minibus: 'Minibus',
    bus: 'Bus',
    'box-truck': 'Box truck',
    flatbed: 'Flatbed',
    tipper: 'Dump truck',
    'tractor-unit': 'Semi tractor',
    'chassis-cab': 'Cab chassis',
    'tow-truck': 'Tow truck',
    motorhome: 'Motorhome',
    motorcycle: 'Motorcycle',
    quad: 'ATV',
    trailer: 'Trailer',
    equipment: 'Equipment',
    other: 'Other',
  },
  titleBrand: {
    clean: 'Clean',
    salvage: 'Salvage',
    rebuilt: 'Rebuilt',
    flood: 'Flood',
    'theft-recovery': 'Theft recovery',
    lemon: 'Lemon buyback',
    'non-repairable': 'Non-repairable',
    'parts-only': 'Parts only',
    scrap: 'Scrap',
    'export-only': 'Export only',
    'bill-of-sale': 'Bill of sale only',
    'no-title': 'No title',
  },
  damage: {
    none: 'None',
    'normal-wear': 'Normal wear',
    'dents-scratches': 'Dents and scratches',
    front: 'Front',
    rear: 'Rear',
    side: 'Side',
    'all-over': 'All over',
    roof: 'Roof',
    underbody: 'Underbody',
    frame: 'Frame',
    rollover: 'Rollover',
    suspension: 'Suspension',
    mechanical: 'Mechanical',
    electrical: 'Electrical',
    interior: 'Interior',
    'ignition-lock': 'Ignition lock',
    hail: 'Hail',
    water: 'Water',
    fire: 'Fire',
    vandalism: 'Vandalism',
    stripped: 'Stripped',
    'missing-parts': 'Missing parts',
    'repaired-front': 'Repaired front',
    'repaired-other': 'Repaired elsewhere',
    'partial-repair': 'Partly repaired',
    'long-storage': 'Long storage',
    contaminated: 'Contaminated',
    'not-examined': 'Not examined',
  },
  runState: {
    drives: 'Runs and drives',
    starts: 'Starts, does not drive',
    turns: 'Turns over, does not start',
    'does-not-start': 'Does not start',
    'not-tested': 'Not tested',
  },
  odometerStatus: {
    actual: 'Actual',
    'not-actual': 'Not actual',
    exempt: 'Exempt',
    exceeds: 'Exceeds mechanical limits',
    'not-stated': 'Not stated',
  },
  keys: { present: 'Present', none: 'None', 'not-stated': 'Not stated' },
  drive: {
    front: 'Front-wheel drive',
    rear: 'Rear-wheel drive',
    all: 'All-wheel drive',
    'four-selectable': 'Four-wheel drive',
    '6x2': '6×2',
    '6x4': '6×4',
    '6x6': '6×6',
    '8x4': '8×4',
    other: 'Other',
  },
  fuel: {
    petrol: 'Gasoline',
    diesel: 'Diesel',
    hybrid: 'Hybrid',
    'plug-in-hybrid': 'Plug-in hybrid',
    electric: 'Electric',
    lpg: 'Propane (LPG)',
    cng: 'Natural gas',
    'ethanol-flex': 'Flex fuel',
    hydrogen: 'Hydrogen',
    other: 'Other',
  },
  gearbox: {
    manual: 'Manual',
    automatic: 'Automatic',
    cvt: 'CVT',
    'dual-clutch': 'Dual clutch',
    'automated-manual': 'Automated manual',
    powershift: 'Powershift',
    'single-speed': 'Single speed',
    other: 'Other',
  },
  colour: {
    black: 'Black',
    white: 'White',
    silver: 'Silver',
    grey: 'Gray',
    blue: 'Blue',
    red: 'Red',
    burgundy: 'Burgundy',
    green: 'Green',
    yellow: 'Yellow',
    orange: 'Orange',
    brown: 'Brown',
    beige: 'Beige',
    gold: 'Gold',
    bronze: 'Bronze',
    purple: 'Purple',
    pink: 'Pink',
    turquoise: 'Turquoise',
    several: 'Multicolor',
    other: 'Other',
  },
  sellerKind: {
    private: 'Private owner',
    dealer: 'Dealer',
    fleet: 'Fleet',
    leasing: 'Leasing company',
    rental: 'Rental company',
    insurer: 'Insurer',
    bank: 'Bank',
    municipality: 'Municipality',
    government: 'Government',
    workshop: 'Repair shop with a lien',
    estate: 'Estate',
    charity: 'Charity',
    manufacturer: 'Manufacturer',
    other: 'Other',
  },
} as const

export type ListName = keyof typeof ENGLISH
export type CodeOf<L extends ListName> = L extends ListName ? keyof (typeof ENGLISH)[L] & string : never
/** The labels of every code of every list in one language. A language that lacks one does not compile. */
export type Labels = { readonly [L in ListName]: Readonly<Record<CodeOf<L>, string>> }

export const LANGUAGES = { en: ENGLISH } as const satisfies Record<string, Labels>
export type Language = keyof typeof LANGUAGES

export const LIST_NAMES = Object.keys(ENGLISH) as ListName[]

/** The codes of a list in its own order: that of choices and facets. */
export function codesOf<L extends ListName>(list: L): CodeOf<L>[] {
  return Object.keys(ENGLISH[list]) as CodeOf<L>[]
}

export function isCode<L extends ListName>(list: L, value: unknown): value is CodeOf<L> {
  return typeof value === 'string' && Object.hasOwn(ENGLISH[list], value)
}

/** The name of a code. A value that is not a code of the list is shown as it is. */
export function labelOf(list: ListName, value: string, language: Language = 'en'): string {
  const labels: Readonly<Record<string, string>> = LANGUAGES[language][list]
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}

/** The codes of a list with their names, in the list's own order. */
export function optionsOf<L extends ListName>(
  list: L,
  language: Language = 'en',
): { code: CodeOf<L>; label: string }[] {
  return codesOf(list).map((code) => ({ code, label: labelOf(list, code, language) }))
}
