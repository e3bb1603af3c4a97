import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  checkVehicleImport,
  type ImportMapping,
  listImportNotes,
  listVehicleImports,
  previewVehicleImport,
  readVehicleImport,
  runVehicleImport,
  type VehicleImport,
} from '#contract/lots/import.ts'
import { listAuctions, type StaffAuction } from '#contract/auctions/auction-entry.ts'
import { call } from '#web/platform/request.ts'

const LIST_KEY = listVehicleImports.path

/** States in which the server works on the import without input. */
export function isAtWork({ state }: Pick<VehicleImport, 'state'>): boolean {
  return state === 'reading' || state === 'checking' || state === 'running'
}

export function useImports() {
  return useQuery({
    queryKey: [LIST_KEY],
    queryFn: ({ signal }) => call(listVehicleImports, {}, signal),
    staleTime: 0,
  })
}

const oneKey = (importId: string) => [readVehicleImport.path, importId] as const

/** One import, and its progress while it is running. */
export function useImport(importId: string) {
  return useQuery({
    queryKey: oneKey(importId),
    queryFn: ({ signal }) => call(readVehicleImport, { params: { importId } }, signal),
    staleTime: 0,
  })
}

/** The first rows under this mapping; null: under the one that the server remembers or suggests. */
export function useImportPreview(importId: string, mapping: ImportMapping | null) {
  return useQuery({
    queryKey: [previewVehicleImport.path, importId, JSON.stringify(mapping)],
    queryFn: ({ signal }) =>
      call(previewVehicleImport, { params: { importId }, body: mapping === null ? {} : { mapping } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

/** Errors and notes of the last check or run, a page of rows at a time. `stamp`: changes with each run. */
export function useImportNotes(importId: string, stamp: string, after: number | null) {
  return useQuery({
    queryKey: [listImportNotes.path, importId, stamp, after],
    queryFn: ({ signal }) =>
      call(listImportNotes, { params: { importId }, query: after === null ? {} : { after } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

/** Starts a dry run or an import; returns the import's state after that. */
export function useBegin(importId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ what, ...body }: { what: 'check' | 'run'; mapping: ImportMapping; auctionId: string | null }) =>
      what === 'check'
        ? call(checkVehicleImport, { params: { importId }, body })
        : call(runVehicleImport, { params: { importId }, body }),
    onSuccess: (state) => {
      client.setQueryData(oneKey(importId), state)
      void client.invalidateQueries({ queryKey: [LIST_KEY] })
    },
  })
}

/** Auctions that have not begun, drafts and the latest first: the vehicles of a file can be added to them. */
export function useOpenAuctions() {
  const { data } = useQuery({
    queryKey: [listAuctions.path, 'not-begun'],
    queryFn: async ({ signal }) => {
      const auctions: StaffAuction[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const found = await call(listAuctions, { query: { state: 'not-begun', page } }, signal)
        auctions.push(...found.items)
        pages = found.pages
      }
      return auctions
    },
    staleTime: 0,
  })
  return data ?? []
}
