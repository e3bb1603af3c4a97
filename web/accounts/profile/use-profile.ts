import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listSessions, type OpenSession, type Profile, readProfile } from '#contract/accounts/account-profile.ts'
import { USER_KEY } from '#web/platform/query.ts'

const PROFILE_KEY = [readProfile.path] as const
const SESSIONS_KEY = [listSessions.path] as const

/** Addresses, pending changes and the account's security. */
export function useProfile() {
  return useQuery<Profile>({ queryKey: PROFILE_KEY, staleTime: 0 })
}

/** Where the person is signed in. */
export function useSessions() {
  return useQuery<{ items: OpenSession[] }>({ queryKey: SESSIONS_KEY, staleTime: 0 })
}

/** Reloads all of it, and the person, after a change. */
export function useProfileChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([USER_KEY, PROFILE_KEY, SESSIONS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
