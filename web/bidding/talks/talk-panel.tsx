import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { MyTalk } from '#contract/talks.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Asked } from './talk-confirm.tsx'
import { TalkCounter } from './talk-counter.tsx'
import { TalkDeadline } from './talk-deadline.tsx'
import { TalkOffer } from './talk-offer.tsx'
import { TalkSteps } from './talk-steps.tsx'
import { type Step, useTalk, useTalkStep } from './use-talk.ts'

const TalkConfirm = lazy(() => import('./talk-confirm.tsx'))

type Confirmed = Asked & { kind: 'accept' | 'offer' | 'show-maximum' }

/**
 * What happens now with a lot that closed below its reserve, for its high bidder. `sequence`: of the lot's ledger, from the feed.
 * `inList`: one of several on a page; only what needs an answer is unfolded.
 */
export default function TalkPanel({
  lotId,
  sequence,
  inList = false,
}: {
  lotId: string
  sequence: number
  inList?: boolean
}) {
  const id = useId()
  const talk = useTalk(lotId, sequence)
  const { take, sending, fault, forget } = useTalkStep(lotId)
  const [asked, setAsked] = useState<Confirmed | null>(null)
  const { run } = useSingleFlight(async (step: Step) => {
    if (await take(step)) setAsked(null)
  })
  if (talk === undefined) return <Skeleton className="h-40" />
  if (talk === null) return null
  const { currency } = talk
  const runs = talk.phase === 'bound' || talk.phase === 'free'
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-4">
      <h3 id={`${id}-title`} className="text-base">
        {runs ? 'What happens now' : 'What was said'}
      </h3>
      {runs ? <Phase talk={talk} /> : null}
      {fault === null || asked !== null ? null : (
        <Notice tone="bad" title="It was not taken">
          <p>{fault}</p>
        </Notice>
      )}
      <Answers
        talk={talk}
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
          <TalkConfirm
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

/** What stands on the table, what can be done about it, and what was said. */
function Answers({
  talk,
  inList,
  sending,
  onAsk,
  onStep,
}: {
  talk: MyTalk
  inList: boolean
  sending: boolean
  onAsk: (asked: Confirmed) => void
  onStep: (step: Step) => void
}) {
  return (
    <>
      {talk.counter === null ? null : (
        <TalkCounter
          talk={talk}
          amount={talk.counter}
          inList={inList}
          sending={sending}
          onAccept={(amount) => onAsk({ kind: 'accept', amount, price: amount })}
          onDecline={(amount) => onStep({ kind: 'decline', amount })}
        />
      )}
      {talk.offer === null ? null : (
        <OwnOffer
          amount={formatMoney(talk.offer, talk.currency)}
          sending={sending}
          onRetract={() => onStep({ kind: 'retract', amount: talk.offer })}
        />
      )}
      <Unfolded inList={inList}>
        {talk.maximumToShow === null ? null : <ShowMaximum talk={talk} maximum={talk.maximumToShow} onAsk={onAsk} />}
        {talk.phase === 'free' ? (
          <TalkOffer
            talk={talk}
            sending={sending}
            onOffer={(amount) => onAsk({ kind: 'offer', amount, price: amount })}
          />
        ) : null}
        <div className="border-t border-line pt-2">
          <TalkSteps talk={talk} reader="bidder" />
        </div>
      </Unfolded>
    </>
  )
}

function Phase({ talk }: { talk: MyTalk }) {
  const highBid = formatMoney(talk.highBid, talk.currency)
  return talk.phase === 'bound' ? (
    <p>
      Your bid of {highBid} binds you until <TalkDeadline at={talk.boundUntil} />. The seller may accept it or ask for
      more. If nothing is said by then, you are free and so is your money.
    </p>
  ) : (
    <p>
      Your bid binds you no longer. Until <TalkDeadline at={talk.lapsesAt} /> either side may still make an offer and
      the other accept it. Then it is over.
    </p>
  )
}

function OwnOffer({ amount, sending, onRetract }: { amount: string; sending: boolean; onRetract: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <p>
        Your offer of <strong className="tabular">{amount}</strong> is with the seller.
      </p>
      <Button variant="outline" size="sm" aria-disabled={sending} onClick={onRetract}>
        Take it back
      </Button>
    </div>
  )
}

function Unfolded({ inList, children }: { inList: boolean; children: ReactNode }) {
  if (!inList) return children
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 items-center text-slate underline decoration-edge underline-offset-4">
        What you can do, and what was said
      </summary>
      <div className="flex flex-col gap-4">{children}</div>
    </details>
  )
}

function ShowMaximum({ talk, maximum, onAsk }: { talk: MyTalk; maximum: number; onAsk: (asked: Confirmed) => void }) {
  const amount = formatMoney(maximum, talk.currency)
  return (
    <div className="border-t border-line pt-4">
      <p className="text-sm">
        Your maximum was {amount}. Nobody has seen it, and nobody will unless you wish: shown to the seller, it is an
        offer that he may accept.
      </p>
      <Button
        variant="outline"
        className="mt-3"
        onClick={() => onAsk({ kind: 'show-maximum', amount: null, price: maximum })}
      >
        Show my maximum to the seller
      </Button>
    </div>
  )
}
