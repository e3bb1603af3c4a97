import { useQueryClient } from '@tanstack/react-query'
import { STAFF_LISTS, type StaffTopic } from '#contract/staff-lists.ts'
import { useFeed } from './feed.ts'
import { useOnceLive } from './once-live.ts'

/**
 * Has the lists of the administration read again when the feed says that they changed, and all of them whenever it may have missed
 * something: after falling behind, and once it is connected (again). Used once, by the frame around all pages of staff.
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
