import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { minorUnits } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'

/** The column names are above the first band; for the others they are read out. */
const LATER = '[&_label]:sr-only'

type Increments = CompanyTerms['increments']

/** Bid increments as rows of bands, each "from this price, this step". Invalid amounts are `NaN`. */
export function IncrementFields({
  increments,
  currency,
  onChange,
}: {
  increments: Increments
  currency: string
  onChange: (increments: Increments) => void
}) {
  const change = (index: number, place: 0 | 1, amount: number) =>
    onChange(
      increments.map((band, at) => (at === index ? (place === 0 ? [amount, band[1]] : [band[0], amount]) : band)),
    )
  return (
    <>
      <ul className="flex flex-col gap-3">
        {increments.map(([from, step], index) => (
          // Bands have no identity but their position.
          <li key={index} className={clsx('grid grid-cols-[1fr_1fr_auto] items-end gap-3', index > 0 && LATER)}>
            <Amount
              label={
                <>
                  From ({currency})<span className="sr-only"> of band {index + 1}</span>
                </>
              }
              amount={from}
              currency={currency}
              onChange={(amount) => change(index, 0, amount)}
            />
            <Amount
              label={
                <>
                  Increment ({currency})<span className="sr-only"> of band {index + 1}</span>
                </>
              }
              amount={step}
              currency={currency}
              onChange={(amount) => change(index, 1, amount)}
            />
            <Button variant="outline" onClick={() => onChange(increments.toSpliced(index, 1))}>
              Remove<span className="sr-only"> band {index + 1} of the bid increments</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          const [from, step] = increments.at(-1) ?? [0, 0]
          onChange([...increments, increments.length === 0 ? [0, 10_00] : [Math.max(100_00, from * 2), step * 2]])
        }}
      >
        Add band
      </Button>
    </>
  )
}

/** A typed amount; the text stays as typed until the field is left. */
function Amount({
  label,
  amount,
  currency,
  onChange,
}: {
  label: ReactNode
  amount: number
  currency: string
  onChange: (amount: number) => void
}) {
  const unit = minorUnits(currency)
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (Number.isNaN(amount) ? '' : String(amount / unit))
  return (
    <Field label={label} error={Number.isNaN(amount) ? 'Enter an amount, such as 75.' : undefined}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(typedNumber(event.target.value, unit))
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}
