import { t } from '#web/platform/language/text.ts'
import type { SearchReply } from '#contract/catalog/catalog.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FACET_NAMES, lotsWords } from './facet-words.ts'
import { FILTERS } from '#contract/catalog/asked.ts'
import type { SearchAddress } from './search-address.ts'

/** Suggests which filter to remove, with the number of lots that brings. */
export function NothingFound({ address, loosen }: { address: SearchAddress; loosen: SearchReply['loosen'] }) {
  const drop = (name: SearchReply['loosen'][number]['drop']) => {
    if (name === 'make') address.set({ make: null, model: null })
    // Without a state only lots open for bids are searched: all states have to be named.
    else if (name === 'state') address.set({ state: 'open,scheduled,ended' })
    else address.set({ [name]: null })
  }
  const words = address.get('q')
  const onlyWords = words !== null && !FILTERS.some((name) => address.get(name) !== null)
  return (
    <EmptyState
      title={onlyWords ? t`No results for “${words}”` : t`No matching lots`}
      action={
        <ul className="flex flex-wrap gap-3">
          {loosen.map(({ drop: name, count }) => (
            <li key={name}>
              <Button variant="outline" onClick={() => drop(name)}>
                {wayOf(name, words ?? '')}: {lotsWords(count)}
              </Button>
            </li>
          ))}
          {onlyWords ? null : (
            <li>
              <Button variant="ghost" onClick={() => address.clear()}>
                {t`Clear all filters`}
              </Button>
            </li>
          )}
        </ul>
      }
    >
      {onlyWords
        ? t`Try just the make, model or lot number. Or save this search, and we’ll notify you about new matches.`
        : loosen.length === 0
          ? t`Removing one filter isn’t enough. Clear them and start with the make.`
          : t`Remove a filter. Or save this search, and we’ll notify you about new matches.`}
    </EmptyState>
  )
}

function wayOf(name: SearchReply['loosen'][number]['drop'], words: string): string {
  if (name === 'q') return t`Without “${words}”`
  if (name === 'state') return t`Include ended lots`
  if (name === 'biddable') return t`Include lots you can’t bid on`
  return t`Any ${FACET_NAMES[name].toLowerCase()}`
}
