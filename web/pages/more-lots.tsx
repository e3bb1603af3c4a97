import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { useSummaries } from '#web/lots/use-lot.ts'
import { paths } from '../paths.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { LotTiles } from './lot-tile.tsx'

const SHOWN = 4

/** Lots still to come in the auction of a lot, for people who see no prices; the auction itself where none are left. */
export default function MoreLots({ lotId, auctionId }: { lotId: string; auctionId: string }) {
  const currency = useCompanyTerms()?.currency
  const { data, isPending } = useSummaries({ auction: auctionId, ending: 'soon', limit: SHOWN + 1 })
  const lots = data?.items.filter(({ id }) => id !== lotId).slice(0, SHOWN) ?? []
  if (isPending) return <div aria-hidden="true" className="min-h-80" />
  const whole = (
    <Link href={paths.auction(auctionId)} className="inline-flex min-h-11 items-center text-link">
      {t`View auction`}
    </Link>
  )
  if (lots.length === 0) return whole
  return (
    <section aria-labelledby="more-lots" className="border-t border-line pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="more-lots" className="text-lg">
          {t`More in this auction`}
        </h2>
        {whole}
      </div>
      <LotTiles lots={lots} currency={currency} />
    </section>
  )
}
