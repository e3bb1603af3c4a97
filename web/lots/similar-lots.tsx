import type { Lot, LotTeaser } from '#contract/lots.ts'
import { CompareButton } from './compare-button.tsx'
import { LotCard } from './lot-card.tsx'
import { useTeasers } from './use-lot.ts'

const SHOWN = 4

/** Others of the make that still run, then others of the sale. */
export function SimilarLots({ lot }: { lot: Lot }) {
  const make = useTeasers({ q: lot.vehicle.make, ending: 'soon', limit: SHOWN + 1 })
  const sale = useTeasers({ auction: lot.auctionId, ending: 'soon', limit: SHOWN + 1 })
  const found = new Map<string, LotTeaser>()
  for (const teaser of [...(make.data?.items ?? []), ...(sale.data?.items ?? [])]) {
    if (teaser.id !== lot.id && found.size < SHOWN) found.set(teaser.id, teaser)
  }
  if (found.size === 0) return null
  return (
    <section aria-labelledby="similar" className="mt-12 border-t border-line pt-8">
      <h2 id="similar" className="text-lg">
        Similar lots
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-4 lg:grid-cols-4">
        {[...found.values()].map((teaser) => (
          <li key={teaser.id}>
            <LotCard teaser={teaser} />
            <div className="mt-2">
              <CompareButton lotNumber={teaser.lotNumber} size="sm" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
