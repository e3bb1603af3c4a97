import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  checkVehicleImport,
  exportImportNotes,
  FILE_BYTES_MAX,
  listImportNotes,
  listVehicleImports,
  previewVehicleImport,
  readVehicleImport,
  runVehicleImport,
  sendVehicleFile,
} from '#contract/lots/import.ts'
import { csvStream } from '#server/platform/csv.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, notFound, Problem, refuse, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { importById, newestImports, notedRows, type ImportRow, unknownWordsOf } from './import-store.ts'
import { beginImport, notesOf, presentImport, presentImports, previewImport, takeFile } from './imports.ts'

const IMPORTS_SHOWN = 20
const NOTED_ROWS_PAGE = 100
const NOTED_ROWS_PER_READ = 1000

export function importRoutes(http: FastifyInstance, app: App): void {
  const presented = async (row: ImportRow | Refusal) => (row instanceof Refusal ? row : presentImport(app, row))
  const found = async (importId: string) => {
    const row = await importById(app.db, importId)
    if (row === null) throw notFound('this import')
    return row
  }

  serve(http, listVehicleImports, async () => {
    const rows = await newestImports(app.db, IMPORTS_SHOWN)
    return { items: await presentImports(app, rows) }
  })

  serve(http, sendVehicleFile, async ({ request, person }) => {
    const file = await readFile(request)
    return file instanceof Refusal ? file : presentImport(app, await takeFile(app, person.id, file))
  })

  serve(http, readVehicleImport, async ({ params }) => presentImport(app, await found(params.importId)))

  serve(http, previewVehicleImport, ({ params, body }) => previewImport(app, params.importId, body.mapping))

  serve(http, checkVehicleImport, async ({ params, body, person }) =>
    presented(await beginImport(app, person.id, params.importId, { ...body, state: 'checking' })),
  )

  serve(http, runVehicleImport, async ({ params, body, person }) =>
    presented(await beginImport(app, person.id, params.importId, { ...body, state: 'running' })),
  )

  serve(http, listImportNotes, async ({ params, query }) => {
    const row = await found(params.importId)
    const rows = await notedRows(app.db, row, query.after ?? -1, NOTED_ROWS_PAGE)
    return {
      items: notesOf(rows),
      next: rows.length === NOTED_ROWS_PAGE ? rows.at(-1)!.number : null,
      unknownWords: await unknownWordsOf(app.db, row),
    }
  })

  serve(http, exportImportNotes, async ({ params, reply }) => {
    const row = await found(params.importId)
    const name = `${row.file_name.replace(/\.[a-z]+$/i, '').replace(/[^\w.-]+/g, '-')}-faults`
    return sendCsv(reply, name, await notesCsv(app, row))
  })
}

function notesCsv(app: App, row: ImportRow): Promise<Readable> {
  return csvStream<number>(['Line', 'Column', 'Value', 'What is wrong', 'Kept out'], async (after) => {
    const rows = await notedRows(app.db, row, after ?? -1, NOTED_ROWS_PER_READ)
    const records = notesOf(rows).map(({ line, column, value, message, isFault }) => [
      line,
      column,
      value,
      message,
      isFault ? 'yes' : 'no',
    ])
    return { records, next: rows.length < NOTED_ROWS_PER_READ ? null : rows.at(-1)!.number }
  })
}

/** Reads the whole form even if it is refused, so that a browser gets to read the answer. */
async function readFile(request: FastifyRequest): Promise<{ fileName: string; content: Buffer } | Refusal> {
  let file: { fileName: string; content: Buffer; isCut: boolean } | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: FILE_BYTES_MAX, files: 1, fields: 2, parts: 3 } })) {
      if (part.type !== 'file') continue
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk as Buffer)
      file = { fileName: nameOf(part.filename), content: Buffer.concat(chunks), isCut: part.file.truncated }
    }
  } catch (error) {
    // The form parser gives its own errors no status.
    const isBroken = error instanceof Error && !('statusCode' in error)
    throw isBroken ? new Problem(400, 'invalid-input', 'The form arrived incomplete. Send it again.') : error
  }
  if (file === null) throw invalidInput([{ field: 'file', message: 'Choose a file.' }])
  if (file.isCut) return refuse('file-too-large', 'This file is larger than 20 MB. Split it in two.')
  if (file.content.length === 0) return refuse('file-unreadable', 'This file is empty.')
  return file
}

function nameOf(name: string | undefined): string {
  const plain = (name ?? '').replaceAll('\0', '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  return plain.slice(-120) || 'vehicles'
}
