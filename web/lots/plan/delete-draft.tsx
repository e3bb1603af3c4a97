import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { listAuctions, type StaffAuction } from '#contract/auctions/auction-entry.ts'
import { deleteDraft } from '#contract/lots/lot-entry.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/platform/language/text.ts'

/** Deletes a draft with its run list. */
export function DeleteDraft({ auction }: { auction: StaffAuction }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <section aria-label={t`Delete draft`} className="mt-8 border-t border-line pt-6">
      <Danger>
        <ConfirmedAction
          label={t`Delete draft`}
          size="default"
          title={t`Delete ${auction.title}?`}
          words={t`The run list and its terms go, too. Its vehicles stay in stock. You can’t undo this.`}
          action={t`Delete draft`}
          cancel={t`Cancel`}
          failed={t`Nothing was deleted`}
          variant="destructive"
          onAction={async () => {
            await call(deleteDraft, { params: { auctionId: auction.id } })
            toast({ title: t`Draft deleted`, description: auction.title })
            void client.invalidateQueries({ queryKey: [listAuctions.path] })
            navigate(paths.adminPage('auctions'))
          }}
        />
      </Danger>
    </section>
  )
}
