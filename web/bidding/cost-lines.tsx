import { costOf } from '#contract/costs.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'

/** What a hammer price costs in all, `$4,812 with fees and tax`; null until the house's terms are there. */
export function useTotal(currency: string): (hammer: number) => string | null {
  const terms = useHouseTerms()
  return (hammer) => (terms === undefined ? null : formatMoney(costOf(hammer, terms).total, currency))
}

/** The total of a price, and the lines that make it one press away. `hammer` in minor units. */
export function CostLines({ hammer, currency }: { hammer: number; currency: string }) {
  const terms = useHouseTerms()
  if (terms === undefined) return null
  const { lines, tax, total } = costOf(hammer, terms)
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 items-center justify-between gap-3">
        <span className="text-slate underline decoration-edge underline-offset-4 group-open:no-underline">
          If you win at {formatMoney(hammer, currency)} you pay in all
        </span>
        <strong className="tabular text-base">{formatMoney(total, currency, true)}</strong>
      </summary>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 pb-2">
        {[...lines, { label: terms.taxLabel, amount: tax }].map((line) => (
          <div key={line.label} className="contents">
            <dt className="text-slate">{line.label}</dt>
            <dd className="text-right">{formatMoney(line.amount, currency, true)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
