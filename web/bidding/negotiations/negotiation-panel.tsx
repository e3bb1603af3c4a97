import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { MyNegotiation } from '#contract/bidding/negotiations.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Asked } from './negotiation-confirm.tsx'
import { NegotiationCounter } from './negotiation-counter.tsx'
import { NegotiationDeadline } from './negotiation-deadline.tsx'
import { NegotiationOffer } from './negotiation-offer.tsx'
import { NegotiationSteps } from './negotiation-steps.tsx'
import { type Step, useNegotiation, useNegotiationStep } from './use-negotiation.ts'

const NegotiationConfirm = lazy(() => import('./negotiation-confirm.tsx'))

type Confirmed = Asked & { kind: 'accept' | 'offer' | 'show-maximum' }

/**
 * What happens now with a lot that closed below its reserve, for its high bidder. `sequence`: of the lot's ledger, from
 * the feed. `inList`: one of several on a page; only what needs an answer is expanded.
 */
export default function NegotiationPanel({
  lotId,
  sequence,
  inList = false,
}: {
  lotId: string
  sequence: number
  inList?: boolean
}) {
  const id = useId()
  const negotiation = useNegotiation(lotId, sequence)
  const { take, sending, fault, forget } = useNegotiationStep(lotId)
  const [asked, setAsked] = useState<Confirmed | null>(null)
  const { run } = useSingleFlight(async (step: Step) => {
    if (await take(step)) setAsked(null)
  })
  if (negotiation === undefined) return <Skeleton className="h-40" />
  if (negotiation === null) return null
  const { currency } = negotiation
  const runs = negotiation.phase === 'bound' || negotiation.phase === 'free'
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-4">
      <h3 id={`${id}-title`} className="text-base">
        {runs ? t`Next steps` : t`History`}
      </h3>
      {runs ? <Phase negotiation={negotiation} /> : null}
      {fault === null || asked !== null ? null : (
        <Notice tone="bad" title={t`We couldn’t submit your answer`}>
          <p>{fault}</p>
        </Notice>
      )}
      <Answers
        negotiation={negotiation}
        inList={inList}
        sending={sending}
        onAsk={(next) => {
          forget()
          setAsked(next)
        }}
        onStep={(step) => void run(step)}
      />
      {asked === null ? null : (
        <Suspense fallback={null}>
          <NegotiationConfirm
            lotId={lotId}
            asked={asked}
            currency={currency}
            sending={sending}
            fault={fault}
            onConfirm={() => void run({ kind: asked.kind, amount: asked.amount })}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The current offer, what can be done about it, and the history. */
function Answers({
  negotiation,
  inList,
  sending,
  onAsk,
  onStep,
}: {
  negotiation: MyNegotiation
  inList: boolean
  sending: boolean
  onAsk: (asked: Confirmed) => void
  onStep: (step: Step) => void
}) {
  return (
    <>
      {negotiation.counter === null ? null : (
        <NegotiationCounter
          negotiation={negotiation}
          amount={negotiation.counter}
          inList={inList}
          sending={sending}
          onAccept={(amount) => onAsk({ kind: 'accept', amount, price: amount })}
          onDecline={(amount) => onStep({ kind: 'decline', amount })}
        />
      )}
      {negotiation.offer === null ? null : (
        <OwnOffer
          amount={formatMoney(negotiation.offer, negotiation.currency)}
          sending={sending}
          onRetract={() => onStep({ kind: 'retract', amount: negotiation.offer })}
        />
      )}
      <Unfolded inList={inList}>
        {negotiation.maximumToShow === null ? null : (
          <ShowMaximum negotiation={negotiation} maximum={negotiation.maximumToShow} onAsk={onAsk} />
        )}
        {negotiation.phase === 'free' ? (
          <NegotiationOffer
            negotiation={negotiation}
            sending={sending}
            onOffer={(amount) => onAsk({ kind: 'offer', amount, price: amount })}
          />
        ) : null}
        <div className="border-t border-line pt-2">
          <NegotiationSteps negotiation={negotiation} reader="bidder" />
        </div>
      </Unfolded>
    </>
  )
}

function Phase({ negotiation }: { negotiation: MyNegotiation }) {
  const highBid = formatMoney(negotiation.highBid, negotiation.currency)
  return negotiation.phase === 'bound' ? (
    <p>
      <Trans>
        Your bid of {highBid} is binding until <NegotiationDeadline at={negotiation.boundUntil} />. The seller may
        accept it or ask for more. If they don’t respond by then, your bid is released.
      </Trans>
    </p>
  ) : (
    <p>
      <Trans>
        Your bid is released. Until <NegotiationDeadline at={negotiation.lapsesAt} />, either side can make an offer for
        the other to accept. Then the negotiation ends.
      </Trans>
    </p>
  )
}

function OwnOffer({ amount, sending, onRetract }: { amount: string; sending: boolean; onRetract: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <p>
        <Trans>
          Your offer of <strong className="tabular">{amount}</strong> is with the seller.
        </Trans>
      </p>
      <Button variant="outline" size="sm" aria-disabled={sending} onClick={onRetract}>
        {t`Withdraw offer`}{' '}
      </Button>
    </div>
  )
}

function Unfolded({ inList, children }: { inList: boolean; children: ReactNode }) {
  if (!inList) return children
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 items-center text-slate underline decoration-edge underline-offset-4">
        {t`Options and history`}
      </summary>
      <div className="flex flex-col gap-4">{children}</div>
    </details>
  )
}

function ShowMaximum({
  negotiation,
  maximum,
  onAsk,
}: {
  negotiation: MyNegotiation
  maximum: number
  onAsk: (asked: Confirmed) => void
}) {
  const amount = formatMoney(maximum, negotiation.currency)
  return (
    <div className="border-t border-line pt-4">
      <p className="text-sm">
        {t`Your maximum was ${amount}. Only you have seen it. If you show it to the seller, it’s an offer they can accept.`}
      </p>
      <Button
        variant="outline"
        className="mt-3"
        onClick={() => onAsk({ kind: 'show-maximum', amount: null, price: maximum })}
      >
        {t`Show my maximum`}
      </Button>
    </div>
  )
}
