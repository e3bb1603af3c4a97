import { useState } from 'react'
import { type Negotiation, PHASE_WORDS, readReserve } from '#contract/bidding/negotiations.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AdminNegotiationAction, type NegotiationAction } from './admin-negotiation-action.tsx'
import { LeaderWarning } from '../leader-warning.tsx'
import { OwnLotNotice } from '../own-lot-notice.tsx'
import { CounterForm } from './counter-form.tsx'
import { NegotiationDeadline } from './negotiation-deadline.tsx'
import { NegotiationSteps } from './negotiation-steps.tsx'
import { useStaffNegotiation } from './use-negotiations.ts'
import { useMutation } from '@tanstack/react-query'
import { call, failureMessage } from '#web/platform/request.ts'
import { t, translated } from '#web/platform/language/text.ts'

/** One negotiation: its state, what staff can do, and everything that was exchanged. */
export default function AdminNegotiation({ lotId }: { lotId: string }) {
  const { negotiation, error } = useStaffNegotiation(lotId)
  const [action, setAction] = useState<NegotiationAction | null>(null)
  return (
    <>
      <BackLink href={paths.adminPage('negotiations')}>{t`Negotiations`}</BackLink>
      {negotiation === undefined ? (
        error === null ? (
          <Skeleton className="mt-4 h-64" />
        ) : (
          <div className="mt-4">
            <RequestFailed title={t`We couldn’t load the negotiation`} failure={error} />
          </div>
        )
      ) : (
        <>
          <h1 className="mt-1 flex flex-wrap items-center gap-3 text-xl">
            <Plate number={negotiation.lotNumber} />
            {negotiation.title}
          </h1>
          <Facts negotiation={negotiation} />
          {negotiation.warning === null ? null : (
            <div className="mt-4 max-w-2xl">
              <LeaderWarning warning={negotiation.warning} way="negotiation" />
            </div>
          )}
          {negotiation.phase === 'bound' || negotiation.phase === 'free' ? (
            negotiation.isOwn ? (
              <OwnLotNotice />
            ) : (
              <Actions negotiation={negotiation} onAction={setAction} />
            )
          ) : null}
          <h2 className="mt-8 text-base">{t`History`}</h2>
          <div className="mt-2 max-w-2xl">
            <NegotiationSteps negotiation={negotiation} reader="company" />
          </div>
          {action === null ? null : (
            <AdminNegotiationAction negotiation={negotiation} action={action} onClose={() => setAction(null)} />
          )}
        </>
      )}
    </>
  )
}

function Facts({ negotiation }: { negotiation: Negotiation }) {
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, negotiation.currency))
  const runs = negotiation.phase === 'bound' || negotiation.phase === 'free'
  const facts = [
    { name: t`State`, value: translated(PHASE_WORDS[negotiation.phase]) },
    { name: t`High bid`, value: t`${money(negotiation.highBid)}, paddle ${negotiation.paddle}` },
    {
      name: t`Bidder bound until`,
      value: <NegotiationInstant at={negotiation.boundUntil} runs={negotiation.phase === 'bound'} />,
    },
    { name: t`Negotiation ends`, value: <NegotiationInstant at={negotiation.lapsesAt} runs={runs} /> },
    { name: t`Reserve`, value: <ReserveView lotId={negotiation.lotId} currency={negotiation.currency} /> },
    ...(negotiation.soldAt === null ? [] : [{ name: t`Sold at`, value: money(negotiation.soldAt) }]),
  ]
  return (
    <dl className="tabular mt-4 max-w-2xl text-sm">
      {facts.map(({ name, value }) => (
        <div
          key={name}
          className="items-center gap-x-4 border-t border-line py-2 min-[24rem]:grid min-[24rem]:grid-cols-[9rem_1fr]"
        >
          <dt className="text-slate">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function NegotiationInstant({ at, runs }: { at: number; runs: boolean }) {
  return runs ? <NegotiationDeadline at={at} /> : <>{formatInstant(at)}</>
}

/** What can be done now, the next step first. */
function Actions({
  negotiation,
  onAction,
}: {
  negotiation: Negotiation
  onAction: (action: NegotiationAction) => void
}) {
  const { offer, counter, currency, phase, highBid } = negotiation
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className="mt-6 flex max-w-2xl flex-col gap-5">
      <div className="flex flex-wrap gap-3">
        {phase === 'bound' ? (
          <Button
            variant={offer === null ? 'default' : 'outline'}
            onClick={() => onAction({ kind: 'approve', amount: highBid })}
          >{t`Accept bid of ${money(highBid)}`}</Button>
        ) : null}
        {offer === null ? null : (
          <>
            <Button
              onClick={() => onAction({ kind: 'accept', amount: offer })}
            >{t`Accept offer of ${money(offer)}`}</Button>
            <Button
              variant="outline"
              onClick={() => onAction({ kind: 'decline', amount: offer })}
            >{t`Decline offer`}</Button>
          </>
        )}
        {counter === null ? null : (
          <Button
            variant="outline"
            onClick={() => onAction({ kind: 'retract', amount: counter })}
          >{t`Withdraw ${money(counter)}`}</Button>
        )}
        <Danger>
          <Button
            variant="outline"
            onClick={() => onAction({ kind: 'end', amount: highBid })}
          >{t`End negotiation`}</Button>
        </Danger>
      </div>
      <CounterForm negotiation={negotiation} onCounter={(amount) => onAction({ kind: 'counter', amount })} />
    </div>
  )
}

/** Shows the reserve on a press: every view of it is recorded. */
function ReserveView({ lotId, currency }: { lotId: string; currency: string }) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(readReserve, { params: { lotId } }),
    retry: false,
  })
  if (data !== undefined) return <>{data.reserve === null ? t`none` : formatMoney(data.reserve, currency)}</>
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Button variant="outline" size="sm" aria-disabled={isPending} onClick={() => mutate()}>{t`Show reserve`}</Button>
      <span className={error === null ? 'text-slate' : 'text-outbid'}>
        {error === null ? t`We record each view.` : failureMessage(error)}
      </span>
    </span>
  )
}
