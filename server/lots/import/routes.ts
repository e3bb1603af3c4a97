import type { FastifyInstance } from 'fastify'
import { checkVehicleImport, listVehicleImports, VEHICLE_IMPORTS } from '#contract/lots/import.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newestImports } from '#server/platform/import/import-store.ts'
import { beginImport } from '#server/platform/import/imports.ts'
import { serveImports } from '#server/platform/import/serve-imports.ts'
import { Refusal } from '#server/platform/problem.ts'
import { unknownWordsOf } from './import-store.ts'
import { presentVehicleImport, VEHICLE_IMPORT, type VehicleImportRow } from './vehicle-import.ts'

const IMPORTS_SHOWN = 20

export function importRoutes(http: FastifyInstance, app: App): void {
  serveImports(http, app, VEHICLE_IMPORT, VEHICLE_IMPORTS, {
    present: presentVehicleImport,
    more: async (row) => ({ unknownWords: await unknownWordsOf(app.db, row) }),
  })

  serve(http, listVehicleImports, async () => {
    const rows = await newestImports<VehicleImportRow>(app.db, VEHICLE_IMPORT, IMPORTS_SHOWN)
    return { items: rows.map(presentVehicleImport) }
  })

  serve(http, checkVehicleImport, async ({ params, body, person }) => {
    const row = await beginImport(app, VEHICLE_IMPORT, person.id, params.importId, { ...body, state: 'checking' })
    return row instanceof Refusal ? row : presentVehicleImport(row)
  })
}
