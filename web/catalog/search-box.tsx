import { t, translated } from '#web/platform/language/text.ts'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { Suggestion } from '#contract/catalog/catalog.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { useSlashKey } from '#web/ui/slash-key.ts'
import { lotsWords } from './facet-words.ts'
import { searchPath } from './search-address.ts'
import { useSuggestions } from './use-catalog.ts'

const TYPING_MS = 150

type SearchBoxProps = {
  words: string
  className?: string
  /** Takes the focus: the person asked for it. */
  isFocused?: boolean
  /** Without a button: Enter searches. */
  isCompact?: boolean
}

/** Full-text search that suggests makes, models and lots while typing. `/` focuses it from anywhere on the page. */
export function SearchBox({ words, className = '', isFocused = false, isCompact = false }: SearchBoxProps) {
  const [, go] = useLocation()
  const [text, setText] = useState(words)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const input = useSlashKey()
  useFocus(input, isFocused)
  const id = useId()
  const suggestions = useSuggestions(useSettled(isOpen ? text.trim() : ''))
  const isShown = isOpen && suggestions.length > 0
  const search = () => {
    setOpen(false)
    go(text.trim() === '' && words === '' ? paths.home : pathOfWords(text.trim()))
  }
  const take = (suggestion: Suggestion) => {
    setOpen(false)
    go(pathOf(suggestion))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (!isShown || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const places = suggestions.length + 1
    setAt((place) => ((place + 1 + (event.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1)
  }
  return (
    <form
      role="search"
      className={`relative flex gap-2 ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = isShown ? suggestions[at] : undefined
        if (chosen === undefined) search()
        else take(chosen)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <Input
        ref={input}
        type="search"
        role="combobox"
        aria-label={t`Search lots by make, model, year or lot number`}
        aria-expanded={isShown}
        aria-controls={id}
        aria-autocomplete="list"
        {...(isShown && at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        autoComplete="off"
        placeholder={isCompact ? t`Search lots` : t`Make, model or lot number`}
        maxLength={120}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          setAt(-1)
          setOpen(true)
        }}
      />
      {isCompact ? null : (
        <Button type="submit" variant="outline">
          {t`Search`}
        </Button>
      )}
      <Suggestions id={id} shown={isShown ? suggestions : []} at={at} onTake={take} />
    </form>
  )
}

function Suggestions({
  id,
  shown,
  at,
  onTake,
}: {
  id: string
  shown: readonly Suggestion[]
  at: number
  onTake(suggestion: Suggestion): void
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t`Suggestions`}
      hidden={shown.length === 0}
      className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-line bg-paper py-1 shadow-float"
    >
      {shown.map((suggestion, place) => (
        <button
          type="button"
          tabIndex={-1}
          key={`${suggestion.kind} ${suggestion.lotNumber ?? suggestion.model ?? suggestion.make}`}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === at}
          className="flex min-h-11 w-full items-center justify-between gap-4 px-3 text-left hover:bg-fog aria-selected:bg-fog"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span className="min-w-0 truncate">{translated(suggestion.label)}</span>
          <span className="tabular shrink-0 text-xs text-slate">
            {suggestion.kind === 'lot' ? t`Lot ${suggestion.lotNumber}` : lotsWords(suggestion.count)}
          </span>
        </button>
      ))}
    </div>
  )
}

function pathOf({ kind, make, model, lotNumber }: Suggestion): string {
  if (kind === 'lot' && lotNumber !== null) return paths.lot(lotNumber)
  const filters = new URLSearchParams({ make: make ?? '', model: model ?? '' })
  return searchPath(filters)
}

/** The current search with these words. */
function pathOfWords(text: string): string {
  const next = new URLSearchParams(location.search)
  next.set('q', text)
  if (text !== '' && next.get('sort') === 'ending') next.delete('sort')
  return searchPath(next)
}

function useFocus(input: RefObject<HTMLInputElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) input.current?.focus()
  }, [input, isWanted])
}

/** A text, once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
