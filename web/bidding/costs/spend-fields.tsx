import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { Field, Input } from '#web/ui/field.tsx'
import { amountFrom } from '../bid/amount-text.ts'
import { SpendLines } from './spend-lines.tsx'
import { type Spend, spendOf } from './spend.ts'
import { useLotCosts } from './use-lot-costs.ts'

type Typed = {
  sum: string
  carriage: string
  setSum: (text: string) => void
  setCarriage: (text: string) => void
  /** Null while nothing is typed or the lot's terms are not loaded. */
  spend: Spend | null
}

/** What a person types who enters a total spend. `least` in minor units; null: the least that any lot could sell for. */
export function useTypedSpend(lotId: string, currency: string, least: number | null): Typed {
  const [sum, setSum] = useState('')
  const [carriage, setCarriage] = useState('')
  const costs = useLotCosts(lotId)
  const total = amountFrom(sum, currency)
  const transport = amountFrom(carriage, currency) ?? 0
  const spend = total === null || costs === undefined ? null : spendOf(total, transport, costs, least ?? costs.bidUnit)
  return { sum, carriage, setSum, setCarriage, spend }
}

/** The total spend and its share for transport; then every line of what the maximum within it would cost. */
export function SpendFields({
  lotId,
  currency,
  typed: { sum, carriage, setSum, setCarriage, spend },
  fault,
}: {
  lotId: string
  currency: string
  typed: Typed
  fault: string | null
}) {
  const costs = useLotCosts(lotId)
  return (
    <>
      <Field label={t`Maximum total spend`} {...(fault === null ? {} : { error: fault })}>
        <Input inputMode="decimal" autoComplete="off" value={sum} onChange={(event) => setSum(event.target.value)} />
      </Field>
      <Field label={t`Transport budget`} hint={t`Optional. Part of the total, if you pay for transport.`}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={carriage}
          onChange={(event) => setCarriage(event.target.value)}
        />
      </Field>
      {spend?.fits === true && costs !== undefined ? (
        <SpendLines spend={spend} costs={costs} currency={currency} />
      ) : null}
    </>
  )
}
