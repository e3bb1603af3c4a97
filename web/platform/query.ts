import { MutationCache, QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query'
import { jsonOf, RequestError, request } from './request.ts'

/** The key of the current person in the client cache; it is also the URL. */
export const USER_KEY = ['/api/user'] as const

/**
 * The default read: GET of the query key's segments joined with slashes, parsed as JSON. A 401 fails, or counts as null
 * where requested. Source: the specification, section 7.
 */
export function readOf<T>(on401: 'fail' | 'null'): QueryFunction<T | null> {
  return async ({ queryKey, signal }) => {
    try {
      const response = await request('GET', queryKey.join('/'), undefined, signal)
      return (await jsonOf(response)) as T
    } catch (failure) {
      if (on401 === 'null' && failure instanceof RequestError && failure.status === 401) return null
      throw failure
    }
  }
}

/**
 * For mutations: one retry after any answer that was not ok (the specification, sections 7 and 9). Not if the person
 * has just declined to prove their identity: the request has already asked, and a retry would ask again.
 */
export function retryOnce(failures: number, failure: unknown): boolean {
  const isDeclined = failure instanceof RequestError && failure.code === 'factor-required'
  return failures < 1 && !isDeclined
}

/** For mutations whose refused attempts count against a limit, such as passwords: one retry, unless it was refused. */
export function retryUnrefused(failures: number, failure: unknown): boolean {
  return retryOnce(failures, failure) && !isRefusal(failure)
}

/** In ms. A refused request is sent again immediately, since nothing has to recover and people wait for the answer. */
function retryDelay(failures: number, failure: unknown): number {
  return isRefusal(failure) ? 0 : 1000 * 2 ** failures
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof RequestError && failure.status >= 400 && failure.status < 500
}

/** A client cache with the constants of the specification, section 9. Live data (prices) sets its own `staleTime: 0`. */
export function createQueryClient(): QueryClient {
  const onError = (failure: unknown) => checkSession(client, failure)
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: readOf('fail'),
        staleTime: 900_000,
        gcTime: 1_800_000,
        retry: 1,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        // Without a connection a read fails and says so, instead of waiting silently; it is repeated when the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // No mutation waits for a connection: it would be sent when no one expects it any more.
      mutations: { retry: retryOnce, retryDelay, networkMode: 'always' },
    },
  })
  return client
}

/** A 401 for a person who counts as signed in may mean that the session has ended: the person is reloaded, and the guards react. */
function checkSession(client: QueryClient, failure: unknown): void {
  if (!(failure instanceof RequestError) || failure.status !== 401) return
  if (client.getQueryData(USER_KEY)) void client.invalidateQueries({ queryKey: USER_KEY })
}
