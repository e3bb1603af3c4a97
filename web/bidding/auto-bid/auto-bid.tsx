import { t } from '#web/platform/language/text.ts'
import { useId, useState } from 'react'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { amountFrom } from '../bid/amount-text.ts'
import { entryOfMaximum, entryOfSpend, type Entry } from './auto-bid-entry.ts'
import type { SecondPress } from '../bid/bid-confirmation.ts'
import type { Ask } from '../bid/bid-message.ts'
import { ConfirmButton } from '../bid/confirm-button.tsx'
import { useOnceRecorded } from '../bid/once-recorded.ts'
import { useTotal } from '../costs/cost-lines.tsx'
import { SpendFields, useTypedSpend } from '../costs/spend-fields.tsx'

type Box = {
  live: LiveLot
  currency: string
  sending: boolean
  second: SecondPress
  recorded: Ask | null
}

const CHANGES_OF_A_MAXIMUM = ['maximum', 'lower', 'withdraw'] as const

/** Sets, raises, lowers and withdraws the viewer's maximum, entered as a bid or as a total spend. */
export function AutoBid(box: Box) {
  const { live, currency, sending, second } = box
  const id = useId()
  const [meansTotal, setMeansTotal] = useState(false)
  const held = heldBy(live)
  // The price includes any jump to the reserve; a maximum is committed up to it.
  const floor = live.standing.price ?? 0
  const Form = meansTotal ? TotalForm : MaximumForm
  return (
    <section aria-labelledby={`${id}-title`} className="border-t border-line pt-3">
      <h3 id={`${id}-title`} className="text-sm">
        {t`Auto-bid`}
      </h3>
      <p className="text-xs text-slate">
        {held === null
          ? t`Set your sealed maximum. We bid for you, never more than needed.`
          : heldWords(held, floor, currency)}
      </p>
      <div className="text-sm">
        <Switch
          label={t`My maximum includes fees and tax`}
          checked={meansTotal}
          onChange={(event) => setMeansTotal(event.target.checked)}
        />
      </div>
      <Form {...box} />
      {held === null || held <= floor ? null : (
        <Button
          variant="link"
          size="sm"
          disabled={sending}
          onClick={() => second.press({ kind: 'withdraw', amount: null })}
        >
          {t`Lower to ${formatMoney(floor, currency)}`}
        </Button>
      )}
    </section>
  )
}

function MaximumForm({ live, currency, sending, second, recorded }: Box) {
  const id = useId()
  const [text, setText] = useState('')
  useOnceRecorded(recorded, CHANGES_OF_A_MAXIMUM, () => setText(''))
  const total = useTotal(live.standing.lotId, currency)
  const held = heldBy(live)
  const amount = amountFrom(text, currency)
  const entry = entryOfMaximum(amount, held, live.standing, currency)
  const { fault } = entry
  return (
    <form onSubmit={submit(entry, second)}>
      <div className="mt-1 flex gap-3">
        <Input
          id={id}
          aria-label={held === null ? t`Your maximum` : t`New maximum`}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== null || undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t`Up to`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <ConfirmButton
          variant="outline"
          type="submit"
          align="right"
          ask={entry.ask}
          currency={currency}
          sending={sending}
          second={second}
        >
          {verbOf(entry, held)}
        </ConfirmButton>
      </div>
      <p id={`${id}-hint`} className={`tabular mt-1 text-xs ${fault === null ? 'text-slate' : 'text-outbid'}`}>
        {fault ?? (amount === null ? ' ' : t`Up to ${formatMoney(amount, currency)}, ${total(amount)}.`)}
      </p>
    </form>
  )
}

/** A total spend leads to the maximum, with each line shown before the person confirms. */
function TotalForm({ live, currency, sending, second, recorded }: Box) {
  const { lotId } = live.standing
  const held = heldBy(live)
  const least = held === null ? live.standing.nextBid : (live.standing.price ?? live.standing.nextBid)
  const typed = useTypedSpend(lotId, currency, least)
  useOnceRecorded(recorded, CHANGES_OF_A_MAXIMUM, () => typed.setSum(''))
  const entry = entryOfSpend(typed.spend, held, live.standing, currency)
  const words = verbOf(entry, held)
  return (
    <form className="mt-1 flex flex-col gap-3" onSubmit={submit(entry, second)}>
      <SpendFields lotId={lotId} currency={currency} typed={typed} fault={entry.fault} />
      <ConfirmButton
        variant="outline"
        type="submit"
        ask={entry.ask}
        currency={currency}
        sending={sending}
        second={second}
      >
        {entry.ask?.amount == null
          ? words
          : held === null
            ? t`${words} of ${formatMoney(entry.ask.amount, currency)}`
            : t`${words} to ${formatMoney(entry.ask.amount, currency)}`}
      </ConfirmButton>
    </form>
  )
}

function heldBy({ you }: LiveLot): number | null {
  return you.position === 'leading' ? you.maximum : null
}

function submit({ ask }: Entry, second: SecondPress) {
  return (event: { preventDefault(): void }) => {
    event.preventDefault()
    if (ask !== null) second.press(ask, 'field')
  }
}

/** The viewer's maximum, and how far it can still be lowered. Everyone sees one that the price has reached. */
function heldWords(held: number, floor: number, currency: string): string {
  const maximum = formatMoney(held, currency)
  return held <= floor
    ? t`Your maximum is ${maximum}. The price has reached it, so all of it is committed.`
    : t`Your maximum is ${maximum}. Only you can see it. You can lower it to ${formatMoney(floor, currency)}, the current price.`
}

function verbOf({ ask }: Entry, held: number | null): string {
  if (held === null) return t`Set auto-bid`
  return ask?.kind === 'lower' ? t`Lower maximum` : t`Raise maximum`
}
