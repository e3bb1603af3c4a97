import { createQueryClient } from './query.ts'

/** The client cache of this browser. Components take it by `useQueryClient`; only what runs before them, and the feed, name it. */
export const queryClient = createQueryClient()
