import { t } from '#web/platform/language/text.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { isSearch } from '#contract/catalog/asked.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { CloseMark, SearchMark } from '../ui/marks.tsx'
import { Optional } from './optional.tsx'

const SearchBox = lazy(() => import('../catalog/search-box.tsx').then((file) => ({ default: file.SearchBox })))

/** From this width on, the field itself is in the header. */
export const HEADER_SEARCH = '(min-width: 80rem)'

/** Whether the screen below has the search field itself. */
function useIsOnCatalog(): boolean {
  const [location] = useLocation()
  const query = useSearch()
  return location === paths.home && isSearch(new URLSearchParams(query))
}

/** The search in the header of wide screens. */
export function HeaderSearch() {
  if (useIsOnCatalog()) return null
  return (
    <div className="min-h-11 w-64 min-w-32">
      <Optional>
        <Suspense fallback={null}>
          <SearchBox words="" isCompact />
        </Suspense>
      </Optional>
    </div>
  )
}

/** A button that opens the search as a line below the header, for narrower screens. */
export function SearchToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  if (useIsOnCatalog()) return null
  return (
    <Button variant="ghost" size="icon" aria-label={t`Search`} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? <CloseMark /> : <SearchMark />}
    </Button>
  )
}

/** That line; closes on navigation. */
export function SearchLine({ onClose }: { onClose: () => void }) {
  const [location] = useLocation()
  const query = useSearch()
  const [openedAt] = useState(location + query)
  useEffect(() => {
    if (location + query !== openedAt) onClose()
  }, [location, query, openedAt, onClose])
  return (
    <div className="min-h-17 border-t border-line px-4 py-3 sm:px-6">
      <Optional>
        <Suspense fallback={null}>
          <SearchBox words="" isFocused />
        </Suspense>
      </Optional>
    </div>
  )
}
