import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeSavedSearch, deleteSavedSearch, type SavedSearch, saveSearch } from '#contract/catalog/catalog.ts'
import { call } from '#web/platform/request.ts'

const KEY = ['/api/saved-searches'] as const

export function useSavedSearches({ enabled = true } = {}) {
  return useQuery<{ items: SavedSearch[] }>({ queryKey: KEY, enabled })
}

export function useSaveSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; query: string; alert: boolean }) => call(saveSearch, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useChangeSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; alert?: boolean }) =>
      call(changeSavedSearch, { params: { searchId: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useDeleteSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteSavedSearch, { params: { searchId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
