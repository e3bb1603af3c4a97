import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { barrier } from '#contract/access.ts'
import type { SearchReply, Sort } from '#contract/catalogue.ts'
import { paths } from '#web/paths.ts'
import { CompareLink } from '#web/lots/compare-button.tsx'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActiveChips, type Chip, chipsOf } from './active-chips.tsx'
import { FacetPanel } from './facet-panel.tsx'
import { lotsWords, SORT_NAMES } from './facet-words.ts'
import { FoundLots, FoundLotsSkeleton } from './found-lots.tsx'
import { NothingFound } from './nothing-found.tsx'
import { SaveSearch } from './save-search.tsx'
import { SavedSearchList } from './saved-searches.tsx'
import { SearchBox } from './search-box.tsx'
import { type SearchAddress, useSearchAddress } from './search-address.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useLotStandings } from './use-lot-standings.ts'
import { useSavedSearches } from './use-saved-searches.ts'
import { useScrollPlace } from './use-scroll-place.ts'
import { wordsOf } from '#web/platform/request.ts'

const Sheet = lazy(async () => ({ default: (await import('#web/ui/sheet.tsx')).Sheet }))

/** The catalogue: facets at the left (a sheet on phones), what is chosen as chips, and the lots found. */
export default function Results() {
  useDocumentTitle('Search the lots')
  const address = useSearchAddress()
  const found = useCatalogue(address.query)
  const { user, isLoading } = useUser()
  const currency = useHouseTerms()?.currency ?? 'USD'
  const wide = useMediaQuery('(min-width: 64rem)')
  const informed = user !== null && barrier(user, 'informed') === null
  const standings = useLotStandings(
    found.lots.map(({ id }) => id),
    informed,
  )
  useScrollPlace(address.query, found.isDrawn)
  const facets = found.first?.facets ?? []
  const chips = chipsOf(address, facets, currency)
  const kept = chips.filter(({ saved }) => saved)
  const panel = <FacetPanel address={address} facets={facets} currency={currency} />
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 py-6 sm:px-6">
      <h1 className="text-xl">Search the lots</h1>
      <SearchBox key={address.get('q') ?? ''} words={address.get('q') ?? ''} className="mt-4 max-w-[44rem]" />
      <div className="mt-6 grid gap-x-10 gap-y-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        {wide ? <section aria-label="Filters">{found.first === undefined ? <PanelSkeleton /> : panel}</section> : null}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="tabular font-semibold">
              {countWords(found.first, found.isError)}
            </p>
            <div className="flex items-center gap-2">
              {wide ? null : (
                <FilterSheet chosen={chips.length} total={found.first?.total ?? null}>
                  {panel}
                </FilterSheet>
              )}
              <SortChoice address={address} informed={informed} open={openAsked(address.valuesOf('state'))} />
            </div>
          </div>
          <div className="mt-3 flex flex-wrap items-start gap-3">
            <ActiveChips chips={chips} onClear={() => address.clear()} />
            {kept.length === 0 ? null : <SaveSearch query={address.query} suggested={nameOf(kept)} />}
          </div>
          <Instead first={found.first} />
          {informed || isLoading ? null : <PricesClosed isVisitor={user === null} />}
          <div className={found.isPlaceholderData ? 'mt-4 opacity-60' : 'mt-4'}>
            {found.isError ? (
              <Failure message={wordsOf(found.error)} onAgain={() => void found.refetch()} />
            ) : found.first === undefined || !found.isDrawn ? (
              <FoundLotsSkeleton />
            ) : found.lots.length === 0 ? (
              <NothingFound address={address} loosen={found.first.loosen} />
            ) : (
              <FoundLots
                lots={found.lots}
                standings={standings}
                paddle={user?.paddle ?? null}
                open={openAsked(address.valuesOf('state'))}
              />
            )}
          </div>
          {found.hasNextPage && !found.isError ? <More found={found} /> : null}
          <div className="sticky bottom-3 z-20 mt-4 flex justify-end empty:hidden">
            <CompareLink />
          </div>
          <OwnSearches allowed={user !== null} />
        </div>
      </div>
    </div>
  )
}

