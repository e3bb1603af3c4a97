import { t } from '#web/platform/language/text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { watch } from '#contract/bidding/bidding.ts'
import type { FoundLot } from '#contract/catalog/catalog.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { HeartMark } from '#web/ui/marks.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Watches a lot from a list, or stops watching it. Renders nothing for people who cannot watch. */
export function WatchHeart({ lot, className = '' }: { lot: FoundLot; className?: string }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (watching: boolean) => call(watch, { params: { lotId: lot.id }, body: { watching } }),
    onSuccess: (reply) => {
      setChosen(reply.watching)
      // Inactive lists are reloaded when the person returns to them.
      void client.invalidateQueries({ queryKey: ['/api/catalog'], refetchType: 'none' })
      void client.invalidateQueries({ queryKey: ['/api/my-bids'] })
    },
    onError: (failure) =>
      toast({
        title: t`We couldn’t update your watchlist`,
        description: failureMessage(failure),
        variant: 'destructive',
      }),
  })
  if (lot.watching === null) return null
  const watching = chosen ?? lot.watching
  return (
    <button
      type="button"
      aria-pressed={watching}
      aria-label={t`Watch lot ${lot.lotNumber}`}
      disabled={isPending}
      onClick={() => mutate(!watching)}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink ${className}`}
    >
      <span className="inline-flex size-8 items-center justify-center rounded-full bg-paper hover:bg-fog">
        <HeartMark isFilled={watching} />
      </span>
    </button>
  )
}
