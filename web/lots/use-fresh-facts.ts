import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Lot } from '#contract/lots.ts'
import { useFeed } from '#web/platform/feed.ts'

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
  const status = feed?.status
  const wasLost = useRef(false)
  useEffect(() => {
    if (status === 'live' && wasLost.current) readAgain()
    wasLost.current = status === 'reconnecting'
    // Only a change of the connection has the facts read again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status])
}
