import type { Standing } from '#contract/bidding.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Plate } from '#web/ui/plate.tsx'

/** What became of the lot before: read out, and on the page until the next hammer falls. */
export function BlockResult({
  lot,
  standing,
  currency,
  isLast,
}: {
  lot: LotTeaser
  standing: Standing | undefined
  currency: string
  /** Nothing comes after it. */
  isLast: boolean
}) {
  if (standing === undefined) return null
  return (
    <p
      role="status"
      className={`mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 bg-fog px-4 py-3 ${isLast ? 'text-base' : 'text-sm'}`}
    >
      <Plate number={lot.lotNumber} size="sm" />
      <strong>{hammerWords(standing, currency)}</strong>
      <Link href={paths.lot(lot.lotNumber)} className="text-slate underline decoration-line underline-offset-4">
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
      return `Sold for ${amount} to paddle ${leader ?? '–'}`
    case 'reserve-not-met':
      return `Reserve not met: the highest bid was ${amount}`
    case 'passed':
      return 'Passed: no bid'
    case 'withdrawn':
      return 'Withdrawn'
    case 'scheduled':
    case 'open':
      return ''
    default:
      return status satisfies never
  }
}
