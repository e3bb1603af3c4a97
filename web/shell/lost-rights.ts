import { t } from '#web/platform/language/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import { USER_KEY } from '../platform/query.ts'
import { useUser } from '../platform/session.tsx'
import { dropToken, readToken } from '../platform/token.ts'
import { toast } from '../ui/toast.tsx'

/**
 * Drops data that was read with rights that are gone: a session ended elsewhere, a suspension. What is on the screen is
 * requested again, and the server says what is missing; an invalid token is deleted.
 */
export function useLostRights(): void {
  const client = useQueryClient()
  const { user, isLoading } = useUser()
  const rights = isLoading ? null : user === null ? 0 : accessDenial(user, 'complete') === null ? 2 : 1
  const before = useRef(rights)
  useEffect(() => {
    const hadMore = rights !== null && rights < (before.current ?? 0)
    before.current = rights ?? before.current
    if (!hadMore) return
    // Without a token the person signed out themselves, here or in another tab, and needs no message.
    if (rights === 0 && readToken() !== null) {
      dropToken()
      toast({ title: t`You’re signed out`, description: t`Your session ended. Sign in to continue.` })
    }
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] })
  }, [client, rights])
}
