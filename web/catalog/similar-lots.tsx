import { t } from '#web/platform/language/text.ts'
import { accessDenial } from '#contract/accounts/access.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useUser } from '#web/platform/session.tsx'
import { FoundCards } from './found-lots.tsx'
import { useLotStandings } from './use-lot-standings.ts'
import { useSimilar } from './use-catalog.ts'

const SHOWN = 4

/** Lots on sale that resemble this one in model, age and price. */
export default function SimilarLots({ lotId }: { lotId: string }) {
  const { user } = useUser()
  const { data, isPending } = useSimilar(lotId)
  const lots = data?.items.slice(0, SHOWN) ?? []
  const allowed = user !== null && accessDenial(user, 'sees-prices') === null
  const standings = useLotStandings(
    lots.map(({ id }) => id),
    allowed,
  )
  // What is below must not come up while they are awaited, nor when there are none.
  if (isPending) return <div aria-hidden="true" className="min-h-80" />
  return (
    <section aria-labelledby="similar" className="mt-12 min-h-68 border-t border-line pt-8">
      <h2 id="similar" className="text-lg">
        {lots.length === 0 ? t`No similar lots right now` : t`Similar lots`}
      </h2>
      {lots.length === 0 ? (
        <Button asChild variant="outline" className="mt-4">
          <Link href={paths.lots()}>{t`Browse lots`}</Link>
        </Button>
      ) : (
        <FoundCards lots={lots} standings={standings} paddle={user?.paddle ?? null} />
      )}
    </section>
  )
}
