import { lazy, Suspense, useState } from 'react'
import type { LotTeaser } from '#contract/lots.ts'
import { LotCard } from '#web/lots/lot-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { priceWords } from '../standing-words.ts'
import type { Standings } from '../use-standings.ts'

const PreBid = lazy(() => import('../panel/pre-bid.tsx'))

/** The lots that come up next; a maximum can be left on each without leaving the sale. */
export function NextLots({
  lots,
  standings,
  currency,
}: {
  lots: readonly LotTeaser[]
  standings: Standings
  currency: string
}) {
  const [chosen, setChosen] = useState<LotTeaser | null>(null)
  return (
    <>
      <h3 className="mt-8 text-base">Next</h3>
      <ul className="mt-3 grid grid-cols-1 gap-x-4 gap-y-6 sm:grid-cols-3">
        {lots.map((teaser) => {
          const standing = standings.get(teaser.id)
          return (
            <li key={teaser.id}>
              <LotCard teaser={teaser}>{standing === undefined ? undefined : priceWords(standing, currency)}</LotCard>
              <Button variant="outline" size="sm" className="mt-2" onClick={() => setChosen(teaser)}>
                Leave a maximum
                <span className="sr-only"> on lot {teaser.lotNumber}</span>
              </Button>
            </li>
          )
        })}
      </ul>
      {chosen === null ? null : (
        <Suspense>
          <PreBid teaser={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}
