import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CashierPayment, listOpenRefunds, listPayments, refundPayment } from '#contract/payments.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Sends what is left of a payment back, with a reason that the person reads. */
export function RefundPayment({ payment, onClose }: { payment: CashierPayment; onClose: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const amount = formatMoney(payment.received - payment.refunded - payment.chargedBack, payment.currency, true)
  const { mutateAsync, error } = useMutation({
    mutationFn: () => call(refundPayment, { params: { paymentId: payment.id }, body: { reason: reason.trim() } }),
  })
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    if (reason.trim().length < 3) return setFault('Say why. The person reads it.')
    setFault(undefined)
    if ((await mutateAsync().catch(() => null)) === null) return
    await client.invalidateQueries({ queryKey: [listPayments.path] })
    await client.invalidateQueries({ queryKey: [listOpenRefunds.path] })
    toast({ title: `Refund of ${amount} requested`, description: payment.person })
    onClose()
  })
  const words =
    payment.provider === 'transfer'
      ? 'The refund then waits in the list of refunds to send: send it from the bank and say so there.'
      : 'The provider sends it back the way it came.'
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={`Refund ${amount}`} description={`To ${payment.person}. ${words}`}>
        <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
          {error === null ? null : (
            <Notice tone="bad" title="Nothing was refunded">
              {wordsOfFailure(error)}
            </Notice>
          )}
          <Field label="Reason" hint="On the receipt, in the message to the person and in the audit log." error={fault}>
            <Textarea rows={3} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <DialogFooter>
            <DialogClose>Keep the payment</DialogClose>
            <Button type="submit" variant="destructive" aria-disabled={busy}>
              {busy ? 'Refunding' : `Refund ${amount}`}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
