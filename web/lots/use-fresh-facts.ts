import { useQueryClient } from '@tanstack/react-query'
import type { Lot } from '#contract/lots.ts'
import { useFeed } from '#web/platform/feed.ts'
import { useOnceLive } from '#web/platform/once-live.ts'

/** Facts are held for minutes. A correction, and a connection that was lost and may have missed one, have them read again. */
export function useFreshFacts({ id, lotNumber, vehicleId }: Lot): void {
  const client = useQueryClient()
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: [`/api/lots/by-number/${lotNumber}`] })
    void client.invalidateQueries({ queryKey: [`/api/vehicles/${vehicleId}/lot`] })
  }
  const feed = useFeed({ lots: [id] }, (message) => {
    if (message.type === 'resync' || (message.type === 'facts' && message.lotId === id)) readAgain()
  })
  useOnceLive(feed, readAgain)
}
