import { t } from '#web/platform/language/text.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readBidWithdrawal, withdrawBid } from '#contract/bidding/bid-withdrawal.ts'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { liveParts } from '#contract/seo/first-answers.ts'
import type { Lot } from '#contract/lots/lots.ts'
import { serverNow } from '#web/platform/clock.ts'
import { failureMessage } from '#web/platform/request-error.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** After a material correction the high bidder may withdraw, in one press, unless they have bid since. */
export function WithdrawBid({ lot, live }: { lot: Lot; live: LiveLot | undefined }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const last = lot.corrections.find(({ withdrawUntil }) => withdrawUntil !== null && withdrawUntil > serverNow())
  const leads = live?.you.position === 'leading' && ['open', 'scheduled'].includes(live.standing.status)
  const key = ['/api/lots', lot.id, 'bid-withdrawal', last?.id, live?.standing.sequence] as const
  const { data } = useQuery<{ until: number | null }>({
    queryKey: key,
    queryFn: ({ signal }) => call(readBidWithdrawal, { params: { lotId: lot.id } }, signal),
    enabled: leads && last !== undefined,
    staleTime: 0,
  })
  const until = data?.until ?? null
  if (!leads || last === undefined || until === null) return null
  const withdraw = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await call(withdrawBid, { params: { lotId: lot.id } })
      toast({ title: t`Bid withdrawn` })
    } catch (failure) {
      toast({ title: t`We couldn’t withdraw your bid`, description: failureMessage(failure), variant: 'destructive' })
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: liveParts(lot.id) })
      void client.invalidateQueries({ queryKey: key })
    }
  }
  return (
    <Notice tone="info" title={t`This lot was corrected`}>
      <p>
        {t`${last.changes.map(({ name, before, after }) => `${name}: ${before} → ${after}`).join('. ')}. You’re the high bidder. You can withdraw until ${formatInstant(until)} or the close of the lot, whichever is first. If you bid again, you accept the corrected facts.`}
      </p>
      <Button variant="outline" className="mt-3" aria-disabled={isBusy} onClick={() => void withdraw()}>
        {isBusy ? t`Withdrawing` : t`Withdraw bid`}
      </Button>
    </Notice>
  )
}
