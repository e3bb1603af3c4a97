import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useHouseTerms } from '../platform/house-terms.ts'
import { Notice } from '../ui/notice.tsx'
import { LotTiles, LotTilesSkeleton } from './lot-tile.tsx'
import { useFoundLots } from './use-teasers.ts'

/** What the search box found. */
export function FoundLots({ query }: { query: string }) {
  const currency = useHouseTerms()?.currency
  const { data, isPending, isError } = useFoundLots(query)
  return (
    <section aria-labelledby="found" className="border-t border-line py-10">
      <h2 id="found" className="text-xl">
        Lots with “{query}”
      </h2>
      <p role="status" className="mt-1 text-sm text-slate">
        {data === undefined ? '' : count(data.items.length, data.next !== null)}{' '}
        <Link href={paths.home} className="text-notice underline underline-offset-4">
          Show all
        </Link>
      </p>
      {isPending ? (
        <LotTilesSkeleton />
      ) : isError ? (
        <div className="mt-6">
          <Notice tone="bad" title="The search could not be done">
            Check your connection and try again.
          </Notice>
        </div>
      ) : data.items.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="No lot has these words">Try only the make, or only the model.</EmptyState>
        </div>
      ) : (
        <LotTiles lots={data.items} currency={currency} />
      )}
    </section>
  )
}

function count(shown: number, isMore: boolean): string {
  if (isMore) return `The first ${shown} lots.`
  return shown === 1 ? '1 lot.' : `${shown} lots.`
}
