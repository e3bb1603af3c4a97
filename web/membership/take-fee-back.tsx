import { t } from '#web/platform/language/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
import { MEMBERSHIP_KEY } from './use-membership.ts'
import { useTakeFeeBack } from '#web/payments/use-payment.ts'

/** Until when the fee can be refunded, and the action. `amount` as text. */
export function TakeFeeBack({ until, amount }: { until: number; amount: string }) {
  const client = useQueryClient()
  const [, setSearch] = useSearchParams()
  const [open, setOpen] = useState(false)
  const { mutateAsync, error } = useTakeFeeBack()
  const { run, busy } = useSingleFlight(async () => {
    if ((await mutateAsync().catch(() => null)) === null) return
    setOpen(false)
    // The URL may still name the payment that has just been refunded.
    setSearch({}, { replace: true })
    await client.invalidateQueries({ queryKey: MEMBERSHIP_KEY })
    await client.invalidateQueries({ queryKey: USER_KEY })
  })
  return (
    <section aria-labelledby="back-title" className="mt-10 border-t border-line pt-6">
      <h2 id="back-title" className="text-lg">
        {t`Changed your mind?`}
      </h2>
      <p className="mt-2 text-slate">
        {t`You can get the ${amount} refunded until ${formatInstant(until)} if you haven’t placed a bid. You don’t need to give a reason.`}
      </p>
      <Button variant="outline" className="mt-4" onClick={() => setOpen(true)}>
        {t`Request refund`}
      </Button>
      {open ? (
        <Dialog
          onClose={() => setOpen(false)}
          title={t`Refund ${amount}?`}
          description={t`Your membership ends immediately, and you can’t bid until you pay again. We refund the fee to your original payment method.`}
        >
          {error === null ? null : <RequestFailed title={t`Nothing was changed`} failure={error} />}
          <DialogFooter>
            <DialogClose>{t`Keep membership`}</DialogClose>
            <Button variant="destructive" aria-disabled={busy} onClick={() => void run()}>
              {busy ? t`Ending membership` : t`Request refund`}
            </Button>
          </DialogFooter>
        </Dialog>
      ) : null}
    </section>
  )
}
