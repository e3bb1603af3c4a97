import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { listAuctions, type StaffAuction } from '#contract/auctions/auction-entry.ts'
import { deleteDraft } from '#contract/lots/lot-entry.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Deletes a draft with its run list, at the second press. */
export function DeleteDraft({ auction }: { auction: StaffAuction }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(deleteDraft, { params: { auctionId: auction.id } }),
    onSuccess: () => {
      toast({ title: 'Draft deleted', description: auction.title })
      void client.invalidateQueries({ queryKey: [listAuctions.path] })
      navigate(paths.adminPage('auctions'))
    },
  })
  return (
    <section aria-label="Delete draft" className="mt-8 border-t border-line pt-6">
      {error === null ? null : (
        <div className="mb-4">
          <RequestFailed title="Nothing was deleted" failure={error} />
        </div>
      )}
      {isAsking ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="font-semibold">The run list goes, too. Its vehicles stay in stock.</p>
          <Button variant="destructive" aria-disabled={isPending} onClick={() => isPending || mutate()}>
            {isPending ? 'Deleting' : 'Delete draft'}
          </Button>
          <Button variant="outline" onClick={() => setIsAsking(false)}>
            Cancel
          </Button>
        </div>
      ) : (
        <Danger>
          <Button variant="outline" onClick={() => setIsAsking(true)}>
            Delete draft
          </Button>
        </Danger>
      )}
    </section>
  )
}
