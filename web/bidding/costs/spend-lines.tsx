import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import type { CostTermsOfLot } from '#contract/lots/lot-costs.ts'
import { formatExactMoney, formatMoney } from '#web/platform/money.ts'
import { CostRow, linesOf } from './cost-lines.tsx'
import type { Spend } from './spend.ts'

/** The maximum that a total spend allows, and every line of its cost. */
export function SpendLines({
  spend,
  costs,
  currency,
}: {
  spend: Extract<Spend, { fits: true }>
  costs: CostTermsOfLot
  currency: string
}) {
  const { amount, cost, transport, left } = spend
  const invoiced = formatExactMoney(cost.total, currency)
  return (
    <div className="rounded-md bg-fog p-3 text-sm">
      <p role="status" className="text-base">
        <Trans>
          Your maximum: <strong className="tabular">{formatMoney(amount, currency)}</strong>
        </Trans>
      </p>
      <dl aria-label={t`Cost at that price`} className="tabular mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {linesOf(cost, costs).map((line) => (
          <CostRow key={line.label} label={line.label} amount={line.amount} currency={currency} />
        ))}
        {transport === 0 ? null : <CostRow label={t`Transport`} amount={transport} currency={currency} />}
        <div className="col-span-2 mt-1 flex justify-between gap-4 border-t border-edge pt-1 font-bold">
          <dt>{t`Maximum total`}</dt>
          <dd>{formatExactMoney(cost.total + transport, currency)}</dd>
        </div>
      </dl>
      <p className="tabular mt-2 text-xs text-slate">
        {left === 0
          ? t`This uses your full budget.`
          : t`${formatExactMoney(left, currency)} left; the next increment would exceed it.`}{' '}
        {transport === 0
          ? t`If you win for less, you pay less. The invoice has no other lines.`
          : t`If you win for less, you pay less. The invoice excludes transport: ${invoiced} at most.`}
      </p>
    </div>
  )
}
