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
} from '#contract/import.ts'
import { listSales, type StaffSale } from '#contract/sale-entry.ts'
import { call } from '#web/platform/request.ts'

const LIST_KEY = listVehicleImports.path

/** States in which the house works by itself. */
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

/** One import, and how far it is while it is worked on. */
export function useImport(importId: string) {
  return useQuery({
    queryKey: oneKey(importId),
    queryFn: ({ signal }) => call(readVehicleImport, { params: { importId } }, signal),
    staleTime: 0,
  })
}

/** The first rows by this mapping; null: by the one that the house remembers or finds fitting. */
export function useImportPreview(importId: string, mapping: ImportMapping | null) {
  return useQuery({
    queryKey: [previewVehicleImport.path, importId, JSON.stringify(mapping)],
    queryFn: ({ signal }) =>
      call(previewVehicleImport, { params: { importId }, body: mapping === null ? {} : { mapping } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

/** Faults and remarks of the last check or run, a page of rows at a time. `stamp`: changes when there was another one. */
export function useImportNotes(importId: string, stamp: string, after: number | null) {
  return useQuery({
    queryKey: [listImportNotes.path, importId, stamp, after],
    queryFn: ({ signal }) =>
      call(listImportNotes, { params: { importId }, query: after === null ? {} : { after } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

/** Begins a dry run or an import; its answer is the import as it then stands. */
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

/** Sales that have not begun, drafts and the latest first: where the vehicles of a file can be offered. */
export function useOpenSales() {
  const { data } = useQuery({
    queryKey: [listSales.path, 'not-begun'],
    queryFn: async ({ signal }) => {
      const sales: StaffSale[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const found = await call(listSales, { query: { state: 'not-begun', page } }, signal)
        sales.push(...found.items)
        pages = found.pages
      }
      return sales
    },
    staleTime: 0,
  })
  return data ?? []
}
