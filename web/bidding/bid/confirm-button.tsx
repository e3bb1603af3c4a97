import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { formatMoney } from '#web/platform/money.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { amountFrom } from './amount-text.ts'
import { isSameAsk, type SecondPress, type Waiting } from './bid-confirmation.ts'
import type { Ask } from './bid-message.ts'

type Props = Omit<ButtonProps, 'onClick' | 'children' | 'disabled'> & {
  /** What a press requests; null: nothing can be requested yet. */
  ask: Ask | null
  /** For buying now, whose request has no amount. */
  price?: number
  currency: string
  sending: boolean
  second: SecondPress
  /** The side on which the question is aligned with the button. */
  align?: 'left' | 'right'
  children: ReactNode
}

/**
 * A button whose request may need a second press. The question opens over the content below, so nothing moves under the
 * finger, and the button keeps its size for every label.
 */
export function ConfirmButton({
  ask,
  price,
  currency,
  sending,
  second,
  align = 'left',
  className,
  children,
  ...rest
}: Props) {
  const place = rest.type === 'submit' ? 'field' : 'button'
  const isAsked = second.waiting?.place === place && isSameAsk(second.waiting.ask, ask)
  const waiting = isAsked ? second.waiting : null
  const amount = ask?.amount ?? price ?? null
  return (
    <div className={clsx('relative', className)}>
      <Button
        {...rest}
        className="w-full"
        disabled={sending || ask === null}
        {...(rest.type === 'submit' || ask === null ? {} : { onClick: () => second.press(ask) })}
      >
        <span className="grid justify-items-center *:col-start-1 *:row-start-1">
          <Label isShown={waiting === null}>{children}</Label>
          {amount === null ? null : (
            <Label isShown={waiting !== null}>{t`Confirm ${formatMoney(amount, currency)}`}</Label>
          )}
        </span>
      </Button>
      {waiting === null ? null : (
        <div
          className={clsx(
            'absolute top-full z-20 mt-1 min-w-full rounded-md border border-edge bg-paper p-3 text-sm shadow-lg',
            align === 'left' ? 'left-0' : 'right-0',
          )}
        >
          <Question waiting={waiting} amount={amount} currency={currency} second={second} />
        </div>
      )}
    </div>
  )
}

/** Both labels take up space; only one is visible and read out. */
function Label({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <span className={clsx(!isShown && 'invisible')} aria-hidden={!isShown}>
      {children}
    </span>
  )
}

function Question({
  waiting: { why, mustType },
  amount,
  currency,
  second,
}: {
  waiting: Waiting
  amount: number | null
  currency: string
  second: SecondPress
}) {
  const money = amount === null ? '' : formatMoney(amount, currency)
  return (
    <>
      <p role="status" className="w-64 max-w-full">
        {why} {mustType ? t`To bid ${money}, type the amount.` : t`Press again to confirm ${money}.`}
      </p>
      {mustType && amount !== null ? (
        <TypedAmount amount={amount} currency={currency} confirm={second.confirm} />
      ) : null}
      <Button variant="link" size="sm" onClick={second.cancel}>
        {t`Cancel`}
      </Button>
    </>
  )
}

/** Confirms once the typed text matches the amount. Not a form element, because it may be inside one. */
function TypedAmount({ amount, currency, confirm }: { amount: number; currency: string; confirm: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const fits = amountFrom(text, currency) === amount
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (fits) confirm()
  }
  return (
    <div className="mt-2 flex gap-2">
      <Input
        id={id}
        aria-label={t`Type the amount to confirm`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={!fits} onClick={confirm}>
        {t`Confirm`}
      </Button>
    </div>
  )
}
