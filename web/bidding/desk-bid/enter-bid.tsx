import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { BidMark, Standing } from '#contract/bidding/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Options, Select } from '#web/ui/field.tsx'
import { amountFrom, amountText } from '../bid/amount-text.ts'
import { ClientLine } from './client-line.tsx'
import { useDeskBid } from './use-desk-bid.ts'
import { t } from '#web/platform/language/text.ts'

/** How long the second press is awaited, in ms. */
const WAIT_MS = 6000
/** Two presses closer together than this (ms) count as one. */
const DOUBLE_PRESS_MS = 400

const MARKS = [
  ['floor', t`Room`],
  ['phone', t`Phone`],
  ['absentee', t`Absentee`],
] as const satisfies readonly (readonly [BidMark, string])[]

/** The bid that the next press confirms; forgotten as soon as the lot moves or the entry changes. */
type Held = { sequence: number; entry: string; at: number }

/**
 * Enters the bid of a client who isn't online: number, amount, and a second press. The number stays afterwards and the amount follows the
 * next bid, so that two presses bid again for the same client.
 */
export function EnterBid({ standing, currency }: { standing: Standing; currency: string }) {
  const { lotId, sequence, nextBid, status } = standing
  const [mark, setMark] = useState<BidMark>(status === 'scheduled' ? 'absentee' : 'floor')
  const [number, setNumber] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const [held, setHeld] = useHeld()
  const [isTried, setTried] = useState(false)
  const client = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { sending, said, send } = useDeskBid(lotId, currency)
  const paddle = /^[1-9]\d{0,8}$/.test(number.trim()) ? Number(number) : null
  const amount = typed === null ? nextBid : amountFrom(typed, currency)
  const entry = `${mark} ${paddle} ${amount}`
  const armed = held?.sequence === sequence && held.entry === entry ? held : null

  useEffect(() => client.current?.focus(), [])

  async function press(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (paddle === null || amount === null || sending) return
    button.current?.focus()
    if (armed === null) return setHeld({ sequence, entry, at: performance.now() })
    if (performance.now() - armed.at < DOUBLE_PRESS_MS) return
    setHeld(null)
    if (await send({ paddle, mark, amount, seen: sequence })) setTyped(null)
  }

  return (
    <form
      noValidate
      aria-label={t`Enter a bid`}
      onSubmit={(event) => void press(event)}
      className="flex flex-col gap-3"
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <MarkField mark={mark} onChange={setMark} />
        <Field label={t`Client number`} error={isTried && paddle === null ? t`Enter the client’s number.` : undefined}>
          <Input
            ref={client}
            inputMode="numeric"
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </Field>
        <AmountField
          mark={mark}
          isMissing={isTried && amount === null}
          value={typed ?? amountText(nextBid, currency)}
          onChange={setTyped}
        />
      </div>
      <ClientLine lotId={lotId} paddle={paddle} />
      <Button
        ref={button}
        type="submit"
        size="lg"
        variant={armed === null ? 'outline' : 'default'}
        aria-disabled={sending}
      >
        {buttonWords(mark, formatMoney(amount ?? 0, currency), armed === null ? null : paddle)}
      </Button>
      <p role="status" className="min-h-6 text-sm">
        {armed === null ? said : t`Press again to confirm.`}
      </p>
    </form>
  )
}

function AmountField({
  mark,
  isMissing,
  value,
  onChange,
}: {
  mark: BidMark
  isMissing: boolean
  value: string
  onChange: (typed: string) => void
}) {
  return (
    <Field label={mark === 'absentee' ? t`Maximum` : t`Amount`} error={isMissing ? t`Enter an amount.` : undefined}>
      <Input inputMode="decimal" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

/** `paddle`: null until the press that is to be confirmed. */
function buttonWords(mark: BidMark, amount: string, paddle: number | null): string {
  if (mark === 'absentee')
    return paddle === null ? t`Enter maximum of ${amount}` : t`Confirm maximum of ${amount} for ${paddle}`
  return paddle === null ? t`Enter bid of ${amount}` : t`Confirm bid of ${amount} for ${paddle}`
}

function MarkField({ mark, onChange }: { mark: BidMark; onChange: (mark: BidMark) => void }) {
  return (
    <Field label={t`From`}>
      <Select value={mark} onChange={(event) => onChange(markIn(event.target.value))}>
        <Options of={MARKS} />
      </Select>
    </Field>
  )
}

function markIn(value: string): BidMark {
  return MARKS.find(([id]) => id === value)?.[0] ?? 'floor'
}

/** Waits a few seconds for the second press. */
function useHeld() {
  const [held, setHeld] = useState<Held | null>(null)
  useEffect(() => {
    if (held === null) return
    const timer = setTimeout(() => setHeld(null), WAIT_MS)
    return () => clearTimeout(timer)
  }, [held])
  return [held, setHeld] as const
}
