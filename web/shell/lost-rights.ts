import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { barrier } from '#contract/access.ts'
import { USER_KEY } from '../platform/query.ts'
import { useUser } from '../platform/session.tsx'
import { dropToken, readToken } from '../platform/token.ts'
import { toast } from '../ui/toast.tsx'

/**
 * Forgets what was read with rights that are gone: a session ended elsewhere, a suspension. What is on the screen is asked for
 * again, and the house says what is missing; a token that opens nothing any more is thrown away.
 */
export function useLostRights(): void {
  const client = useQueryClient()
  const { user, isLoading } = useUser()
  const rights = isLoading ? null : user === null ? 0 : barrier(user, 'complete') === null ? 2 : 1
  const before = useRef(rights)
  useEffect(() => {
    const hadMore = rights !== null && rights < (before.current ?? 0)
    before.current = rights ?? before.current
    if (!hadMore) return
    // Without a token the person left by himself, here or in another tab, and need not be told.
    if (rights === 0 && readToken() !== null) {
      dropToken()
      toast({ title: 'You are logged out', description: 'The session was ended. Log in to go on.' })
    }
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] })
  }, [client, rights])
}
