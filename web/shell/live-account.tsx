import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLanguage } from '../accounts/language/choose-language.ts'
import { useUser } from '../platform/session.tsx'
import { accountChangedAt, useFeed } from '../platform/feed.ts'
import { USER_KEY } from '../platform/query.ts'

/**
 * Keeps the current person up to date on every page: a paid fee, a decided document or a suspension is known
 * immediately and the guards react. Mounted while a person is signed in. Whatever the feed reported before that, or
 * missed while reconnecting, is covered by reloading the person.
 */
export default function LiveAccount() {
  const client = useQueryClient()
  const { status } = useFeed({}, (message) => {
    if (message.type === 'account' || message.type === 'resync') void client.invalidateQueries({ queryKey: USER_KEY })
  })
  const { user } = useUser()
  useEffect(() => {
    if (user !== null && user.support === null) followLanguage(user.language)
  }, [user])
  useEffect(() => {
    const readAt = client.getQueryState(USER_KEY)?.dataUpdatedAt ?? 0
    if (accountChangedAt() > readAt) void client.invalidateQueries({ queryKey: USER_KEY })
  }, [client])
  useEffect(() => {
    if (status !== 'reconnecting') return
    return () => void client.invalidateQueries({ queryKey: USER_KEY })
  }, [client, status])
  return null
}
