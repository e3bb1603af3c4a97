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
} from '#contract/import.ts'
import { csvStream } from '#server/platform/csv.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, notFound, Problem, refuse, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { importById, newestImports, notedRows, type ImportRow, unknownWordsOf } from './import-store.ts'
import { beginImport, notesOf, presentImport, previewImport, takeFile } from './imports.ts'

const IMPORTS_SHOWN = 20
const NOTED_ROWS_PAGE = 100
const NOTED_ROWS_PER_READ = 1000

export function importRoutes(app: FastifyInstance, house: House): void {
  const presented = async (row: ImportRow | Refusal) => (row instanceof Refusal ? row : presentImport(house, row))
  const found = async (importId: string) => {
    const row = await importById(house.db, importId)
    if (row === null) throw notFound('this import')
    return row
  }

  serve(app, listVehicleImports, async () => {
    const rows = await newestImports(house.db, IMPORTS_SHOWN)
    return { items: await Promise.all(rows.map((row) => presentImport(house, row))) }
  })

  serve(app, sendVehicleFile, async ({ request, person }) => {
    const file = await readFile(request)
    return file instanceof Refusal ? file : presentImport(house, await takeFile(house, person.id, file))
  })

  serve(app, readVehicleImport, async ({ params }) => presentImport(house, await found(params.importId)))

  serve(app, previewVehicleImport, ({ params, body }) => previewImport(house, params.importId, body.mapping))

  serve(app, checkVehicleImport, async ({ params, body, person }) =>
    presented(await beginImport(house, person.id, params.importId, { ...body, state: 'checking' })),
  )

  serve(app, runVehicleImport, async ({ params, body, person }) =>
    presented(await beginImport(house, person.id, params.importId, { ...body, state: 'running' })),
  )

  serve(app, listImportNotes, async ({ params, query }) => {
    const row = await found(params.importId)
    const rows = await notedRows(house.db, row, query.after ?? -1, NOTED_ROWS_PAGE)
    return {
      items: notesOf(rows),
      next: rows.length === NOTED_ROWS_PAGE ? rows.at(-1)!.number : null,
      unknownWords: await unknownWordsOf(house.db, row),
    }
  })

  serve(app, exportImportNotes, async ({ params, reply }) => {
    const row = await found(params.importId)
    const name = `${row.file_name.replace(/\.[a-z]+$/i, '').replace(/[^\w.-]+/g, '-')}-faults`
    return sendCsv(reply, name, await notesCsv(house, row))
  })
}

function notesCsv(house: House, row: ImportRow): Promise<Readable> {
  return csvStream<number>(['Line', 'Column', 'Value', 'What is wrong', 'Kept out'], async (after) => {
    const rows = await notedRows(house.db, row, after ?? -1, NOTED_ROWS_PER_READ)
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

/** The form is read to its end whatever it holds, so that a browser gets to read the answer. */
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
    // The parser of forms gives its own errors no status.
    const isBroken = error instanceof Error && !('statusCode' in error)
    throw isBroken ? new Problem(400, 'invalid-input', 'The form is not whole. Send it again.') : error
  }
  if (file === null) throw invalidInput([{ field: 'file', message: 'Send a file.' }])
  if (file.isCut) return refuse('file-too-large', 'This file is larger than 20 MB. Cut it in two.')
  if (file.content.length === 0) return refuse('file-unreadable', 'This file is empty.')
  return file
}

function nameOf(name: string | undefined): string {
  const plain = (name ?? '').replaceAll('\0', '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  return plain.slice(-120) || 'vehicles'
}
