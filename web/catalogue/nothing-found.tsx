import type { SearchReply } from '#contract/catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FACET_NAMES, lotsWords } from './facet-words.ts'
import { FILTERS, type SearchAddress } from './search-address.ts'

/** Says which filter to take back, and how many lots that brings. */
export function NothingFound({ address, loosen }: { address: SearchAddress; loosen: SearchReply['loosen'] }) {
  const drop = (name: SearchReply['loosen'][number]['drop']) => {
    if (name === 'make') address.set({ make: null, model: null })
    // Without a state only what can be bid on is looked at: all states have to be named.
    else if (name === 'state') address.set({ state: 'open,scheduled,ended' })
    else address.set({ [name]: null })
  }
  const words = address.get('q')
  const onlyWords = words !== null && !FILTERS.some((name) => address.get(name) !== null)
  return (
    <EmptyState
      title={onlyWords ? `No lot has “${words}”` : 'No lot fits all of this'}
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
                Clear all filters
              </Button>
            </li>
          )}
        </ul>
      }
    >
      {onlyWords
        ? 'Try the make, the model or a lot number alone. Or save this search, and you hear of the first lot that fits.'
        : loosen.length === 0
          ? 'Taking back one filter is not enough. Clear them and begin with the make, or with one word.'
          : 'One filter less brings some. Or save this search, and you hear of the first lot that fits.'}
    </EmptyState>
  )
}

function wayOf(name: SearchReply['loosen'][number]['drop'], words: string): string {
  if (name === 'q') return `Without “${words}”`
  if (name === 'state') return 'With lots that are over'
  if (name === 'biddable') return 'Also lots you cannot bid on now'
  return `Any ${FACET_NAMES[name].toLowerCase()}`
}
