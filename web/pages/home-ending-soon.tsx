import { Link } from 'wouter'
import { nextToClose } from '#contract/first-answers.ts'
import { paths } from '../paths.ts'
import { useHouseTerms } from '../platform/house-terms.ts'
import { Notice } from '../ui/notice.tsx'
import { LotTiles, LotTilesSkeleton } from './lot-tile.tsx'
import { useEndingSoon } from './use-teasers.ts'

/** The next lots to close, after the one in the hero. */
export function EndingSoon() {
  const currency = useHouseTerms()?.currency
  const { data, isPending, isError, isFresh } = useEndingSoon()
  const hero = nextToClose(data?.items ?? [])
  const lots = data?.items.filter((lot) => lot !== hero).slice(0, 8) ?? []
  if (!isPending && !isError && lots.length === 0) return null
  return (
    <section aria-labelledby="ending-soon" className="border-t border-line py-10">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="ending-soon" className="text-xl">
          Ending soon
        </h2>
        <Link href={`${paths.home}?sort=ending`} className="py-2 text-notice underline underline-offset-4">
          Search all lots
        </Link>
      </div>
      {isPending ? (
        <LotTilesSkeleton />
      ) : data === undefined ? (
        <Unreachable />
      ) : (
        <LotTiles lots={lots} currency={currency} isFresh={isFresh} />
      )}
    </section>
  )
}

function Unreachable() {
  return (
    <div className="mt-6">
      <Notice tone="bad" title="The lots could not be loaded">
        Check your connection and load the page again. Sales and bids are not affected.
      </Notice>
    </div>
  )
}
