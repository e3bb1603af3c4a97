import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  readSellingLot,
  type SellerNegotiation as Negotiation,
  type SellerStep,
  takeSellerStep,
} from '#contract/selling/selling.ts'
import { NegotiationDeadline } from '#web/bidding/negotiations/negotiation-deadline.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { MoneyInput } from '#web/ui/number-inputs.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'

/** The bidding ended below the reserve: the seller accepts, asks for more, or keeps the vehicle. */
export function SellerNegotiation({ negotiation, reserve }: { negotiation: Negotiation; reserve: number | null }) {
  const { phase, highBid, offer, counter, currency, boundUntil, lapsesAt } = negotiation
  const [step, setStep] = useState<SellerStep | null>(null)
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <section aria-label="Negotiation" className="max-w-2xl border-l-4 border-notice bg-fog px-4 py-4">
      <h2 className="text-lg">Reserve not met</h2>
      <p className="mt-1">
        The high bid is <strong>{money(highBid)}</strong>.{' '}
        {phase === 'bound' ? (
          <>
            It binds the bidder until <NegotiationDeadline at={boundUntil} />.
          </>
        ) : (
          <>
            The bidder is released. Until <NegotiationDeadline at={lapsesAt} />, both sides can make offers.
          </>
        )}
      </p>
      {offer === null ? null : (
        <p className="mt-1">
          The bidder offers <strong>{money(offer)}</strong>.
        </p>
      )}
      {counter === null ? null : (
        <p className="mt-1">
          You ask for <strong>{money(counter)}</strong>.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {phase === 'bound' ? (
          <Button
            variant={offer === null ? 'default' : 'outline'}
            onClick={() => setStep({ kind: 'approve', amount: highBid })}
          >
            Accept {money(highBid)}
          </Button>
        ) : null}
        {offer === null ? null : (
          <>
            <Button onClick={() => setStep({ kind: 'accept', amount: offer })}>Accept offer of {money(offer)}</Button>
            <Button variant="outline" onClick={() => setStep({ kind: 'decline', amount: offer })}>
              Decline offer
            </Button>
          </>
        )}
        {counter === null ? null : (
          <Button variant="outline" onClick={() => setStep({ kind: 'retract', amount: counter })}>
            Retract counteroffer
          </Button>
        )}
        <Danger>
          <Button variant="outline" onClick={() => setStep({ kind: 'end' })}>
            Keep vehicle
          </Button>
        </Danger>
      </div>
      <Counter
        negotiation={negotiation}
        reserve={reserve}
        onCounter={(amount) => setStep({ kind: 'counter', amount })}
      />
      {step === null ? null : <Confirm negotiation={negotiation} step={step} onClose={() => setStep(null)} />}
    </section>
  )
}

/** A counteroffer is at most the reserve, from which it starts. */
function Counter({
  negotiation,
  reserve,
  onCounter,
}: {
  negotiation: Negotiation
  reserve: number | null
  onCounter: (amount: number) => void
}) {
  const { highBid, bidUnit, currency } = negotiation
  const [amount, setAmount] = useState(reserve ?? highBid + bidUnit)
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <MoneyInput label={`Ask for (${currency})`} currency={currency} value={amount} onChange={setAmount} />
      <Button variant="outline" disabled={Number.isNaN(amount)} onClick={() => onCounter(amount)}>
        Send counteroffer
      </Button>
    </div>
  )
}

function wordsOf(step: SellerStep, currency: string): { title: string; text: string; action: string } {
  const price = 'amount' in step ? formatMoney(step.amount, currency) : ''
  switch (step.kind) {
    case 'approve':
    case 'accept':
      return {
        title: `Sell for ${price}?`,
        text: 'The lot is sold at this price. You can’t undo it.',
        action: `Sell for ${price}`,
      }
    case 'counter':
      return {
        title: `Ask for ${price}?`,
        text: 'The bidder can accept it until the negotiation ends; then the lot is sold at this price.',
        action: 'Send counteroffer',
      }
    case 'retract':
      return {
        title: 'Retract your counteroffer?',
        text: `The bidder can’t accept ${price} any more.`,
        action: 'Retract counteroffer',
      }
    case 'decline':
      return { title: `Decline ${price}?`, text: 'The bidder can make another offer.', action: 'Decline offer' }
    case 'end':
      return {
        title: 'Keep the vehicle?',
        text: 'The negotiation ends without a sale. You can’t undo it.',
        action: 'Keep vehicle',
      }
    default:
      return step satisfies never
  }
}

function Confirm({
  negotiation: { lotId, currency },
  step,
  onClose,
}: {
  negotiation: Negotiation
  step: SellerStep
  onClose: () => void
}) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const { title, text, action } = wordsOf(step, currency)
  const { run, busy } = useSingleFlight(async () => {
    setFailure(null)
    try {
      client.setQueryData([readSellingLot.path, lotId], await call(takeSellerStep, { params: { lotId }, body: step }))
      onClose()
    } catch (cause) {
      setFailure(cause)
      void client.invalidateQueries({ queryKey: [readSellingLot.path, lotId] })
    }
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={title} description={text}>
        {failure === null ? null : <RequestFailed title="Nothing was changed" failure={failure} />}
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button aria-disabled={busy} onClick={() => void run()}>
            {action}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
