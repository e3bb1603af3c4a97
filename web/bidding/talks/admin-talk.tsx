import { useState } from 'react'
import { Link } from 'wouter'
import type { Talk } from '#contract/talks.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AdminTalkAct, type TalkAct } from './admin-talk-act.tsx'
import { CounterForm } from './admin-counter-form.tsx'
import { ReserveView } from './admin-reserve.tsx'
import { TalkDeadline } from './talk-deadline.tsx'
import { TalkSteps } from './talk-steps.tsx'
import { PHASE_WORDS } from './talk-words.ts'
import { useHouseTalk } from './use-talks.ts'

/** One talk: where it stands, what the house can do, and everything that was said. */
export default function AdminTalk({ lotId }: { lotId: string }) {
  const { talk, error } = useHouseTalk(lotId)
  const [act, setAct] = useState<TalkAct | null>(null)
  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage('talks')} className="text-notice underline underline-offset-4">
          Talks
        </Link>
      </p>
      {talk === undefined ? (
        error === null ? (
          <Skeleton className="mt-4 h-64" />
        ) : (
          <div className="mt-4">
            <Notice tone="bad" title="The talk cannot be shown">
              {wordsOfFailure(error)}
            </Notice>
          </div>
        )
      ) : (
        <>
          <h1 className="mt-1 flex flex-wrap items-center gap-3 text-xl">
            <Plate number={talk.lotNumber} />
            {talk.title}
          </h1>
          <Facts talk={talk} />
          {talk.phase === 'bound' || talk.phase === 'free' ? <Acts talk={talk} onAct={setAct} /> : null}
          <h2 className="mt-8 text-base">What was said</h2>
          <div className="mt-2 max-w-2xl">
            <TalkSteps talk={talk} reader="house" />
          </div>
          {act === null ? null : <AdminTalkAct talk={talk} act={act} onClose={() => setAct(null)} />}
        </>
      )}
    </>
  )
}

function Facts({ talk }: { talk: Talk }) {
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, talk.currency))
  const runs = talk.phase === 'bound' || talk.phase === 'free'
  const facts = [
    { name: 'State', value: PHASE_WORDS[talk.phase] },
    { name: 'High bid', value: `${money(talk.highBid)}, paddle ${talk.paddle}` },
    { name: 'Bidder bound until', value: <TalkInstant at={talk.boundUntil} runs={talk.phase === 'bound'} /> },
    { name: 'Talk over at', value: <TalkInstant at={talk.lapsesAt} runs={runs} /> },
    { name: 'Reserve', value: <ReserveView lotId={talk.lotId} currency={talk.currency} /> },
    ...(talk.soldAt === null ? [] : [{ name: 'Sold at', value: money(talk.soldAt) }]),
  ]
  return (
    <dl className="tabular mt-4 max-w-2xl text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="grid grid-cols-[9rem_1fr] items-center gap-x-4 border-t border-line py-2">
          <dt className="text-slate">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function TalkInstant({ at, runs }: { at: number; runs: boolean }) {
  return runs ? <TalkDeadline at={at} /> : <>{formatInstant(at)}</>
}

/** What can be done now, the next step first. */
function Acts({ talk, onAct }: { talk: Talk; onAct: (act: TalkAct) => void }) {
  const { offer, counter, currency, phase, highBid } = talk
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className="mt-6 flex max-w-2xl flex-col gap-5">
      <div className="flex flex-wrap gap-3">
        {phase === 'bound' ? (
          <Button
            variant={offer === null ? 'default' : 'outline'}
            onClick={() => onAct({ kind: 'approve', amount: highBid })}
          >
            Accept the bid of {money(highBid)}
          </Button>
        ) : null}
        {offer === null ? null : (
          <>
            <Button onClick={() => onAct({ kind: 'accept', amount: offer })}>Accept the offer of {money(offer)}</Button>
            <Button variant="outline" onClick={() => onAct({ kind: 'decline', amount: offer })}>
              Decline the offer
            </Button>
          </>
        )}
        {counter === null ? null : (
          <Button variant="outline" onClick={() => onAct({ kind: 'retract', amount: counter })}>
            Take {money(counter)} back
          </Button>
        )}
        <Button variant="outline" onClick={() => onAct({ kind: 'end', amount: highBid })}>
          End the talk
        </Button>
      </div>
      <CounterForm talk={talk} onCounter={(amount) => onAct({ kind: 'counter', amount })} />
    </div>
  )
}
