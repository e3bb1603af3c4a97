import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/platform/endpoint.ts'
import { FIRST_TERMS } from '#contract/seo/first-answers.ts'

/**
 * Settings as staff edit them, in one cache entry for every screen. A colleague's change does not overwrite what is
 * being typed; saving reports that there was one.
 */
export function useStaffSettings<E extends Endpoint>({ path }: E) {
  return useQuery<ReplyOf<E>>({ queryKey: [path], staleTime: 0 })
}

/** After a change: every staff screen shows what was saved, and the public terms are reloaded. */
export function settingsSaved<E extends Endpoint>(client: QueryClient, { path }: E, saved: ReplyOf<E>): void {
  client.setQueryData([path], saved)
  void client.invalidateQueries({ queryKey: [FIRST_TERMS] })
}
