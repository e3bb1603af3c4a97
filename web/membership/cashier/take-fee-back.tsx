import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MEMBERSHIP_KEY } from '../use-membership.ts'
import { useTakeFeeBack } from '../use-payment.ts'

/** Until when the fee can be taken back, and doing so. `amount` in words. */
export function TakeFeeBack({ until, amount }: { until: number; amount: string }) {
  const client = useQueryClient()
  const [, setSearch] = useSearchParams()
  const [open, setOpen] = useState(false)
  const { mutateAsync, error } = useTakeFeeBack()
  const { run, busy } = useSingleFlight(async () => {
    if ((await mutateAsync().catch(() => null)) === null) return
    setOpen(false)
    // The address may still name the payment that has just been taken back.
    setSearch({}, { replace: true })
    await client.invalidateQueries({ queryKey: MEMBERSHIP_KEY })
    await client.invalidateQueries({ queryKey: USER_KEY })
  })
  return (
    <section aria-labelledby="back-title" className="mt-10 border-t border-line pt-6">
      <h2 id="back-title" className="text-lg">
        Changed your mind?
      </h2>
      <p className="mt-2 text-slate">
        You can take the {amount} back until {formatInstant(until)}, as long as you have not placed a bid. You need give
        no reason.
      </p>
      <Button variant="outline" className="mt-4" onClick={() => setOpen(true)}>
        Take the fee back
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          title={`Take the ${amount} back?`}
          description="Your membership ends at once: the auctions are closed to you until you pay again. The money goes back the way it came."
        >
          {error === null ? null : (
            <Notice tone="bad" title="Nothing was changed">
              {wordsOfFailure(error)}
            </Notice>
          )}
          <DialogFooter>
            <DialogClose>Stay a member</DialogClose>
            <Button variant="destructive" aria-disabled={busy} onClick={() => void run()}>
              {busy ? 'Ending the membership' : 'Take the fee back'}
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </section>
  )
}
