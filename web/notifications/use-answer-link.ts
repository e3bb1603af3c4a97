import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openAnswerLink } from '#contract/notifications/notifications.ts'
import { call, RequestError, failureMessage } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'

const PARAMETER = 'answer'

export type Answer =
  | { state: 'none' }
  /** No one is signed in; `to` leads back here after the sign-in. */
  | { state: 'log-in'; to: string }
  | { state: 'opening' }
  | { state: 'open'; nextBid: number }
  | { state: 'over' | 'failed'; message: string }

/**
 * The one-time link of an outbid notice in the page's URL. It works only for the signed-in person and only fills in the
 * next bid; then it is removed from the URL, so that it is neither kept nor shared.
 */
export function useAnswerLink(): Answer {
  const [token] = useState(() => new URLSearchParams(location.search).get(PARAMETER))
  const [useId] = useState(() => crypto.randomUUID())
  const { user, isLoading } = useUser()
  const { data, error } = useQuery({
    queryKey: ['answer-link', token, useId],
    queryFn: () => call(openAnswerLink, { body: { token: token ?? '', useId } }),
    enabled: token !== null && user !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, failure) => count < 2 && !(failure instanceof RequestError && failure.status === 409),
  })
  const isDone = data !== undefined || (error instanceof RequestError && error.status === 409)
  useEffect(() => {
    if (!isDone) return
    const url = new URL(location.href)
    url.searchParams.delete(PARAMETER)
    history.replaceState(history.state, '', url)
  }, [isDone])
  if (token === null) return { state: 'none' }
  if (user === null)
    return isLoading ? { state: 'opening' } : { state: 'log-in', to: location.pathname + location.search }
  if (data !== undefined) return { state: 'open', nextBid: data.nextBid }
  if (error === null) return { state: 'opening' }
  return { state: isDone ? 'over' : 'failed', message: failureMessage(error) }
}
