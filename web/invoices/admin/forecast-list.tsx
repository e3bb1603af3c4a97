import type { ForecastCharge } from '#contract/invoices/invoices.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'

const STATES: Record<ForecastCharge['state'], string> = {
  owed: 'Due',
  possible: 'If applicable',
  settled: 'Settled',
  averted: 'No longer possible',
}

/** Everything that a won lot can still cost, with dates. Nothing is charged that is not in this list. */
export function ForecastList({ forecast, currency }: { forecast: readonly ForecastCharge[]; currency: string }) {
  return (
    <ol className="border-b border-line">
      {forecast.map((charge) => (
        <li
          key={`${charge.kind} ${charge.label}`}
          className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line py-3"
        >
          <span className="font-semibold">{charge.label}</span>
          <span className="tabular text-right font-semibold">
            {formatExactMoney(charge.total, currency)}
            {charge.per === 'day' ? ' a day' : ''}
          </span>
          <span className="text-sm text-slate">
            {charge.per === 'day' ? 'From ' : ''}
            {formatDate(charge.on)}. {charge.condition}
            {charge.tax > 0 ? ` Includes ${formatExactMoney(charge.tax, currency)} tax.` : ''}
          </span>
          <span className="text-right text-sm text-slate">{STATES[charge.state]}</span>
        </li>
      ))}
    </ol>
  )
}
