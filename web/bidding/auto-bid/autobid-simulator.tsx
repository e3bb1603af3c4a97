import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { amountFrom } from '../bid/amount-text.ts'
import { wordsOfCode } from '../bid/bid-message.ts'
import { begin, bid, CURRENCY, nextBidOf, RIVAL, sentenceOfEvent, type Simulation, YOU } from './simulator.ts'

const OPENING = 500_00
const RESERVE = 3_000_00

/** Two bidders, one lot, the real engine: try what a maximum does. */
export function AutobidSimulator() {
  const [withReserve, setWithReserve] = useState(false)
  const [simulation, setSimulation] = useState(() => begin(OPENING, null))
  const { state, refused } = simulation
  const next = nextBidOf(simulation)
  const words = refused === null ? null : wordsOfCode(refused.code, refused, CURRENCY)
  const leader =
    state.leader === null
      ? t`No bids yet`
      : state.leader.id === YOU.id
        ? t`You’re the high bidder`
        : t`The rival is leading`

  function restart(reserve: boolean) {
    setWithReserve(reserve)
    setSimulation(begin(OPENING, reserve ? RESERVE : null))
  }

  return (
    <section aria-labelledby="simulator" className="rounded-md border border-line p-4 sm:p-6">
      <h2 id="simulator" className="text-lg">
        {t`Try it`}
      </h2>
      <p className="mt-1 text-sm text-slate">
        {t`The same rules as a real auction. No money, no account; only you see both maximums.`}
      </p>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-4">
        <div aria-live="polite">
          <p className="text-sm text-slate">{state.price === null ? t`Opening bid` : t`Price`}</p>
          <p className="wide text-2xl font-bold">
            <Odometer amount={state.price ?? OPENING} currency={CURRENCY} />
          </p>
          <p className="font-semibold">{leader}</p>
          <p className="tabular text-sm text-slate">
            {t`Next bid ${formatMoney(next, CURRENCY)}${withReserve ? (state.reserveMet ? t`, reserve met` : t`, reserve not met`) : ''}`}
          </p>
        </div>
        <Button variant="outline" onClick={() => restart(withReserve)}>
          {t`Start over`}
        </Button>
      </div>
      <div className="mt-5 grid gap-6 sm:grid-cols-2">
        <Side name={t`You`} next={next} onBid={(kind, amount) => setSimulation(bid(simulation, YOU, kind, amount))} />
        <Side
          name={t`The rival`}
          next={next}
          onBid={(kind, amount) => setSimulation(bid(simulation, RIVAL, kind, amount))}
        />
      </div>
      <Checkbox
        className="mt-3 text-sm"
        label={t`With a secret reserve of ${formatMoney(RESERVE, CURRENCY)}`}
        checked={withReserve}
        onChange={(event) => restart(event.target.checked)}
      />
      {words === null ? null : (
        <Notice tone="bad" title={words.headline}>
          <p className="text-sm">{words.advice}</p>
        </Notice>
      )}
      <Story events={simulation.events} />
    </section>
  )
}

function Story({ events }: { events: Simulation['events'] }) {
  const lines = events
    .map((event, index) => ({ index, sentence: sentenceOfEvent(event) }))
    .filter(({ sentence }) => sentence !== null)
    .toReversed()
  return (
    <ol className="mt-4 divide-y divide-line text-sm" aria-label={t`What happened`}>
      {lines.map(({ index, sentence }) => (
        <li key={index} className="py-2">
          {sentence}
        </li>
      ))}
    </ol>
  )
}

function Side({
  name,
  next,
  onBid,
}: {
  name: string
  next: number
  onBid: (kind: 'firm' | 'maximum', amount: number) => void
}) {
  const [text, setText] = useState('')
  const amount = amountFrom(text, CURRENCY)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (amount === null) return
        onBid('maximum', amount)
        setText('')
      }}
    >
      <Field label={t`${name}: amount`}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          placeholder={t`${formatMoney(next, CURRENCY)} or more`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="outline" type="submit" disabled={amount === null}>
          {t`Set maximum`}
        </Button>
        <Button variant="outline" onClick={() => onBid('firm', amount ?? next)}>
          {t`Bid ${formatMoney(amount ?? next, CURRENCY)}`}
        </Button>
      </div>
    </form>
  )
}
