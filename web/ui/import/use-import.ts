import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/platform/endpoint.ts'
import type { FileImport, RowNote } from '#contract/platform/file-import.ts'
import { jsonOf, request, urlOf } from '#web/platform/request.ts'
import { sendForm } from '#web/platform/send-form.ts'

/** The endpoints of one kind of import, as its contract describes them. */
export type ImportEndpoints = Record<'send' | 'read' | 'preview' | 'run' | 'notes' | 'exportNotes', Endpoint>
export type ImportOf<K extends ImportEndpoints> = ReplyOf<K['read']> & FileImport
type PreviewOf<K extends ImportEndpoints> = ReplyOf<K['preview']> & { mapping: object }
export type MappingOf<K extends ImportEndpoints> = PreviewOf<K>['mapping']
type NotesOf<K extends ImportEndpoints> = ReplyOf<K['notes']> & { items: RowNote[]; next: number | null }

type Sent = { importId: string; query?: object; body?: object; signal?: AbortSignal }

async function ask(endpoint: Endpoint, { importId, query, body, signal }: Sent): Promise<unknown> {
  const url = urlOf(endpoint.path, { importId }, query)
  return jsonOf(await request(endpoint.method, url, body, signal))
}

/**
 * Uploads a file as form data. `onProgress` gets the fraction sent, 0 to 1. The same file may be sent again: it is the
 * same import. Throws RequestError.
 */
export async function sendImport<K extends ImportEndpoints>(
  { send: { method, path: url } }: K,
  file: File,
  onProgress: (share: number) => void,
): Promise<ImportOf<K>> {
  const form = new FormData()
  form.set('file', file, file.name)
  return JSON.parse(await sendForm({ method, url, form }, onProgress, new AbortController().signal)) as ImportOf<K>
}

const keyOf = ({ read }: ImportEndpoints, importId: string) => [read.path, importId] as const

/** One import; the feed reloads it while it is running. */
export function useImport<K extends ImportEndpoints>(kind: K, importId: string) {
  return useQuery({
    queryKey: keyOf(kind, importId),
    queryFn: async ({ signal }) => (await ask(kind.read, { importId, signal })) as ImportOf<K>,
    staleTime: 0,
  })
}

/** The rows under this mapping; null: under the one that the server remembers or suggests. */
export function useImportPreview<K extends ImportEndpoints>(kind: K, importId: string, mapping: MappingOf<K> | null) {
  return useQuery({
    queryKey: [kind.preview.path, importId, JSON.stringify(mapping)],
    queryFn: async ({ signal }) =>
      (await ask(kind.preview, { importId, signal, body: mapping === null ? {} : { mapping } })) as PreviewOf<K>,
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

/** Errors and notes of the last check or run, a page of rows at a time. */
export function useImportNotes<K extends ImportEndpoints>(
  kind: K,
  { id: importId, state, finishedAt }: FileImport,
  after: number | null,
) {
  return useQuery({
    queryKey: [kind.notes.path, importId, `${state} ${finishedAt}`, after],
    queryFn: async ({ signal }) =>
      (await ask(kind.notes, { importId, signal, query: after === null ? {} : { after } })) as NotesOf<K>,
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

/** Starts a run, or with `by` a dry run; the import's state after that is shown at once. */
export function useBegin<K extends ImportEndpoints>(kind: K, importId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ by = kind.run, ...body }: { by?: Endpoint; mapping: MappingOf<K>; [more: string]: unknown }) =>
      (await ask(by, { importId, body })) as ImportOf<K>,
    onSuccess: (state) => {
      client.setQueryData(keyOf(kind, importId), state)
      void client.invalidateQueries({ queryKey: [kind.send.path] })
    },
  })
}
