import { t } from '#web/platform/language/text.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Plate } from '#web/ui/plate.tsx'

/** The result of the previous lot: read out, and shown until the next lot closes. */
export function BlockResult({
  lot,
  standing,
  currency,
  isLast,
}: {
  lot: LotSummary
  standing: Standing | undefined
  currency: string
  /** This is the last lot. */
  isLast: boolean
}) {
  if (standing === undefined) return null
  return (
    <p
      role="status"
      className={`flex min-h-12 items-center gap-3 bg-fog px-3 py-2 leading-tight ${isLast ? 'mt-3 text-base' : 'text-sm max-sm:text-xs'}`}
    >
      <Plate number={lot.lotNumber} size="sm" />
      <strong className="min-w-0">{hammerWords(standing, currency)}</strong>
      <Link
        href={paths.lot(lot.lotNumber)}
        className="min-w-0 truncate text-slate underline decoration-line underline-offset-4 max-sm:hidden"
      >
        {lot.title}
      </Link>
    </p>
  )
}

/** `Sold for $4,250 to paddle 1047`. */
export function hammerWords({ status, price, leader }: Standing, currency: string): string {
  const amount = price === null ? '' : formatMoney(price, currency)
  switch (status) {
    case 'sold':
      return t`Sold for ${amount} to paddle ${leader ?? '–'}`
    case 'reserve-not-met':
      return t`Reserve not met: the high bid was ${amount}`
    case 'passed':
      return t`Passed: no bids`
    case 'withdrawn':
      return t`Withdrawn`
    case 'scheduled':
    case 'open':
      return ''
    default:
      return status satisfies never
  }
}
