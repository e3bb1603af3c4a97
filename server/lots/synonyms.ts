import { columnOf, IMPORT_FIELDS, type ImportField } from '#contract/lots/import.ts'
import { codesOf, isCode, labelOf, optionsOf, type CodeOf, type ListName } from '#contract/lots/vocabulary.ts'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { inLanguage, translated } from '#server/platform/language/text.ts'

/** Words in files by the code they mean. Only unambiguous trade words; ambiguous ones are asked about. */
const SYNONYMS: { [L in ListName]?: Partial<Record<CodeOf<L>, string>> } = {
  body: {
    saloon: '4dr sedan|sedan 4d|4 door sedan|limousine',
    hatchback: 'hatch|hatchback 5d|5dr hatchback',
    estate: 'wagon|station wagon|kombi|combi|touring|avant',
    coupe: 'coupé|2dr coupe|coupe 2d',
    convertible: 'cabriolet|cabrio|roadster|spider|spyder|drop head',
    suv: 'sport utility|4dr suv|crossover|sport utility vehicle|off-roader',
    mpv: 'people carrier|people mover|mini van',
    pickup: 'pick-up|pick up|crew cab pickup|pickup truck|crew pickup',
    van: 'cargo van|panel van|delivery van',
    'box-truck': 'box lorry|straight truck|box van',
    'tractor-unit': 'tractor unit|semi|truck tractor|tractor truck|road tractor',
    'chassis-cab': 'chassis cab|cab & chassis|chassis',
    'tow-truck': 'tow truck|wrecker|recovery truck|breakdown truck',
    motorcycle: 'motorbike|motor cycle|bike|moto',
    quad: 'all terrain vehicle',
    motorhome: 'rv|camper|recreational vehicle|camper van',
    tipper: 'dumper|tipper truck|dump',
    trailer: 'semi trailer|semitrailer|caravan',
  },
  titleBrand: {
    clean: 'clear|clean title|ct|original|clear title',
    salvage: 'salvage title|sv|salvage certificate|st',
    rebuilt: 'reconstructed|rebuilt salvage|rebuilt title|prior salvage|restored',
    flood: 'water damage|flood damage|flood title',
    'theft-recovery': 'recovered after theft|theft|theft recovered|stolen recovered|recovered theft|stolen/recovered',
    lemon: 'bought back by the maker|buyback|manufacturer buyback|lemon law|lemon law buyback|buy back',
    'non-repairable': 'not repairable|nonrepairable|irreparable|certificate of destruction|cod',
    'parts-only': 'parts|dismantle only|for parts',
    scrap: 'junk|junk title|scrapped',
    'export-only': 'export|for export',
    'bill-of-sale': 'bos|bill of sale',
    'no-title': 'no documents|no documents|title absent|without title',
  },
  damage: {
    none: 'no damage|undamaged|n/a',
    'normal-wear': 'wear|normal wear & tear|normal wear and tear|wear and tear|nw',
    'dents-scratches': 'minor dent/scratches|minor dents/scratches|dents|scratches|minor dents|minor',
    front: 'front end|front-end|fr',
    rear: 'rear end|rear-end|rr',
    side: 'side impact|left side|right side|side damage',
    'all-over': 'all around',
    roof: 'top/roof|top|roof damage',
    underbody: 'undercarriage|under carriage',
    frame: 'frame damage|structural|chassis damage',
    rollover: 'rolled over|roll over|roll-over',
    mechanical: 'engine|engine damage|mechanical damage|transmission',
    electrical: 'electric|electronics',
    hail: 'hail damage',
    water: 'water/flood|flood|water damage|fresh water|salt water',
    fire: 'burn|burned|burn - engine|burn - interior|fire damage|burn damage',
    vandalism: 'vandalized|vandalised',
    'missing-parts': 'missing/altered vin parts|parts missing|incomplete',
    'partial-repair': 'partial/incomplete repair|part repaired|incomplete repair',
    contaminated: 'biohazard/chemical|biohazard|chemical',
    'not-examined': 'unknown|undisclosed|not checked',
  },
  runState: {
    drives: 'run and drive|run & drive|runs & drives|r&d|rd|yes|y|true|runs and drives verified|driveable|drivable',
    starts: 'engine start program|engine starts|starts|engine start|es',
    turns: 'engine turns, not started|turns over|engine turns|cranks',
    'does-not-start': 'non-runner|non runner|does not run|stationary|won’t start|not running|inoperable',
    'not-tested': 'untested|unknown|not checked',
  },
  odometerStatus: {
    actual: 'a|act|actual mileage|genuine',
    'not-actual': 'n|tmu|true mileage unknown|na|not actual mileage|not genuine',
    exempt: 'e|ex|exempt by age|exempt from odometer disclosure',
    exceeds: 'x|exceeds|exceeds mechanical limit|eml',
    'not-stated': 'not required|unknown',
  },
  keys: {
    present: 'yes|y|true|1|2|keys available|has keys',
    none: 'no|n|false|0|keys missing|missing',
    'not-stated': 'unknown',
  },
  drive: {
    front: 'fwd|front|front wheel drive|2wd front|front wheel',
    rear: 'rwd|rear|rear wheel drive|rear wheel',
    all: 'awd|all wheel drive|all wheel|4matic|quattro|xdrive',
    'four-selectable': 'selectable four-wheel drive|4wd|4x4|four wheel drive|4 wheel drive|part-time 4wd',
    '6x2': '6*2',
    '6x4': '6*4',
    '6x6': '6*6',
    '8x4': '8*4',
  },
  fuel: {
    petrol: 'gas|g|benzin|unleaded|essence',
    diesel: 'd|diesel fuel|gasoil',
    hybrid: 'hev|mild hybrid|petrol hybrid|hybrid engine',
    'plug-in-hybrid': 'phev|plug in hybrid|plugin hybrid',
    electric: 'ev|bev|battery electric',
    lpg: 'propane|autogas',
    cng: 'compressed natural gas',
    'ethanol-flex': 'ethanol (flex fuel)|flex|flexible fuel|e85|ffv',
    hydrogen: 'fuel cell|fcev',
  },
  gearbox: {
    manual: 'm|mt|man|stick|manual transmission|5-speed manual|6-speed manual|5 speed manual|6 speed manual',
    automatic: 'a|at|auto|automatic transmission|tiptronic',
    cvt: 'continuously variable|variator|continuously variable transmission|continuously variable automatic',
    'dual-clutch': 'dct|dsg|dual-clutch|pdk|s tronic',
    'automated-manual': 'amt|semi-automatic|semi automatic|automated manual transmission',
    'single-speed': 'single speed|direct drive|1-speed',
  },
  colour: {
    grey: 'charcoal|graphite|anthracite|gun metal|gunmetal',
    burgundy: 'maroon|wine',
    beige: 'tan|cream|ivory|sand',
    several: 'several colours|several colors|two tone|two-tone|multi|multicolour|multi-colour',
    purple: 'violet',
    turquoise: 'teal',
    gold: 'golden',
    white: 'wht|pearl white|off white',
    black: 'blk',
    silver: 'slv|sil',
    red: 'rd',
    blue: 'blu|navy|dark blue|light blue',
    green: 'grn|dark green|light green',
  },
  sellerKind: {
    private: 'private|individual|private seller|owner',
    dealer: 'dealership|trade|dealer trade-in|part-exchange|dealer part-exchange',
    leasing: 'lease|leasing|lessor|lease return|off-lease',
    rental: 'rental|rent|hire company|car rental',
    insurer: 'insurance|insurance company',
    bank: 'finance|finance company|repo|repossession|lender',
    municipality: 'city|council|county',
    government: 'state|federal|police',
    workshop: 'workshop with a lien|garage|lien|mechanic lien',
    estate: 'estate of an owner|probate',
    charity: 'donation',
    manufacturer: 'oem|maker',
  },
}

