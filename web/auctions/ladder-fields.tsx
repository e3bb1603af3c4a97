import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import type { HouseTerms } from '#contract/auctions.ts'
import { minorUnits } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'

/** The names of the columns stand above the first band; of the others they are read out. */
const LATER = '[&_label]:sr-only'

type Ladder = HouseTerms['ladder']

/** An increment ladder as rows of bands, each "from this price, this step". What is typed and no amount is `NaN`. */
export function LadderFields({
  ladder,
  currency,
  onChange,
}: {
  ladder: Ladder
  currency: string
  onChange: (ladder: Ladder) => void
}) {
  const change = (index: number, place: 0 | 1, amount: number) =>
    onChange(ladder.map((band, at) => (at === index ? (place === 0 ? [amount, band[1]] : [band[0], amount]) : band)))
  return (
    <>
      <ul className="flex flex-col gap-3">
        {ladder.map(([from, step], index) => (
          // Bands have no name but their place.
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
                  Step ({currency})<span className="sr-only"> of band {index + 1}</span>
                </>
              }
              amount={step}
              currency={currency}
              onChange={(amount) => change(index, 1, amount)}
            />
            <Button variant="outline" onClick={() => onChange(ladder.toSpliced(index, 1))}>
              Remove<span className="sr-only"> band {index + 1} of the ladder</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          const [from, step] = ladder.at(-1) ?? [0, 0]
          onChange([...ladder, ladder.length === 0 ? [0, 10_00] : [Math.max(100_00, from * 2), step * 2]])
        }}
      >
        Add a band
      </Button>
    </>
  )
}

/** An amount as people type it; what is typed stays as it was typed until the field is left. */
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
    <Field label={label} error={Number.isNaN(amount) ? 'Write an amount, such as 75.' : undefined}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(amountOf(event.target.value, unit))
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}

function amountOf(text: string, unit: number): number {
  const plain = text.replaceAll(/[\s,]/g, '')
  const scaled = Number(plain) * unit
  return /^\d+(\.\d+)?$/.test(plain) && Number.isSafeInteger(Math.round(scaled)) ? Math.round(scaled) : NaN
}
