import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { RequestError } from './request.ts'
import { USER_KEY } from './query.ts'
import { useHasToken, WHO } from './session.tsx'

const LEAST_WAIT_MS = 5000
const MOST_WAIT_MS = 60_000

/**
 * How long to wait before the person is asked for again, in ms: twice as long with each failure, never shorter than the server asked for
 * (`retryAfterMs`), and up to half as long again so that browsers do not all come at once. `random` in [0, 1).
 */
export function calmWaitMs(failures: number, retryAfterMs: number, random: number): number {
  const own = Math.min(MOST_WAIT_MS, LEAST_WAIT_MS * 2 ** Math.max(0, failures - 1))
  return Math.max(own, retryAfterMs) * (1 + random / 2)
}

/** Asks again who is logged in after that failed: calmly. Used once, by the frame. A connection
 * that comes back has it asked at once, as every other read. */
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

/** Asks at once who is logged in. */
export function useUserAgain(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.refetchQueries({ queryKey: USER_KEY }), [client])
}
