import clsx from 'clsx'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyInput } from '#web/ui/number-inputs.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

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
            <MoneyInput
              label={
                <Trans>
                  From ({currency})<span className="sr-only"> of band {index + 1}</span>
                </Trans>
              }
              value={from}
              currency={currency}
              onChange={(amount) => change(index, 0, amount)}
            />
            <MoneyInput
              label={
                <Trans>
                  Increment ({currency})<span className="sr-only"> of band {index + 1}</span>
                </Trans>
              }
              value={step}
              currency={currency}
              onChange={(amount) => change(index, 1, amount)}
            />
            <Button variant="outline" onClick={() => onChange(increments.toSpliced(index, 1))}>
              <Trans>
                Remove<span className="sr-only"> band {index + 1} of the bid increments</span>
              </Trans>
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
      >{t`Add band`}</Button>
    </>
  )
}
