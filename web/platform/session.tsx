import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Session, User } from '#contract/accounts/accounts.ts'
import { goHome } from './leave.ts'
import { readOf, USER_KEY } from './query.ts'
import { request } from './request.ts'
import { clearStored } from './stored.ts'
import { dropToken, keepToken, onTokenChange, readToken } from './token.ts'

/**
 * Asked once per page load and not retried (the specification, sections 7 and 9): a component that mounts later shares
 * the failure instead of asking again. Only `useCalmRetries` retries.
 */
export const WHO = {
  queryKey: USER_KEY,
  queryFn: readOf<User>('null'),
  staleTime: 300_000,
  retry: false,
  retryOnMount: false,
  refetchOnMount: ({ state }: { state: { status: string } }) => state.status !== 'error',
}

/** Requests the person before any component needs them. */
export function askUser(client: QueryClient): Promise<void> {
  return client.prefetchQuery(WHO)
}

/**
 * The current person. Signed in when data returned: the specification, section 7. `isLoading` while it is unknown
 * whether anyone is signed in: such a person is neither sent to the sign-in nor treated as a visitor. `isFailed`: the
 * request failed, and not with 401; true until an answer arrives. The bearer is the only credential a browser has:
 * without one the person is a visitor, which needs no request. Follows a sign-in or sign-out in another tab.
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

/** Earlier reads belong to another identity: they are dropped, or reloaded where they are on the screen. */
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

/** A server that never answers keeps no one signed in: the two timeouts total less than 2 s. */
const ANSWER_MS_MAX = 1500
const CACHES_MS_MAX = 400

/**
 * The steps run whether or not the server answered; its answer is not read. Local storage is cleared completely: the
 * token, the cookie choice and the theme of the person who left. Source: the specification, section 7.
 */
export async function logOut(client: QueryClient): Promise<void> {
  try {
    await within(ANSWER_MS_MAX, request('POST', '/api/logout'))
  } catch (failure) {
    console.error('The sign-out request failed; this browser is signed out anyway.', failure)
  }
  client.clear()
  dropToken()
  await within(CACHES_MS_MAX, Promise.all([clearCaches(), closeNotifications()])).catch(() => undefined)
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

/** Takes what push messages have shown off the screen: it names the person's lots and prices. A failure is logged only. */
async function closeNotifications(): Promise<void> {
  try {
    if (!('serviceWorker' in navigator)) return
    const registration = await navigator.serviceWorker.getRegistration()
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  } catch (failure) {
    console.error('Closing the notifications failed.', failure)
  }
}

/** Deletes what the service worker and the page have cached. A failure is logged only. */
async function clearCaches(): Promise<void> {
  try {
    if (!('caches' in globalThis)) return
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  } catch (failure) {
    console.error('Clearing the browser caches failed.', failure)
  }
}
