import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { App } from '../app.ts'
import { csvStream } from '../csv.ts'
import { readOneFile } from '../http/one-file-form.ts'
import { sendCsv } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { notFound, Refusal } from '../problem.ts'
import type { ImportKind, ImportRow } from './import-kind.ts'
import { importById, notedRows } from './import-store.ts'
import { beginImport, notesOf, previewImport, takeFile } from './imports.ts'

const NOTED_ROWS_PAGE = 100
const NOTED_ROWS_PER_READ = 1000

type ImportEndpoints = Record<'send' | 'read' | 'preview' | 'run' | 'notes' | 'exportNotes', Endpoint>
type OfImport = { importId: string }

type Views<R> = {
  present: (row: R) => object
  /** What comes with a page of notes. */
  more?: (row: R) => Promise<object>
}

/** Serves the endpoints that all kinds of imports have, as their contract describes them. */
export function serveImports<M, R extends ImportRow<M>, P, S>(
  http: FastifyInstance,
  app: App,
  kind: ImportKind<M, R, P, S>,
  endpoints: ImportEndpoints,
  { present, more }: Views<R>,
): void {
  const found = async (params: unknown) => {
    const row = await importById<R>(app.db, kind, (params as OfImport).importId)
    if (row === null) throw notFound('this import')
    return row
  }
  const presented = (row: R | Refusal) => (row instanceof Refusal ? row : present(row)) as never

  serve(http, endpoints.send, async ({ request, person }) => {
    const file = await readOneFile(request, { field: 'file', bytesMax: kind.limits.bytesMax })
    return presented(file instanceof Refusal ? file : await takeFile(app, kind, person!.id, file))
  })

  serve(http, endpoints.read, async ({ params }) => presented(await found(params)))

  serve(http, endpoints.preview, async ({ params, body }) => {
    const { mapping } = body as { mapping?: M }
    return (await previewImport(app, kind, (params as OfImport).importId, mapping)) as never
  })

  serve(http, endpoints.run, async ({ params, body, person }) => {
    const plan = { ...(body as { mapping: M } & P), state: 'running' as const }
    return presented(await beginImport(app, kind, person!.id, (params as OfImport).importId, plan))
  })

  serve(http, endpoints.notes, async ({ params, query }) => {
    const row = await found(params)
    const { after = -1 } = query as { after?: number }
    const rows = await notedRows(app.db, kind, row, { after, limit: NOTED_ROWS_PAGE })
    const next = rows.length === NOTED_ROWS_PAGE ? rows.at(-1)!.number : null
    return { items: notesOf(rows), next, ...(await more?.(row)) } as never
  })

  serve(http, endpoints.exportNotes, async ({ params, reply }) => {
    const row = await found(params)
    const file = await csvStream<number>(['Line', 'Column', 'Value', 'What is wrong', 'Kept out'], async (after) => {
      const rows = await notedRows(app.db, kind, row, { after: after ?? -1, limit: NOTED_ROWS_PER_READ })
      const records = notesOf(rows).map(({ line, column, value, message, isFault }) => [
        line,
        column,
        value,
        message,
        isFault ? 'yes' : 'no',
      ])
      return { records, next: rows.length < NOTED_ROWS_PER_READ ? null : rows.at(-1)!.number }
    })
    const name = row.file_name.replace(/\.[a-z]+$/i, '').replace(/[^\w.-]+/g, '-')
    return (await sendCsv(reply, `${name}-faults`, file)) as never
  })
}
