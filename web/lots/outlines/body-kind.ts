/** The vehicle bodies that have drawings. */
export const BODY_KINDS = [
  'sedan',
  'hatchback',
  'estate',
  'suv',
  'pickup',
  'van',
  'coupe',
  'convertible',
  'motorcycle',
  'truck',
  'forklift',
] as const
export type BodyKind = (typeof BODY_KINDS)[number]

const BY_WORD: readonly [RegExp, BodyKind][] = [
  [/fork|equipment/i, 'forklift'],
  [/motor-?home|camper/i, 'van'],
  [/motor|bike|scooter|moped|quad|\batv\b/i, 'motorcycle'],
  [/pick-?up|flatbed|\btow\b/i, 'pickup'],
  [/truck|box|lorry|tractor|tipper|chassis|trailer/i, 'truck'],
  [/van|bus|cargo|mpv|people carrier/i, 'van'],
  [/suv|4x4|off-?road|crossover/i, 'suv'],
  [/convertible|cabrio|roadster|spider|spyder/i, 'convertible'],
  [/coup/i, 'coupe'],
  [/hatch|compact|city/i, 'hatchback'],
  [/estate|wagon|touring/i, 'estate'],
]

/** The drawing for a body as the facts name it; a sedan if the word is unknown. */
export function bodyKindOf(body: string): BodyKind {
  return BY_WORD.find(([word]) => word.test(body))?.[1] ?? 'sedan'
}
