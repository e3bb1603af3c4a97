import { useQueryClient } from '@tanstack/react-query'
import { STAFF_LISTS, type StaffTopic } from '#contract/platform/staff-lists.ts'
import { useFeed } from './feed.ts'
import { useOnceLive } from './once-live.ts'

/**
 * Reloads the admin lists when the feed reports a change, and all of them whenever it may have missed one: after
 * falling behind, and whenever it connects. Used once, by the frame around all staff pages.
 */
export function useStaffLists(): void {
  const client = useQueryClient()
  const readAgain = (topic: StaffTopic | 'all') => {
    for (const [name, { paths }] of Object.entries(STAFF_LISTS)) {
      if (topic !== 'all' && topic !== name) continue
      for (const path of paths) void client.invalidateQueries({ queryKey: [path] })
    }
  }
  const feed = useFeed({}, (message) => {
    if (message.type === 'staff') readAgain(message.topic)
    if (message.type === 'resync') readAgain('all')
  })
  useOnceLive(feed, () => readAgain('all'), true)
}
