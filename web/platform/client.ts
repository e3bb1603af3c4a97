import { createQueryClient } from './query.ts'

/** The client cache of this browser. Components take it by `useQueryClient`; only the start and the feed name it. */
export const queryClient = createQueryClient()
