import { onlineManager } from '@tanstack/react-query'
import { createQueryClient } from './query.ts'

// Taken for granted otherwise: a page opened without a connection would not notice that it is back.
onlineManager.setOnline(navigator.onLine)

/** The client cache of this browser. Components take it by `useQueryClient`; only what runs before them, and the feed, name it. */
export const queryClient = createQueryClient()
