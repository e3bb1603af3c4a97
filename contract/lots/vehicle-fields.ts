import type { ListName } from './vocabulary.ts'

/** One fact of a vehicle, and everything that screens, files, search and the API need to know about it (docs/fields.md). */
export type VehicleField = {
  /** What it is called wherever people read it. */
  label: string
  /**
   * How it is stored and entered. `code`: a code of `list`, plus the seller's own words. `lines`: a list of short texts. `report`: a long
   * text. The last two have several parts and their own schemas, controls and texts.
   */
  kind: 'text' | 'number' | 'code' | 'flag' | 'day' | 'lines' | 'report' | 'odometer' | 'inspection'
  list?: ListName
  /** Maximum characters of a text. */
  max?: number
  /** Required to create a vehicle. Any other fact may be null, and omitted facts stay unchanged. */
  isRequired?: true
  /** Its column in the table `vehicle`; otherwise it is stored in the JSON of facts. */
  column?: string
  /** Who may read it, in addition to staff. */
  seenBy?: 'staff'
  /** Where people read it: among the facts of a lot, in a comparison, both (default), or neither, such as in the title. */
  shown?: 'lot' | 'comparison' | 'neither'
  /** Where staff enter it; by default among the facts. */
  section?: 'identity' | 'prose'
  hint?: string
  /** Shown where an inspection found nothing. Without an inspection, nothing is known. */
  none?: string
  /** Its name as a search facet; its values are then counted and can be found by text. */
  facet?: string
  /** The column header in the staff CSV; by default its label; false: no column. */
  csv?: string | false
  /** Its names in sellers' file headers besides its name and its label: lowercase, without punctuation, separated by bars; its label's translations are known. False: no file has it. */
  heads?: string | false
  /** Material to the vehicle's value: if a published one was wrong, the high bidder may withdraw. */
  isMaterial?: true
}