function More({ found }: { found: ReturnType<typeof useCatalogue> }) {
  return (
    <Button
      variant="outline"
      className="mt-6 w-full"
      disabled={found.isFetchingNextPage}
      onClick={() => void found.fetchNextPage()}
    >
      {found.isFetchingNextPage ? 'Loading more lots' : 'Show more lots'}
    </Button>
  )
}

/** Whether a search is for lots on sale or to come (true), for ended ones (false), or for both (null). */
function openAsked(states: readonly string[]): boolean | null {
  const open = states.filter((state) => state === 'open' || state === 'scheduled')
  if (open.length === states.length) return true
  return open.length === 0 ? false : null
}

/** A name for a search, made of its filters. */
function nameOf(chips: readonly Chip[]): string {
  return chips.map(({ label }) => label.replaceAll(/[“”]/g, '')).join(', ')
}

function countWords(first: SearchReply | undefined, isError: boolean): string {
  if (first === undefined) return isError ? '' : 'Searching'
  return lotsWords(first.total ?? 0)
}

type SortProps = { address: SearchAddress; informed: boolean; open: boolean | null }

function SortChoice({ address, informed, open }: SortProps) {
  const hasWords = (address.get('q') ?? '') !== ''
  const names = (Object.keys(SORT_NAMES) as Sort[]).filter(
    (sort) => (informed || !sort.startsWith('price')) && (hasWords || sort !== 'best'),
  )
  return (
    <select
      aria-label="Order"
      className="min-h-11 rounded-md border border-edge bg-paper px-2 text-sm text-ink max-sm:w-[8.5rem]"
      value={address.get('sort') ?? (hasWords ? 'best' : 'ending')}
      onChange={(event) => address.set({ sort: event.target.value })}
    >
      {names.map((sort) => (
        <option key={sort} value={sort}>
          {sort === 'ending' && open === false ? 'Ended last' : SORT_NAMES[sort]}
        </option>
      ))}
    </select>
  )
}

function FilterSheet({ chosen, total, children }: { chosen: number; total: number | null; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Sheet title="Filters" onClose={() => setOpen(false)}>
            {children}
            <div className="sticky -bottom-4 bg-paper pt-3 pb-4">
              <Button size="lg" className="w-full" onClick={() => setOpen(false)}>
                {total === null ? 'Show the lots' : `Show ${lotsWords(total)}`}
              </Button>
            </div>
          </Sheet>
        </Suspense>
      ) : null}
    </>
  )
}

function Instead({ first }: { first: SearchReply | undefined }) {
  if (first === undefined || first.instead.length === 0) return null
  const words = first.instead.map(({ word, used }) => `“${used.join('” or “')}” for “${word}”`)
  return <p className="mt-3 text-sm text-slate">No lot has exactly these words. Looked for {words.join(', ')}.</p>
}

function PricesClosed({ isVisitor }: { isVisitor: boolean }) {
  return (
    <p className="mt-3 text-sm text-slate">
      Prices and the facts of each vehicle are open to complete bidders.{' '}
      <Link href={isVisitor ? paths.register : paths.payment} className="text-notice underline underline-offset-4">
        {isVisitor ? 'Register to bid' : 'Complete your account'}
      </Link>
    </p>
  )
}

function Failure({ message, onAgain }: { message: string; onAgain(): void }) {
  return (
    <Notice tone="bad" title="The search could not be done">
      <p>{message}</p>
      <Button variant="outline" size="sm" className="mt-2" onClick={onAgain}>
        Search again
      </Button>
    </Notice>
  )
}

function OwnSearches({ allowed }: { allowed: boolean }) {
  const { data } = useSavedSearches(allowed)
  if (!allowed || data === undefined || data.items.length === 0) return null
  return (
    <section aria-labelledby="own-searches" className="mt-12">
      <h2 id="own-searches" className="text-lg">
        Your saved searches
      </h2>
      <SavedSearchList items={data.items} />
    </section>
  )
}

function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-40 w-full" />
      ))}
    </div>
  )
}
