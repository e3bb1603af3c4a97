import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState, useEffect, useLayoutEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { SearchReply } from '#contract/catalog/catalog.ts'
import type { Sort } from '#contract/catalog/facets.ts'
import { paths } from '#web/paths.ts'
import type { Standings } from '#web/bidding/standings.ts'
import { CompareLink } from '#web/lots/compare-choice.tsx'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { useUser } from '#web/platform/session.tsx'
import { Select } from '#web/ui/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActiveChips, type Chip, chipsOf } from './active-chips.tsx'
import { lotsWords, SORT_NAMES } from './facet-words.ts'
import { FoundLots, FoundLotsSkeleton } from './found-lots.tsx'
import { SaveSearch } from './save-search.tsx'
import { SearchBox } from './search-box.tsx'
import { openQueryOf, type SearchAddress, searchPath, useSearchAddress } from './search-address.ts'
import { useCatalog } from './use-catalog.ts'
import { useView, type View, ViewChoice } from './view-choice.tsx'
import { useReadStandings } from './read-standings.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { readToken } from '#web/platform/token.ts'

/** How far down each search was scrolled, by its URL. */
const places = new Map<string, number>()
const PLACES_MAX = 50

let wentBack = false
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    wentBack = true
    // Long enough for the page to render; a later press is a new navigation.
    setTimeout(() => (wentBack = false), 1000)
  })
}

/** A person who goes back to a search finds their scroll position again, once its lots have rendered. */
function useScrollPlace(query: string, isDrawn: boolean): void {
  useLayoutEffect(() => {
    const place = places.get(query)
    if (isDrawn && wentBack && place !== undefined) {
      window.scrollTo(0, place)
      requestAnimationFrame(() => window.scrollTo(0, place))
    }
  }, [query, isDrawn])
  useEffect(() => {
    const note = () => {
      places.delete(query)
      places.set(query, window.scrollY)
      if (places.size > PLACES_MAX) places.delete(places.keys().next().value ?? '')
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [query])
}

const WIDE = '(min-width: 64rem)'
/** A phone has them in a sheet. */
const facetPanel = lazyPart(async () => ({ default: (await import('./facet-panel.tsx')).FacetPanel }))
const member = lazyPart(() => import('./member-results.tsx'))
if (globalThis.matchMedia?.(WIDE).matches) facetPanel.prepare()
if (readToken() !== null) member.prepare()
const NothingFound = lazy(async () => ({ default: (await import('./nothing-found.tsx')).NothingFound }))
const Sheet = lazy(async () => ({ default: (await import('#web/ui/sheet.tsx')).Sheet }))

/** The catalog: facets at the left (a sheet on phones), selected values as chips, and the lots found. */
export default function Results() {
  useDocumentTitle(t`Search lots`)
  const address = useSearchAddress()
  const { user, isLoading } = useUser()
  const terms = useCompanyTerms()
  const wide = useMediaQuery(WIDE)
  const canSeePrices = user !== null && accessDenial(user, 'sees-prices') === null
  const query = canSeePrices || isLoading ? address.query : openQueryOf(new URLSearchParams(address.query))
  const found = useCatalog(query)
  const [, go] = useLocation()
  useEffect(() => {
    if (query !== address.query) go(searchPath(new URLSearchParams(query)), { replace: true })
  }, [query, address.query, go])
  const lotIds = found.lots.map(({ id }) => id)
  const standings = useReadStandings(lotIds, canSeePrices)
  const [view, setView] = useView()
  useScrollPlace(address.query, found.isDrawn)
  const { facets = [], currency = terms?.currency ?? 'USD' } = found.first ?? {}
  const chips = chipsOf(address, facets, currency)
  const kept = chips.filter(({ saved }) => saved)
  const panel = <Facets address={address} facets={facets} currency={currency} />
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 py-6 sm:px-6">
      <h1 className="text-xl">{t`Search lots`}</h1>
      <SearchBox key={address.get('q') ?? ''} words={address.get('q') ?? ''} className="mt-4 max-w-[44rem]" />
      <div className="mt-6 grid gap-x-10 gap-y-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        {wide ? (
          <section aria-label={t`Filters`}>
            {found.first !== undefined ? panel : found.isError ? null : <PanelSkeleton />}
          </section>
        ) : null}
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
              {wide ? <ViewChoice view={view} onChoose={setView} /> : null}
              <SortChoice address={address} canSeePrices={canSeePrices} open={openAsked(address.valuesOf('state'))} />
            </div>
          </div>
          <div className="mt-3 flex flex-wrap items-start gap-3">
            <ActiveChips chips={chips} onClear={() => address.clear()} />
            {kept.length === 0 ? null : <SaveSearch query={address.query} suggested={nameOf(kept)} />}
          </div>
          <Instead first={found.first} />
          {canSeePrices || isLoading ? null : <PricesClosed isVisitor={user === null} />}
          <div className={found.isPlaceholderData ? 'mt-4 opacity-60' : 'mt-4'}>
            <Lots found={found} address={address} view={view} standings={standings} paddle={user?.paddle ?? null} />
          </div>
          {found.hasNextPage && !found.isError ? <More found={found} /> : null}
          <div className="sticky bottom-3 z-20 mt-4 flex justify-end empty:hidden">
            <CompareLink />
          </div>
          <Suspense fallback={null}>
            {user === null ? null : <member.Part lotIds={lotIds} seesPrices={canSeePrices} />}
          </Suspense>
        </div>
      </div>
    </div>
  )
}

