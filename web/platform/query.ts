import { MutationCache, QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query'
import { jsonOf, RequestError, request } from './request.ts'

/** The key of the current person in the client cache; it is also the URL. */
export const USER_KEY = ['/api/user'] as const

/**
 * The default read: GET of the query key's segments joined with slashes, read as JSON.
 * A 401 fails, or counts as null where that is asked for. Source: the specification, section 7.
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
 * For mutations: once more, whatever the answer that was not ok (the specification, sections 7 and 9). Not where the person has just declined
 * to prove who they are: the request has asked for that itself, and would ask again.
 */
export function retryOnce(failures: number, failure: unknown): boolean {
  const isDeclined = failure instanceof RequestError && failure.code === 'factor-required'
  return failures < 1 && !isDeclined
}

/** For mutations whose refused tries are counted against a limit, such as passwords: once more, unless it was refused. */
export function retryUnrefused(failures: number, failure: unknown): boolean {
  return retryOnce(failures, failure) && !isRefusal(failure)
}

/** In ms. What was refused is sent again at once, since nothing has to recover and people wait for the answer. */
function retryDelay(failures: number, failure: unknown): number {
  return isRefusal(failure) ? 0 : 1000 * 2 ** failures
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof RequestError && failure.status >= 400 && failure.status < 500
}

/** A client cache with the constants of the specification, section 9. What moves (prices) sets its own `staleTime: 0`. */
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
        // Without a connection a read fails and says so, instead of waiting in silence; it is made again when the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Nothing that changes something waits for a connection: it would be sent when nobody expects it any more.
      mutations: { retry: retryOnce, retryDelay, networkMode: 'always' },
    },
  })
  return client
}

/** A 401 to somebody who counts as logged in may mean that the session has ended: the person is read again, and the guards act on the answer. */
function checkSession(client: QueryClient, failure: unknown): void {
  if (!(failure instanceof RequestError) || failure.status !== 401) return
  if (client.getQueryData(USER_KEY)) void client.invalidateQueries({ queryKey: USER_KEY })
}
