import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  readSellingLot,
  type SellerNegotiation as Negotiation,
  type SellerStep,
  takeSellerStep,
} from '#contract/selling/selling.ts'
import { CounterForm } from '#web/bidding/negotiations/counter-form.tsx'
import { NegotiationDeadline } from '#web/bidding/negotiations/negotiation-deadline.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Dialog, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'

/** The bidding ended below the reserve: the seller accepts, asks for more, or keeps the vehicle. */
export function SellerNegotiation({ negotiation, reserve }: { negotiation: Negotiation; reserve: number | null }) {
  const { phase, highBid, offer, counter, currency } = negotiation
  const [step, setStep] = useState<SellerStep | null>(null)
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <section aria-label={t`Negotiation`} className="max-w-2xl border-l-4 border-notice bg-fog px-4 py-4">
      <h2 className="text-lg">{t`Reserve not met`}</h2>
      <Standing negotiation={negotiation} />
      <div className="mt-4 flex flex-wrap gap-3">
        {phase === 'bound' ? (
          <Button
            variant={offer === null ? 'default' : 'outline'}
            onClick={() => setStep({ kind: 'approve', amount: highBid })}
          >
            {t`Accept ${money(highBid)}`}
          </Button>
        ) : null}
        {offer === null ? null : (
          <>
            <Button
              onClick={() => setStep({ kind: 'accept', amount: offer })}
            >{t`Accept offer of ${money(offer)}`}</Button>
            <Button variant="outline" onClick={() => setStep({ kind: 'decline', amount: offer })}>
              {t`Decline offer`}
            </Button>
          </>
        )}
        {counter === null ? null : (
          <Button variant="outline" onClick={() => setStep({ kind: 'retract', amount: counter })}>
            {t`Retract counteroffer`}
          </Button>
        )}
        <Danger>
          <Button variant="outline" onClick={() => setStep({ kind: 'end' })}>
            {t`Keep vehicle`}
          </Button>
        </Danger>
      </div>
      <div className="mt-4">
        <CounterForm
          negotiation={negotiation}
          reserve={reserve}
          onCounter={(amount) => setStep({ kind: 'counter', amount })}
        />
      </div>
      {step === null ? null : <Confirm negotiation={negotiation} step={step} onClose={() => setStep(null)} />}
    </section>
  )
}

/** The amounts on the table, and until when they bind. */
function Standing({ negotiation }: { negotiation: Negotiation }) {
  const { phase, highBid, offer, counter, currency, boundUntil, lapsesAt } = negotiation
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <p className="mt-1">
        <Trans>
          The high bid is <strong>{money(highBid)}</strong>.
        </Trans>{' '}
        {phase === 'bound' ? (
          <>
            <Trans>
              It binds the bidder until <NegotiationDeadline at={boundUntil} />.
            </Trans>
          </>
        ) : (
          <>
            <Trans>
              The bidder is released. Until <NegotiationDeadline at={lapsesAt} />, both sides can make offers.
            </Trans>
          </>
        )}
      </p>
      {offer === null ? null : (
        <p className="mt-1">
          <Trans>
            The bidder offers <strong>{money(offer)}</strong>.
          </Trans>
        </p>
      )}
      {counter === null ? null : (
        <p className="mt-1">
          <Trans>
            You ask for <strong>{money(counter)}</strong>.
          </Trans>
        </p>
      )}
    </>
  )
}

function wordsOf(step: SellerStep, currency: string): { title: string; text: string; action: string } {
  const price = 'amount' in step ? formatMoney(step.amount, currency) : ''
  switch (step.kind) {
    case 'approve':
    case 'accept':
      return {
        title: t`Sell for ${price}?`,
        text: t`The lot is sold at this price. You can’t undo it.`,
        action: t`Sell for ${price}`,
      }
    case 'counter':
      return {
        title: t`Ask for ${price}?`,
        text: t`The bidder can accept it until the negotiation ends; then the lot is sold at this price.`,
        action: t`Send counteroffer`,
      }
    case 'retract':
      return {
        title: t`Retract your counteroffer?`,
        text: t`The bidder can’t accept ${price} any more.`,
        action: t`Retract counteroffer`,
      }
    case 'decline':
      return { title: t`Decline ${price}?`, text: t`The bidder can make another offer.`, action: t`Decline offer` }
    case 'end':
      return {
        title: t`Keep the vehicle?`,
        text: t`The negotiation ends without a sale. You can’t undo it.`,
        action: t`Keep vehicle`,
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
    <Dialog onClose={onClose} title={title} description={text}>
      {failure === null ? null : <RequestFailed title={t`Nothing was changed`} failure={failure} />}
      <DialogFooter>
        <DialogClose>{t`Cancel`}</DialogClose>
        <Button aria-disabled={busy} onClick={() => void run()}>
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
