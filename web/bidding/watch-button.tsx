import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LiveLot, watch } from '#contract/bidding.ts'
import { liveParts } from '#contract/first-answers.ts'
import { call, route, wordsOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

const WATCH = route<typeof watch>('PUT', '/api/lots/:lotId/watch')

/** Watches a lot or stops watching it. */
export function WatchButton({ lotId, watching }: { lotId: string; watching: boolean }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: boolean) => call(WATCH, { params: { lotId }, body: { watching: wanted } }),
    onSuccess: (reply) => {
      client.setQueryData<LiveLot>(liveParts(lotId), (held) =>
        held === undefined ? held : { ...held, you: { ...held.you, watching: reply.watching } },
      )
    },
    onError: (failure) =>
      toast({ title: 'Watching was not changed', description: wordsOf(failure), variant: 'destructive' }),
  })
  return (
    <Tooltip label="Keeps the lot under My bids. Watching is no bid.">
      <Button variant="outline" aria-pressed={watching} disabled={isPending} onClick={() => mutate(!watching)}>
        {watching ? 'Watching' : 'Watch'}
      </Button>
    </Tooltip>
  )
}
