import { useQueryClient } from '@tanstack/react-query'
import { useFeed } from '../platform/feed.ts'
import { USER_KEY } from '../platform/session.tsx'

/**
 * Keeps the current person up to date on every page: a paid fee, a decided document or a suspension is known at once and the
 * guards act on it. Shown while somebody is logged in.
 */
export default function LiveAccount() {
  const client = useQueryClient()
  useFeed({}, (message) => {
    if (message.type === 'account' || message.type === 'resync') void client.invalidateQueries({ queryKey: USER_KEY })
  })
  return null
}
