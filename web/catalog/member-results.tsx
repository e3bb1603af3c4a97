import { t } from '#web/platform/language/text.ts'
import { SavedSearchList } from './saved-searches.tsx'
import { useLotStandings } from './use-lot-standings.ts'
import { useSavedSearches } from './use-saved-searches.ts'

/** What a search has for people who are signed in: the standings of the lots, kept live, and their own searches. */
export default function MemberResults({ lotIds, seesPrices }: { lotIds: readonly string[]; seesPrices: boolean }) {
  useLotStandings(lotIds, seesPrices)
  const { data } = useSavedSearches()
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-labelledby="own-searches" className="mt-12">
      <h2 id="own-searches" className="text-lg">
        {t`Your saved searches`}
      </h2>
      <SavedSearchList items={data.items} />
    </section>
  )
}
