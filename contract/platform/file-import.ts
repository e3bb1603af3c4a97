import * as z from 'zod/mini'
import type { AccessLevel } from './access-levels.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

export const IMPORT_STATES = ['reading', 'unreadable', 'ready', 'checking', 'checked', 'running', 'done'] as const

/** An uploaded file with rows to import. A kind of import adds what it counts. */
export const FileImport = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Why the file can't be read. */
  failure: z.nullable(z.string()),
  encoding: z.nullable(z.string()),
  rowCount: z.int(),
  doneCount: z.int(),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
})
export type FileImport = z.infer<typeof FileImport>

/** A fault rejects the row. A remark doesn't: it says what was interpreted. */
export const RowNote = z.object({
  /** As in the file, from 1. */
  line: z.int(),
  /** Its name in the header. */
  column: z.nullable(z.string()),
  value: z.string(),
  message: z.string(),
  isFault: z.boolean(),
  /** The closed list that the value should be in. */
  list: z.optional(z.string()),
})
export type RowNote = z.infer<typeof RowNote>

const ROW_NUMBER_MAX = 100_000
const OfImport = z.object({ importId: Id })

type Shape = Record<string, z.ZodMiniType>
type PreviewShape<M extends z.ZodMiniType> = {
  header: z.ZodMiniArray<z.ZodMiniString>
  mapping: M
  isRemembered: z.ZodMiniBoolean
}
type NotesShape = { items: z.ZodMiniArray<typeof RowNote>; next: z.ZodMiniNullable<z.ZodMiniNumberFormat> }

type Description<I, M, V, R, X> = {
  /** Of what the files hold: in the paths, the audit lines and the names of the tables. */
  name: 'bank' | 'vehicle'
  access: AccessLevel
  /** Which files are accepted. */
  files: string
  item: I
  mapping: M
  /** What a preview shows besides the columns. */
  preview: V
  /** What a run receives besides the mapping. */
  run: R
  /** What the notes come with. */
  notes: X
  rejections: readonly string[]
  /** Of a run: see {@link Endpoint}. */
  stepUp?: true
}

/** The endpoints of one kind of import, from the upload to the notes on each row. */
export function importEndpoints<
  I extends z.ZodMiniType,
  M extends z.ZodMiniType,
  const V extends Shape,
  const R extends Shape,
  const X extends Shape,
>(kind: Description<I, M, V, R, X>) {
  const { name, access, item, mapping } = kind
  const path = `/api/admin/${name}-imports`
  const one = `${path}/:importId`
  return {
    send: endpoint({
      method: 'POST',
      path,
      access,
      summary: `Upload a ${name} file (${kind.files}) as \`file\`; uploading the same file again returns its import`,
      body: 'multipart',
      files: ['file'],
      reply: item,
      status: 201,
      rejections: ['file-too-large'],
    }),
    read: endpoint({
      method: 'GET',
      path: one,
      access,
      summary: 'The progress of an import',
      params: OfImport,
      reply: item,
    }),
    /** Nothing is written. `isRemembered`: the mapping was used for such a header before. */
    preview: endpoint({
      method: 'POST',
      path: `${one}/preview`,
      access,
      summary: 'Preview an import with a mapping, the one saved for this header, or the best match',
      params: OfImport,
      body: z.object({ mapping: z.optional(mapping) }),
      reply: z.object({
        header: z.array(z.string()),
        mapping,
        isRemembered: z.boolean(),
        ...kind.preview,
      } as PreviewShape<M> & V),
      rejections: ['file-not-read', 'import-closed'],
    }),
    run: endpoint({
      method: 'POST',
      path: `${one}/run`,
      access,
      summary:
        'Import every row without errors; resumes on its own after an interruption, and repeating it changes nothing',
      params: OfImport,
      body: z.object({ mapping, ...kind.run } as { mapping: M } & R),
      reply: item,
      status: 202,
      rejections: ['file-not-read', ...kind.rejections],
      ...(kind.stepUp === true ? { stepUp: true as const } : {}),
    }),
    ...noteEndpoints(kind, one),
  } as const
}

function noteEndpoints<const X extends Shape>(
  { name, access, notes }: Pick<Description<never, never, never, never, X>, 'name' | 'access' | 'notes'>,
  one: string,
) {
  return {
    notes: endpoint({
      method: 'GET',
      path: `${one}/notes`,
      access,
      summary: 'Errors and warnings of the last check or run, by line',
      params: OfImport,
      query: z.object({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(ROW_NUMBER_MAX))) }),
      /** `next`: the row to continue from. */
      reply: z.object({
        items: z.array(RowNote),
        next: z.nullable(z.int()),
        ...notes,
      } as NotesShape & X),
    }),
    exportNotes: endpoint({
      method: 'GET',
      path: `${one}/notes-csv`,
      access,
      audit: { action: `export-${name}-import-notes`, of: `${name}-import` },
      summary: 'All errors and warnings as CSV',
      params: OfImport,
      reply: null,
      media: 'text/csv',
    }),
  } as const
}