/** Words that could mean several codes of a list, and why a person has to choose. */
const DOUBLE_MEANINGS: Partial<Record<ListName, Partial<Record<string, string>>>> = {
  runState: Object.fromEntries(
    ['no', 'n', 'false', '0'].map((word) => [
      word,
      'It may start without driving, or not start. Choose what this means in this file, or correct it.',
    ]),
  ),
}

/** Why a word of a file isn't taken for a code although it says something; null: it is just unknown. */
export function doubleMeaning(list: ListName, word: string): string | null {
  return DOUBLE_MEANINGS[list]?.[plain(word)] ?? null
}

const SAY_NOTHING = new Set([
  '',
  '-',
  '--',
  '–',
  '—',
  'n/a',
  'na',
  'n.a.',
  'none',
  'null',
  'nil',
  '?',
  'tbd',
  'unknown',
  '#n/a',
])

/** Whether a cell's text only means that there is nothing to say. */
export function saysNothing(text: string): boolean {
  return SAY_NOTHING.has(plain(text))
}

/** Lower case with single spaces: how words are compared. */
export function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ')
}

const tables = new Map<ListName, ReadonlyMap<string, string>>()

function tableOf(list: ListName): ReadonlyMap<string, string> {
  const made = tables.get(list)
  if (made !== undefined) return made
  const words = new Map<string, string>()
  for (const { code, label } of optionsOf(list)) for (const said of inEveryLanguage(label)) words.set(plain(said), code)
  const synonyms: Partial<Record<string, string>> = SYNONYMS[list] ?? {}
  for (const [code, text = ''] of Object.entries(synonyms)) for (const word of text.split('|')) words.set(word, code)
  for (const { code, label } of optionsOf(list)) words.set(plain(label), code)
  for (const code of codesOf(list)) words.set(code, code)
  tables.set(list, words)
  return words
}

