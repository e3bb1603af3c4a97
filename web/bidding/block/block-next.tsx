import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { LotSummary } from '#contract/lots/lots.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { useLotByNumber } from '#web/lots/use-lot.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { useLotCosts } from '../costs/use-lot-costs.ts'
import { prefetchLive } from '../use-live-lot.ts'
import { priceWords } from '../standing-words.ts'
import type { Standings } from '../standings.ts'

const PreBid = lazy(() => import('../panel/pre-bid.tsx'))

/** The next lots; a maximum can be set on each without leaving the auction. */
export function NextLots({
  lots,
  standings,
  currency,
  placeOf,
}: {
  lots: readonly LotSummary[]
  standings: Standings
  currency: string
  placeOf: (lotId: string) => string
}) {
  const [chosen, setChosen] = useState<LotSummary | null>(null)
  const [next] = lots
  return (
    <>
      <h3 className="mt-8 text-base">{t`Up next`}</h3>
      <ul className="mt-3 grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {lots.map((lot) => {
          const standing = standings.get(lot.id)
          return (
            <li key={lot.id} className="flex gap-3">
              <Link href={paths.lot(lot.lotNumber)} aria-label={t`View lot ${lot.lotNumber}`} className="shrink-0">
                <HeroPhoto lotSummary={lot} className="aspect-3/2 w-32 rounded-sm" sizes="8rem" />
              </Link>
              <div className="min-w-0 flex-1">
                <p className="flex items-start gap-2 max-sm:min-h-[2lh]">
                  <Plate number={lot.lotNumber} size="sm" />
                  <span className="text-sm font-semibold max-sm:line-clamp-2 sm:truncate">{lot.title}</span>
                </p>
                <p className="tabular truncate text-xs text-slate">{placeOf(lot.id)}</p>
                <p className="tabular flex flex-wrap items-center justify-between gap-x-2 text-sm">
                  {standing === undefined ? '' : priceWords(standing, currency)}
                  <Button
                    variant="outline"
                    size="sm"
                    className="!h-auto min-h-9 max-w-full py-1 leading-tight whitespace-normal"
                    onClick={() => setChosen(lot)}
                  >
                    <Trans>
                      Set auto-bid <span className="sr-only"> on lot {lot.lotNumber}</span>
                    </Trans>
                  </Button>
                </p>
              </div>
            </li>
          )
        })}
      </ul>
      {next === undefined ? null : <Prepare key={next.id} lotSummary={next} />}
      {chosen === null ? null : (
        <Suspense>
          <PreBid lotSummary={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Reads the next lot before it opens: its page, its cost terms and the person's position are there when its first second runs. */
function Prepare({ lotSummary }: { lotSummary: LotSummary }) {
  const client = useQueryClient()
  useLotByNumber(String(lotSummary.lotNumber))
  useLotCosts(lotSummary.id)
  useEffect(() => prefetchLive(client, lotSummary.id), [client, lotSummary.id])
  return null
}
