import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { useBuyingPower } from './use-buying-power.ts'

/** In the header of every page, for bidders: what is free under the limit, or what is committed if there is no limit. */
export default function PowerBadge() {
  const power = useBuyingPower()
  const currency = useCompanyTerms()?.currency
  if (power === undefined || currency === undefined) return null
  const { limit, free, committed } = power
  if (limit === null && committed === 0) return null
  const amount = formatMoney(limit === null ? committed : (free ?? 0), currency)
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
