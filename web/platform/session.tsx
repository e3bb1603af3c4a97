import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Session, User } from '#contract/accounts.ts'
import { goHome } from './leave.ts'
import { readOf, USER_KEY } from './query.ts'
import { request } from './request.ts'
import { clearStored } from './stored.ts'
import { dropToken, keepToken, onTokenChange, readToken } from './token.ts'

/**
 * Asked once per page load and not retried (the specification, sections 7 and 9): a component that is shown later shares the failure
 * instead of asking again. `useCalmRetries` is the one place that does.
 */
export const WHO = {
  queryKey: USER_KEY,
  queryFn: readOf<User>('null'),
  staleTime: 300_000,
  retry: false,
  retryOnMount: false,
  refetchOnMount: ({ state }: { state: { status: string } }) => state.status !== 'error',
}

/** Asks who the person is before anything shows it. */
export function askUser(client: QueryClient): void {
  void client.prefetchQuery(WHO)
}

/**
 * The current person. Logged in when data returned: the specification, section 7. `isLoading` while nobody can say whether somebody is
 * logged in: such a person is neither sent to the log-in nor treated as a visitor. `isFailed`: asking failed, and not with 401; that
 * stays until an answer arrives. The bearer is the only credential a browser has: without one it is a visitor's, which is known without
 * asking. A log-in or log-out in another tab is followed.
 */
export function useUser(): { user: User | null; isLoading: boolean; isFailed: boolean; isLoggedIn: boolean } {
  const hasToken = useHasToken()
  const { data, isFetched } = useQuery({ ...WHO, enabled: hasToken })
  const user = hasToken ? (data ?? null) : null
  const isLoading = hasToken && data === undefined
  return { user, isLoading, isFailed: isLoading && isFetched, isLoggedIn: user !== null }
}

/** Whether a bearer is stored in this browser; follows the other tabs. */
export function useHasToken(): boolean {
  return useSyncExternalStore(onTokenChange, isTokenKept)
}

function isTokenKept(): boolean {
  return readToken() !== null
}

/** Stores the token and the person of a new session in the browser and the client cache. */
export function useLogIn(): (session: Session) => void {
  const client = useQueryClient()
  return useCallback((session) => logIn(client, session), [client])
}

/** What was read before was read as somebody else: it is dropped, or asked for again where it is on the screen. */
export function logIn(client: QueryClient, session: Session): void {
  keepToken(session.token)
  client.removeQueries({ type: 'inactive' })
  client.setQueryData(USER_KEY, session.user)
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] })
}

/** Ends the session and leaves nothing of it in the browser, then goes to the start page. */
export function useLogOut(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => logOut(client), [client])
}

/** A server that never answers keeps nobody logged in: after both, 2 s are not over. */
const ANSWER_MS_MAX = 1500
const CACHES_MS_MAX = 400

/**
 * The steps follow whether the server answered or not; its answer is not read. Local storage goes as a whole: with the token,
 * the cookie choice and the theme of the person who left. Source: the specification, section 7.
 */
export async function logOut(client: QueryClient): Promise<void> {
  try {
    await within(ANSWER_MS_MAX, request('POST', '/api/logout'))
  } catch (failure) {
    console.error('Logging out at the house failed; this browser is logged out all the same.', failure)
  }
  client.clear()
  dropToken()
  await within(CACHES_MS_MAX, clearCaches()).catch(() => undefined)
  clearStored()
  goHome()
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Deletes what the service worker and the page have cached. A failure is logged only. */
export async function clearCaches(): Promise<void> {
  try {
    if (!('caches' in globalThis)) return
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  } catch (failure) {
    console.error('Clearing the browser caches failed.', failure)
  }
}
