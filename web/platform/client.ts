import { onlineManager } from '@tanstack/react-query'
import { createQueryClient } from './query.ts'

// Without this the connection is assumed: a page opened offline would not notice that it is back.
onlineManager.setOnline(navigator.onLine)

/** This browser's client cache. Components get it from `useQueryClient`; only the feed and code that runs before them use this name. */
export const queryClient = createQueryClient()
