import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listTalks, takeHouseStep, type Talk, type TakeHouseStep } from '#contract/talks.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { talkKey } from './use-talks.ts'

/** What an auctioneer is about to do; the amount is the one he saw. */
export type TalkAct = { kind: TakeHouseStep['kind']; amount: number }

type Wording = { title: string; means: (price: string, talk: Talk) => string; button: (price: string) => string }

const SOLD = 'An invoice is issued, and everybody who bid is told.'

const WORDING: Record<TalkAct['kind'], Wording> = {
  counter: {
    title: 'Send a counter-offer',
    means: (price, { paddle, lapsesAt }) =>
      `Paddle ${paddle} is told that the seller would sell at ${price}, and may accept it until ${formatInstant(lapsesAt)}. Acceptance is a sale.`,
    button: (price) => `Ask for ${price}`,
  },
  retract: {
    title: 'Take the counter-offer back',
    means: (price) => `${price} can be accepted no longer.`,
    button: (price) => `Take ${price} back`,
  },
  accept: {
    title: 'Accept the offer',
    means: (price, { paddle }) => `The lot is sold to paddle ${paddle} at ${price}, below its reserve. ${SOLD}`,
    button: (price) => `Sell at ${price}`,
  },
  decline: {
    title: 'Decline the offer',
    means: (price) => `The bidder is told that ${price} is not enough. The talk goes on.`,
    button: (price) => `Decline ${price}`,
  },
  approve: {
    title: 'Accept the high bid',
    means: (price, { paddle }) => `The lot is sold to paddle ${paddle} at ${price}, below its reserve. ${SOLD}`,
    button: (price) => `Sell at ${price}`,
  },
  end: {
    title: 'End the talk',
    means: () => 'The lot passes unsold. The bidder is free at once and is told. This cannot be undone.',
    button: () => 'End the talk',
  },
}

/** Says what will happen, asks why where the record needs it, then does it. */
export function AdminTalkAct({ talk, act, onClose }: { talk: Talk; act: TalkAct; onClose: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutateAsync, error } = useMutation({
    mutationFn: (body: TakeHouseStep) => call(takeHouseStep, { params: { lotId: talk.lotId }, body }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: talkKey(talk.lotId) })
      void client.invalidateQueries({ queryKey: [listTalks.path] })
    },
  })
  const { run, busy } = useSingleFlight(async () => {
    const step = stepOf(act, reason.trim())
    setMissing(step === null)
    if (step === null) return
    const done = await mutateAsync(step).catch(() => null)
    if (done !== null) onClose()
  })
  const price = formatMoney(act.amount, talk.currency)
  const { title, means, button } = WORDING[act.kind]
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={`${title}: lot ${talk.lotNumber}`} description={means(price, talk)}>
        {act.kind === 'approve' || act.kind === 'end' ? (
          <Field label="Reason" hint="For the record of the house." error={missing ? 'Give a reason.' : undefined}>
            <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        ) : null}
        {error === null ? null : (
          <div className="mt-4">
            <Notice tone="bad" title="Nothing was changed">
              {wordsOfFailure(error)}
            </Notice>
          </div>
        )}
        <DialogFooter>
          <DialogClose>Back</DialogClose>
          <Button
            variant={act.kind === 'end' ? 'destructive' : 'default'}
            aria-disabled={busy}
            onClick={() => void run()}
          >
            {button(price)}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

/** Null: the reason is missing. */
function stepOf({ kind, amount }: TalkAct, reason: string): TakeHouseStep | null {
  if (kind !== 'approve' && kind !== 'end') return { kind, amount }
  return reason.length < 3 ? null : { kind, reason }
}
