import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { plainVin, readVin } from '#contract/lots/vin.ts'
import { ROOT } from '#server/platform/root.ts'

/** [keys, value]; keys: characters 4 to 8 of the VIN, a bar, and those from the 10th on. `*`: any; `#`: a digit; `[A-C]`: one of these. */
type Pattern = [keys: string, value: string]
type Fact = 'model' | 'body' | 'litres' | 'cylinders' | 'fuel' | 'drive'

/** An extract of NHTSA's vPIC, made by `npm run extract-vpic`. */
export type VpicTables = {
  /** By world manufacturer identifier: its schemas with the model years in which each is used; to 0: until today. */
  identifiers: Record<string, [schema: number, from: number, to: number][]>
  schemas: Record<string, Partial<Record<Fact, Pattern[]>>>
  /** By id: the name of a model and its make. */
  models: Record<string, [model: string, make: string]>
  body: Record<string, string>
  fuel: Record<string, string>
  drive: Record<string, string>
}

/** The decoder that the worker thread uses: the tables stay in its memory. */
export function createDecoder(): Promise<{ decode: (vin: string) => Promise<unknown> }> {
  const file = readFileSync(path.join(ROOT, 'server/lots/vehicles/vpic.json.gz'))
  const tables = JSON.parse(gunzipSync(file).toString()) as VpicTables
  const nextYear = new Date().getUTCFullYear() + 1
  return Promise.resolve({ decode: (vin) => Promise.resolve(decodeVpic(tables, vin, nextYear)) })
}

/** What the maker's tables say about a VIN, for the most likely of its model years that they know; nothing in it: not known. */
export function decodeVpic(tables: VpicTables, text: string, nextYear: number): object {
  const vin = plainVin(text)
  const { modelYears } = readVin(vin, nextYear)
  // A maker of few vehicles has a 9 in the third place and the rest of its identifier in the last serial characters.
  const small = vin[2] === '9' ? tables.identifiers[vin.slice(0, 3) + vin.slice(11, 14)] : undefined
  const uses = small ?? tables.identifiers[vin.slice(0, 3)] ?? []
  for (const year of modelYears) {
    const schemas = uses.flatMap(([id, from, to]) =>
      from <= year && (to === 0 || year <= to) ? [tables.schemas[id] ?? {}] : [],
    )
    const found = (fact: Fact) => bestValue(schemas, fact, `${vin.slice(3, 8)}|${vin.slice(9)}`)
    const model = tables.models[found('model') ?? '']
    if (model === undefined) continue
    const [name, make] = model
    return {
      components: {
        vehicle: {
          make: titleCase(make),
          model: name,
          year,
          bodyStyle: tables.body[found('body') ?? ''],
          driveType: tables.drive[found('drive') ?? ''],
          fuelType: tables.fuel[found('fuel') ?? ''],
        },
        engine: { displacement: roundedLitres(found('litres')), cylinders: found('cylinders') },
      },
    }
  }
  return {}
}

/** The value whose pattern fixes most characters; where two fix as many and differ, none. */
function bestValue(schemas: readonly VpicTables['schemas'][string][], fact: Fact, text: string): string | null {
  let best: { value: string | null; weight: number } = { value: null, weight: -1 }
  for (const schema of schemas) {
    for (const [keys, value] of schema[fact] ?? []) {
      const weight = weightOf(keys, text)
      if (weight < 0 || weight < best.weight) continue
      if (weight > best.weight) best = { value, weight }
      else if (value !== best.value) best = { value: null, weight }
    }
  }
  return best.value
}

/** How many characters a pattern fixes; -1: it doesn't match. A pattern may be shorter than the text. */
function weightOf(keys: string, text: string): number {
  let weight = 0
  let at = 0
  for (let place = 0; place < keys.length; place += 1, at += 1) {
    const key = keys[place]
    const character = text[at]
    if (character === undefined) return -1
    if (key === '*') continue
    if (key === '#') {
      if (!/\d/.test(character)) return -1
    } else if (key === '[') {
      const end = keys.indexOf(']', place)
      if (end < 0 || !isIn(character, keys.slice(place + 1, end))) return -1
      place = end
    } else if (key !== character) return -1
    weight += 1
  }
  return weight
}

/** Whether a character is in a list such as `A-CEX`. */
function isIn(character: string, list: string): boolean {
  for (let place = 0; place < list.length; place += 1) {
    const from = list[place]!
    const isRange = list[place + 1] === '-' && place + 2 < list.length
    const to = isRange ? list[place + 2]! : from
    if (character >= from && character <= to) return true
    if (isRange) place += 2
  }
  return false
}

function roundedLitres(value: string | null): string | null {
  const litres = Number(value)
  return value === null || !(litres > 0) ? null : litres.toFixed(1)
}

/** `VOLKSWAGEN` as people write it; names of up to three letters, such as BMW, stay. */
function titleCase(name: string): string {
  return name.length <= 3 ? name : name.toLowerCase().replaceAll(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase())
}
