import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { RequestError } from './request.ts'
import { USER_KEY } from './query.ts'
import { useHasToken, WHO } from './session.tsx'

const LEAST_WAIT_MS = 5000
const MOST_WAIT_MS = 60_000

/**
 * How long to wait before asking for the person again, in ms: doubles with each failure, never shorter than the server asked for
 * (`retryAfterMs`), and up to half as long again so that browsers do not all retry together. `random` in [0, 1).
 */
export function calmWaitMs(failures: number, retryAfterMs: number, random: number): number {
  const own = Math.min(MOST_WAIT_MS, LEAST_WAIT_MS * 2 ** Math.max(0, failures - 1))
  return Math.max(own, retryAfterMs) * (1 + random / 2)
}

/** Asks again who is signed in after a failure, with growing waits; a new connection asks immediately. Used once, by the frame. */
export function useCalmRetries(): void {
  const enabled = useHasToken()
  const { data, error, errorUpdateCount } = useQuery({ ...WHO, enabled })
  const again = useUserAgain()
  const isFailed = enabled && data === undefined && error !== null
  useEffect(() => {
    if (!isFailed) return undefined
    const retryAfterMs = error instanceof RequestError ? error.retryAfterMs : 0
    const timer = setTimeout(again, calmWaitMs(errorUpdateCount, retryAfterMs, Math.random()))
    return () => clearTimeout(timer)
  }, [isFailed, error, errorUpdateCount, again])
}

/** Asks now who is signed in. */
export function useUserAgain(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.refetchQueries({ queryKey: USER_KEY }), [client])
}
