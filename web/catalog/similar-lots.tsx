import { t } from '#web/platform/language/text.ts'
import { accessDenial } from '#contract/accounts/access.ts'
import { useUser } from '#web/platform/session.tsx'
import { FoundCards } from './found-lots.tsx'
import { useLotStandings } from './use-lot-standings.ts'
import { useSimilar } from './use-catalog.ts'

const SHOWN = 4

/** Lots on sale that resemble this one in model, age and price. */
export default function SimilarLots({ lotId }: { lotId: string }) {
  const { user } = useUser()
  const { data } = useSimilar(lotId)
  const lots = data?.items.slice(0, SHOWN) ?? []
  const allowed = user !== null && accessDenial(user, 'sees-prices') === null
  const standings = useLotStandings(
    lots.map(({ id }) => id),
    allowed,
  )
  if (lots.length === 0) return null
  return (
    <section aria-labelledby="similar" className="mt-12 border-t border-line pt-8">
      <h2 id="similar" className="text-lg">
        {t`Similar lots`}
      </h2>
      <FoundCards lots={lots} standings={standings} paddle={user?.paddle ?? null} />
    </section>
  )
}
