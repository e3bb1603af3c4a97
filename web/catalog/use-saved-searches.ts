import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { changeSavedSearch, deleteSavedSearch, SavedSearch, saveSearch } from '#contract/catalog/catalog.ts'
import { call, route } from '#web/platform/request.ts'

const KEY = ['/api/saved-searches'] as const
const SAVE = route<typeof saveSearch>('POST', '/api/saved-searches')
const CHANGE = route<typeof changeSavedSearch>('PATCH', '/api/saved-searches/:searchId')
const DELETE = route<typeof deleteSavedSearch>('DELETE', '/api/saved-searches/:searchId')

export function useSavedSearches(allowed: boolean) {
  return useQuery<{ items: SavedSearch[] }>({ queryKey: KEY, enabled: allowed })
}

export function useSaveSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; query: string; alert: boolean }) => call(SAVE, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useChangeSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; alert?: boolean }) =>
      call(CHANGE, { params: { searchId: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useDeleteSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(DELETE, { params: { searchId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