/** The code that a word of a file means; null if no list has it. `own`: meanings given for the words of such files. */
export function codeOf<L extends ListName>(
  list: L,
  word: string,
  own: Partial<Record<string, string>> = {},
): CodeOf<L> | null {
  const said = own[plain(word)] ?? tableOf(list).get(plain(word))
  return isCode(list, said) ? said : null
}

/** The word says more than the code's own name: it is worth storing next to it. */
export function saysMore(list: ListName, word: string, code: string): boolean {
  const said = plain(word)
  return said.length > 3 && said !== code && said !== plain(labelOf(list, code)) && !/^(yes|no|true|false)$/.test(said)
}

let fieldsByHead: ReadonlyMap<string, ImportField> | null = null

/** The field that a column header means, by its name, its label in any language or sellers' names for it; null if none. */
export function fieldOf(head: string): ImportField | null {
  fieldsByHead ??= new Map([
    // What is said last counts: a word of ours or of the trade before a translation.
    ...IMPORT_FIELDS.flatMap((field) =>
      inEveryLanguage(columnOf(field).label).map((one) => [bare(one), field] as const),
    ),
    ...IMPORT_FIELDS.flatMap((field) =>
      [field, columnOf(field).label, ...columnOf(field).heads.split('|')].map((one) => [bare(one), field] as const),
    ),
  ])
  // What stands in brackets is a unit or a currency, such as km or USD.
  const said = [head, head.replace(/\s*[([][^)\]]*[)\]]\s*$/, '')].map(bare).find((one) => fieldsByHead!.has(one))
  return said === undefined ? null : (fieldsByHead.get(said) ?? null)
}

function inEveryLanguage(label: string): string[] {
  return LANGUAGE_CODES.map((language) => inLanguage(language, () => translated(label)))
}

/** Lower case, without punctuation and accents. */
function bare(head: string): string {
  return head
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
