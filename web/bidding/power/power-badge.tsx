import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useBuyingPower } from './use-buying-power.ts'

/** In the header of every page, for bidders: what is free under the limit, or what is committed if there is no limit. */
export default function PowerBadge() {
  const power = useBuyingPower()
  if (power === undefined) return null
  const { limit, free } = power
  const sums = limit === null ? [power, ...power.others].find(({ committed }) => committed > 0) : power
  if (sums === undefined) return null
  const amount = formatMoney(limit === null ? sums.committed : (free ?? 0), sums.currency)
  const word = limit === null ? t`committed` : t`free`
  return (
    <Link
      href={paths.myBids}
      aria-label={t`Buying power: ${amount} ${word}`}
      className="tabular inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap hover:bg-fog"
    >
      <strong>{amount}</strong>
      <span className="text-slate">{word}</span>
    </Link>
  )
}
