import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listNegotiations,
  takeStaffStep,
  type Negotiation,
  type TakeStaffStep,
} from '#contract/bidding/negotiations.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { negotiationKey } from './use-negotiations.ts'
import { t } from '#web/platform/language/text.ts'

/** What an auctioneer is about to do; the amount is the one they saw. */
export type NegotiationAction = { kind: TakeStaffStep['kind']; amount: number }

type Wording = {
  title: string
  means: (price: string, negotiation: Negotiation) => string
  button: (price: string) => string
}

const WORDING: Record<NegotiationAction['kind'], Wording> = {
  counter: {
    title: t`Send counteroffer`,
    means: (price, { paddle, lapsesAt }) =>
      t`We tell paddle ${paddle} that the seller would sell at ${price}. They can accept until ${formatInstant(lapsesAt)}; accepting is a sale.`,
    button: (price) => t`Ask for ${price}`,
  },
  retract: {
    title: t`Withdraw counteroffer`,
    means: (price) => t`The bidder can no longer accept ${price}.`,
    button: (price) => t`Withdraw ${price}`,
  },
  accept: {
    title: t`Accept offer`,
    means: (price, { paddle }) =>
      t`The lot is sold to paddle ${paddle} at ${price}, below its reserve. We issue an invoice and notify everyone who bid.`,
    button: (price) => t`Sell at ${price}`,
  },
  decline: {
    title: t`Decline offer`,
    means: (price) => t`We tell the bidder that ${price} isn’t enough. The negotiation continues.`,
    button: (price) => t`Decline ${price}`,
  },
  approve: {
    title: t`Accept high bid`,
    means: (price, { paddle }) =>
      t`The lot is sold to paddle ${paddle} at ${price}, below its reserve. We issue an invoice and notify everyone who bid.`,
    button: (price) => t`Sell at ${price}`,
  },
  end: {
    title: t`End negotiation`,
    means: () => t`The lot passes unsold. We release and notify the bidder immediately. This can’t be undone.`,
    button: () => t`End negotiation`,
  },
}

/** Says what will happen, asks for a reason where the record needs one, then does it. */
export function AdminNegotiationAction({
  negotiation,
  action,
  onClose,
}: {
  negotiation: Negotiation
  action: NegotiationAction
  onClose: () => void
}) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutateAsync, error, reset } = useMutation({
    mutationFn: (body: TakeStaffStep) => call(takeStaffStep, { params: { lotId: negotiation.lotId }, body }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: negotiationKey(negotiation.lotId) })
      void client.invalidateQueries({ queryKey: [listNegotiations.path] })
    },
  })
  const { run, busy } = useSingleFlight(async () => {
    const step = stepOf(action, reason.trim())
    setMissing(step === null)
    if (step === null) return reset()
    const done = await mutateAsync(step).catch(() => null)
    if (done !== null) onClose()
  })
  const price = formatMoney(action.amount, negotiation.currency)
  const { title, means, button } = WORDING[action.kind]
  return (
    <Dialog onClose={onClose} title={t`${title}: lot ${negotiation.lotNumber}`} description={means(price, negotiation)}>
      <form noValidate onSubmit={onSubmitOf(run)}>
        {action.kind === 'approve' || action.kind === 'end' ? (
          <Field label={t`Reason`} hint={t`For our records.`} error={missing ? t`Give a reason.` : undefined}>
            <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        ) : null}
        {error === null ? null : (
          <div className="mt-4">
            <RequestFailed title={t`Nothing was changed`} failure={error} />
          </div>
        )}
        <DialogFooter>
          <DialogClose>{t`Back`}</DialogClose>
          <Button variant={action.kind === 'end' ? 'destructive' : 'default'} type="submit" aria-disabled={busy}>
            {button(price)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** Null: the reason is missing. */
function stepOf({ kind, amount }: NegotiationAction, reason: string): TakeStaffStep | null {
  if (kind !== 'approve' && kind !== 'end') return { kind, amount }
  return reason.length < 3 ? null : { kind, reason }
}
