import { t, translated } from '#web/platform/language/text.ts'
import { type Cost, costOf } from '#contract/invoices/costs.ts'
import type { CostTermsOfLot } from '#contract/lots/lot-costs.ts'
import { formatExactMoney, formatMoney } from '#web/platform/money.ts'
import { useLotCosts } from './use-lot-costs.ts'

/** The total cost at a hammer price on this lot, `$4,812 total`; `plus fees and tax` until the lot's terms are loaded. */
export function useTotal(lotId: string, currency: string): (hammer: number) => string {
  const terms = useLotCosts(lotId)
  return (hammer) =>
    terms === undefined ? t`plus fees and tax` : t`${formatMoney(costOf(hammer, terms).total, currency)} total`
}

/** The total of a price, with its lines behind one press. `hammer` in minor units. `isWon`: it's the price the person bought at. */
export function CostLines({
  lotId,
  hammer,
  currency,
  isWon = false,
}: {
  lotId: string
  hammer: number
  currency: string
  isWon?: boolean
}) {
  const terms = useLotCosts(lotId)
  if (terms === undefined) return null
  const cost = costOf(hammer, terms)
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 items-center justify-between gap-3">
        <span className="text-slate underline decoration-edge underline-offset-4 group-open:no-underline">
          {isWon ? t`Total with fees and tax` : t`Total if you win at ${formatMoney(hammer, currency)}`}
        </span>
        <strong className="tabular text-base">{formatExactMoney(cost.total, currency)}</strong>
      </summary>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 pb-2">
        {linesOf(cost, terms).map(({ label, amount }) => (
          <CostRow key={label} label={label} amount={amount} currency={currency} />
        ))}
      </dl>
    </details>
  )
}

/** Every line before tax, and the tax as the last one: they add up to the total. */
export function linesOf(
  cost: Cost,
  { taxLabel }: Pick<CostTermsOfLot, 'taxLabel'>,
): { label: string; amount: number }[] {
  return [...cost.lines, { label: taxLabel, amount: cost.tax }]
}

/** One row of a two-column list. */
export function CostRow({ label, amount, currency }: { label: string; amount: number; currency: string }) {
  return (
    <div className="contents">
      <dt className="text-slate">{translated(label)}</dt>
      <dd className="text-right">{formatExactMoney(amount, currency)}</dd>
    </div>
  )
}
