import { lazy, Suspense, useState } from 'react'
import type { LotSummary } from '#contract/lots/lots.ts'
import { LotCard } from '#web/lots/lot-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { priceWords } from '../standing-words.ts'
import type { Standings } from '../use-standings.ts'

const PreBid = lazy(() => import('../panel/pre-bid.tsx'))

/** The next lots; a maximum can be set on each without leaving the auction. */
export function NextLots({
  lots,
  standings,
  currency,
}: {
  lots: readonly LotSummary[]
  standings: Standings
  currency: string
}) {
  const [chosen, setChosen] = useState<LotSummary | null>(null)
  return (
    <>
      <h3 className="mt-8 text-base">Next</h3>
      <ul className="mt-3 grid grid-cols-1 gap-x-4 gap-y-6 sm:grid-cols-3">
        {lots.map((lotSummary) => {
          const standing = standings.get(lotSummary.id)
          return (
            <li key={lotSummary.id}>
              <LotCard lotSummary={lotSummary}>
                {standing === undefined ? undefined : priceWords(standing, currency)}
              </LotCard>
              <Button variant="outline" size="sm" className="mt-2" onClick={() => setChosen(lotSummary)}>
                Set auto-bid <span className="sr-only"> on lot {lotSummary.lotNumber}</span>
              </Button>
            </li>
          )
        })}
      </ul>
      {chosen === null ? null : (
        <Suspense>
          <PreBid lotSummary={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}