type LotsProps = {
  found: ReturnType<typeof useCatalog>
  address: SearchAddress
  view: View
  standings: Standings
  paddle: number | null
}

function Lots({ found, address, view, standings, paddle }: LotsProps) {
  if (found.isError) return <Failure message={failureMessage(found.error)} onAgain={() => void found.refetch()} />
  if (found.first === undefined || !found.isDrawn) return <FoundLotsSkeleton view={view} />
  if (found.lots.length === 0) {
    return (
      <Suspense fallback={null}>
        <NothingFound address={address} loosen={found.first.loosen} />
      </Suspense>
    )
  }
  const open = openAsked(address.valuesOf('state'))
  return <FoundLots lots={found.lots} view={view} standings={standings} paddle={paddle} open={open} />
}

function More({ found }: { found: ReturnType<typeof useCatalog> }) {
  return (
    <Button
      variant="outline"
      className="mt-6 w-full"
      disabled={found.isFetchingNextPage}
      onClick={() => void found.fetchNextPage()}
    >
      {found.isFetchingNextPage ? t`Loading…` : t`Show more lots`}
    </Button>
  )
}

/** Whether a search is for current or upcoming lots (true), for ended ones (false), or for both (null). */
function openAsked(states: readonly string[]): boolean | null {
  const open = states.filter((state) => state === 'open' || state === 'scheduled')
  if (open.length === states.length) return true
  return open.length === 0 ? false : null
}

/** A name for a search, built from its filters. */
function nameOf(chips: readonly Chip[]): string {
  return chips.map(({ label }) => label.replaceAll(/[“”]/g, '')).join(', ')
}

function countWords(first: SearchReply | undefined, isError: boolean): string {
  if (first === undefined) return isError ? '' : t`Searching`
  return lotsWords(first.total ?? 0)
}

type SortProps = { address: SearchAddress; canSeePrices: boolean; open: boolean | null }

function SortChoice({ address, canSeePrices, open }: SortProps) {
  const hasWords = (address.get('q') ?? '') !== ''
  const names = (Object.keys(SORT_NAMES) as Sort[]).filter(
    (sort) => (canSeePrices || !sort.startsWith('price')) && (hasWords || sort !== 'best'),
  )
  return (
    <Select
      compact
      aria-label={t`Order`}
      className="max-sm:w-[10.5rem]"
      value={address.get('sort') ?? (hasWords ? 'best' : 'ending')}
      onChange={(event) => address.set({ sort: event.target.value })}
    >
      {names.map((sort) => (
        <option key={sort} value={sort}>
          {sort === 'ending' && open === false ? t`Ended last` : SORT_NAMES[sort]}
        </option>
      ))}
    </Select>
  )
}

function FilterSheet({ chosen, total, children }: { chosen: number; total: number | null; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {chosen === 0 ? t`Filters` : t`Filters (${chosen})`}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Sheet title={t`Filters`} onClose={() => setOpen(false)}>
            {children}
            <div className="sticky -bottom-4 bg-paper pt-3 pb-4">
              <Button size="lg" className="w-full" onClick={() => setOpen(false)}>
                {total === null ? t`Show lots` : t`Show ${lotsWords(total)}`}
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
  const words = first.instead.map(({ word, used }) => t`“${used.join('” or “')}” instead of “${word}”`)
  return <p className="mt-3 text-sm text-slate">{t`No exact matches. Showing results for ${words.join(', ')}.`}</p>
}

function PricesClosed({ isVisitor }: { isVisitor: boolean }) {
  return (
    <p className="mt-3 text-sm text-slate">
      <Trans>
        Prices and full reports are for verified members.{' '}
        <Link href={isVisitor ? paths.register : paths.payment} className="text-link">
          {isVisitor ? t`Register to bid` : t`Complete your account`}
        </Link>
      </Trans>
    </p>
  )
}

function Failure({ message, onAgain }: { message: string; onAgain(): void }) {
  return (
    <Notice tone="bad" title={t`Search failed`}>
      <p>{message}</p>
      <Button variant="outline" size="sm" className="mt-2" onClick={onAgain}>
        {t`Try again`}
      </Button>
    </Notice>
  )
}

function Facets(props: ComponentProps<typeof facetPanel.Part>) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <facetPanel.Part {...props} />
    </Suspense>
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