/** Every fact of a vehicle, in the order in which people read them. */
export const VEHICLE_FIELDS = {
  stockNumber: {
    label: 'Stock number',
    kind: 'text',
    max: 60,
    column: 'stock_number',
    seenBy: 'staff',
    section: 'identity',
    heads:
      'stock|stock no|stock nr|stock id|lot number|lot|unit number|unit|reference|item number|inventar nr|no de inventario',
  },
  vin: {
    label: 'VIN',
    kind: 'text',
    max: 40,
    column: 'vin',
    shown: 'lot',
    section: 'identity',
    hint: 'Spaces and lowercase letters are fine.',
    heads:
      'vin number|chassis number|chassis no|vehicle identification number|serial number|fin|fin nr|fahrzeug identifizierungsnummer|fahrzeugidentifizierungsnummer|fahrgestellnummer|fahrgestellnr|fahrgestell nr|número de serie|no de serie|número de bastidor|bastidor',
    isMaterial: true,
  },
  year: {
    label: 'Year',
    kind: 'number',
    isRequired: true,
    column: 'year',
    shown: 'comparison',
    section: 'identity',
    heads: 'model year|yr|my|year of manufacture|modelljahr|año modelo',
    isMaterial: true,
  },
  make: {
    label: 'Make',
    kind: 'text',
    max: 60,
    isRequired: true,
    column: 'make',
    shown: 'neither',
    section: 'identity',
    facet: 'make',
    heads: 'manufacturer|brand|mark|hersteller|fabricante',
    isMaterial: true,
  },
  model: {
    label: 'Model',
    kind: 'text',
    max: 80,
    isRequired: true,
    column: 'model',
    shown: 'neither',
    section: 'identity',
    facet: 'model',
    heads: 'model name|model group',
    isMaterial: true,
  },
  trim: {
    label: 'Trim',
    kind: 'text',
    max: 120,
    column: 'trim',
    shown: 'neither',
    section: 'identity',
    heads: 'trim level|version|variant|series|model detail|sub model',
  },
  body: {
    label: 'Body',
    kind: 'code',
    list: 'body',
    isRequired: true,
    column: 'body',
    facet: 'body',
    heads: 'body style|body type|vehicle type|type|body class|aufbau|tipo de carrocería',
  },
  odometer: {
    label: 'Odometer',
    kind: 'odometer',
    heads:
      'mileage|miles|kilometres|kilometers|km|odometer reading|distance|laufleistung|kilometerstand|kilometraje|kilómetros|millaje|millas',
    isMaterial: true,
  },
  titleBrand: {
    label: 'Title',
    kind: 'code',
    list: 'titleBrand',
    isRequired: true,
    facet: 'title',
    heads: 'title brand|title type|title status|auction title type|brand of title|document type',
    isMaterial: true,
  },
  damagePrimary: {
    label: 'Primary damage',
    kind: 'code',
    list: 'damage',
    none: 'None recorded',
    facet: 'damage',
    csv: 'Main damage',
    heads: 'damage|main damage|damage primary|damage description|loss type',
    isMaterial: true,
  },
  damageSecondary: {
    label: 'Secondary damage',
    kind: 'code',
    list: 'damage',
    none: 'None recorded',
    csv: 'Other damage',
    heads: 'other damage|damage secondary|second damage|damage 2',
    isMaterial: true,
  },
  runState: {
    label: 'Running condition',
    kind: 'code',
    list: 'runState',
    isRequired: true,
    facet: 'runs',
    csv: 'Run state',
    heads:
      'run state|runs drives|run and drive|runs and drives|condition|start code|drivability|drivable|run drive|fahrbereit',
    isMaterial: true,
  },
  keys: {
    label: 'Keys',
    kind: 'code',
    list: 'keys',
    isRequired: true,
    heads: 'has keys|key|has keys yes or no|keys present',
  },
  location: {
    label: 'Location',
    kind: 'text',
    max: 120,
    isRequired: true,
    section: 'identity',
    facet: 'place',
    heads: 'yard|yard name|place|city|location city|ort|lugar|ciudad',
  },
  inspection: { label: 'Inspection', kind: 'inspection', facet: 'inspection', heads: false },
  engine: { label: 'Engine', kind: 'text', max: 160, heads: 'engine type|engine size|motor|displacement' },
  gearbox: {
    label: 'Transmission',
    kind: 'code',
    list: 'gearbox',
    facet: 'gearbox',
    heads: 'gearbox|trans|caja de cambios',
  },
  drive: {
    label: 'Drivetrain',
    kind: 'code',
    list: 'drive',
    facet: 'drive',
    heads: 'drive type|drive train|driven wheels|drive line type',
  },
  fuel: {
    label: 'Fuel',
    kind: 'code',
    list: 'fuel',
    facet: 'fuel',
    heads: 'fuel type|kraftstoffart|tipo de combustible',
  },
  colour: {
    label: 'Color',
    kind: 'code',
    list: 'colour',
    facet: 'colour',
    heads: 'exterior color|exterior colour|paint|ext color|außenfarbe|color exterior',
  },
  sellerKind: {
    label: 'Seller',
    kind: 'code',
    list: 'sellerKind',
    isRequired: true,
    csv: 'Seller type',
    heads: 'seller type|seller kind|consignor type|seller category',
  },
  highlights: {
    label: 'Highlights',
    kind: 'lines',
    shown: 'neither',
    section: 'prose',
    csv: false,
    heads: 'strengths|features of note|selling points',
  },
  flaws: {
    label: 'Known flaws',
    kind: 'lines',
    shown: 'comparison',
    section: 'prose',
    none: 'None found',
    csv: false,
    heads: 'flaws|defects|faults|announcements',
    isMaterial: true,
  },
  equipment: {
    label: 'Equipment',
    kind: 'lines',
    shown: 'lot',
    section: 'prose',
    csv: false,
    heads: 'options|features|accessories|equipamiento',
  },
  conditionReport: {
    label: 'Condition report',
    kind: 'report',
    shown: 'neither',
    section: 'prose',
    csv: false,
    heads: 'report|description|comments|notes|remarks|special note',
  },
} as const satisfies Record<string, VehicleField>

type Table = typeof VEHICLE_FIELDS
export type FieldName = keyof Table
/** Names of the fields that have all of `Part`. */
export type FieldsWith<Part> = { [N in FieldName]: Table[N] extends Part ? N : never }[FieldName]
export type CodedField = FieldsWith<{ kind: 'code' }>
/** Facets based on one fact. */
export type FieldFacet = { [N in FieldName]: Table[N] extends { facet: infer F } ? F : never }[FieldName]

export type NamedField = VehicleField & { name: FieldName }
export const FIELDS: readonly NamedField[] = (Object.keys(VEHICLE_FIELDS) as FieldName[]).map((name) => ({
  name,
  ...VEHICLE_FIELDS[name],
}))

export type NamedCode = NamedField & { name: CodedField; kind: 'code'; list: ListName }

export function isCoded(field: NamedField): field is NamedCode {
  return field.kind === 'code'
}

/** Facts stored as a code plus, where they say more, the seller's own words. */
export const CODED_FIELDS: readonly NamedCode[] = FIELDS.filter(isCoded)
