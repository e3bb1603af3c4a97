import type { ForecastCharge } from '#contract/invoices/invoices.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'

const STATES: Record<ForecastCharge['state'], string> = {
  owed: t`Due`,
  possible: t`If applicable`,
  settled: t`Settled`,
  averted: t`No longer possible`,
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
          <span className="font-semibold">{translated(charge.label)}</span>
          <span className="tabular text-right font-semibold">{amountWords(charge, currency)}</span>
          <span className="text-sm text-slate">{conditionWords(charge, currency)}</span>
          <span className="text-right text-sm text-slate">{STATES[charge.state]}</span>
        </li>
      ))}
    </ol>
  )
}

function amountWords({ total, per }: ForecastCharge, currency: string): string {
  const amount = formatExactMoney(total, currency)
  return per === 'day' ? t`${amount} a day` : amount
}

function conditionWords({ on, per, condition, tax }: ForecastCharge, currency: string): string {
  const day = formatDate(on)
  const sentences = [per === 'day' ? t`From ${day}.` : `${day}.`, translated(condition)]
  if (tax > 0) sentences.push(t`Includes ${formatExactMoney(tax, currency)} tax.`)
  return sentences.join(' ')
}
