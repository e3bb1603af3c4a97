import { t } from '#web/platform/language/text.ts'
import type { FacetCounts } from '#contract/catalog/catalog.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseMark } from '#web/ui/marks.tsx'
import { FACET_NAMES, valueWords } from './facet-words.ts'
import { FILTERS } from '#contract/catalog/asked.ts'
import { SINGLE, type SearchAddress } from './search-address.ts'

/** `saved`: a saved search includes it, too. */
export type Chip = { key: string; label: string; saved: boolean; remove(): void }

/** Every active filter, search words first, each removable on its own. */
export function chipsOf(address: SearchAddress, facets: readonly FacetCounts[], currency: string): Chip[] {
  const q = address.get('q') ?? ''
  const words: Chip[] =
    q === '' ? [] : [{ key: 'q', label: t`“${q}”`, saved: true, remove: () => address.set({ q: null }) }]
  const chosen = FILTERS.flatMap((facet) =>
    address.valuesOf(facet).map((value): Chip => {
      const isSingle = SINGLE.has(facet)
      const label = facet === 'biddable' ? FACET_NAMES.biddable : valueWords(facet, value, facets, currency)
      const remove = () => (isSingle ? address.set({ [facet]: null }) : address.toggle(facet, value))
      const named = isSingle && facet !== 'biddable'
      return {
        key: `${facet} ${value}`,
        label: named ? `${FACET_NAMES[facet]}: ${label}` : label,
        saved: facet !== 'biddable',
        remove,
      }
    }),
  )
  return [...words, ...chosen]
}

export function ActiveChips({ chips, onClear }: { chips: readonly Chip[]; onClear(): void }) {
  if (chips.length === 0) return null
  return (
    <ul aria-label={t`Active filters`} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, remove }) => (
        <li key={key}>
          <button
            type="button"
            onClick={remove}
            aria-label={t`Remove ${label}`}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-edge px-3 text-sm hover:bg-fog pointer-coarse:min-h-11"
          >
            {label}
            <CloseMark className="size-3.5" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="link" size="sm" onClick={onClear}>
          {t`Clear all`}
        </Button>
      </li>
    </ul>
  )
}
