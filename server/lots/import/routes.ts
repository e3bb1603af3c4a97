import type { FastifyInstance } from 'fastify'
import {
  checkVehicleImport,
  listVehicleImports,
  previewImportUndo,
  undoVehicleImport,
  VEHICLE_IMPORTS,
  type VehicleImport,
} from '#contract/lots/import.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { importById, newestImports } from '#server/platform/import/import-store.ts'
import { beginImport } from '#server/platform/import/imports.ts'
import { serveImports } from '#server/platform/import/serve-imports.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { unknownWordsOf } from './import-store.ts'
import { previewUndo, undoImport } from './undo-import.ts'
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
    const plan = { ...body, state: 'checking' as const }
    return presented(await beginImport(app, VEHICLE_IMPORT, person.id, params.importId, plan))
  })

  serve(http, previewImportUndo, async ({ params }) => {
    const row = await importById<VehicleImportRow>(app.db, VEHICLE_IMPORT, params.importId)
    if (row === null) throw notFound('this import')
    return previewUndo(app.db, row)
  })

  serve(http, undoVehicleImport, async ({ params, person }) =>
    presented(await undoImport(app, person.id, params.importId)),
  )
}

function presented(row: VehicleImportRow | Refusal): VehicleImport | Refusal {
  return row instanceof Refusal ? row : presentVehicleImport(row)
}
