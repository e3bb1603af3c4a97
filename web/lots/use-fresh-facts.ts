import { useQueryClient } from '@tanstack/react-query'
import type { Lot } from '#contract/lots/lots.ts'
import { useFeed } from '#web/platform/feed.ts'
import { useOnceLive } from '#web/platform/once-live.ts'

/** Facts are cached for minutes. A correction, or a lost connection that may have missed one, reloads them. */
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
