import { plural, t } from '#web/platform/language/text.ts'
import { useMemo, useRef } from 'react'
import { useSearchParams } from 'wouter'
import type { LotSummary } from '#contract/lots/lots.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { arrangeLots, lotOnNow, SHOWS, SORTS, type Show, type Sort } from './arrange-lots.ts'
import { RunList } from './run-list.tsx'
import type { Standings } from '../standings.ts'
import type { Places } from '../turns/use-places.ts'

/** Rows that update and count down at the same time; an auction of a thousand lots has twenty such pages. */
const LOTS_A_PAGE = 50

type Props = {
  lots: readonly LotSummary[]
  isOver: boolean
  isReading: boolean
  standings: Standings
  places: Places
  currency: string
  paddle: number | null
}

/** The lots of an auction with search, sort and paging, all kept in the URL. */
export function AuctionRunList({ lots, isOver, isReading, standings, places, currency, paddle }: Props) {
  const [search, setSearch] = useSearchParams()
  const top = useRef<HTMLDivElement>(null)
  const q = search.get('q') ?? ''
  const sort = keyIn(SORTS, search.get('sort')) ?? 'run'
  const show = keyIn(SHOWS, search.get('show')) ?? 'all'
  const shown = useMemo(
    () => arrangeLots(lots, standings, { q, sort, show }, paddle),
    [lots, standings, q, sort, show, paddle],
  )
  const pages = Math.max(1, Math.ceil(shown.length / LOTS_A_PAGE))
  const page = Math.min(Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1), pages)
  const onPage = shown.slice((page - 1) * LOTS_A_PAGE, page * LOTS_A_PAGE)

  function go(changes: { q?: string; sort?: Sort; show?: Show; page?: number }) {
    const next = { q, sort, show, page: 1, ...changes }
    const usual = { q: '', sort: 'run', show: 'all', page: 1 }
    const kept = Object.entries(next).filter(([key, value]) => value !== usual[key as keyof typeof usual])
    setSearch(Object.fromEntries(kept.map(([key, value]) => [key, String(value)])), { replace: true })
  }

  function turn(to: number) {
    go({ page: to })
    top.current?.scrollIntoView()
    top.current?.focus()
  }

  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-4 focus-visible:shadow-none">
      <Tools q={q} sort={sort} show={show} leads={paddle !== null} onChange={go} />
      <div className="mt-3 mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p role="status" className="tabular text-sm text-slate">
          {countWords(shown.length, lots.length)}
          {isReading ? t`, loading more` : ''}
        </p>
        <JumpToNow lots={lots} standings={standings} shown={shown} page={page} onTurn={(to) => go({ page: to })} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t`No matching lots`}
          action={
            <Button variant="outline" onClick={() => go({ q: '', show: 'all' })}>
              {t`Show all lots`}
            </Button>
          }
        />
      ) : (
        <RunList {...{ isOver, standings, places, currency, paddle }} lots={onPage} />
      )}
      {pages === 1 ? null : <Pages page={page} pages={pages} onTurn={turn} />}
    </div>
  )
}

function Tools({
  q,
  sort,
  show,
  leads,
  onChange,
}: {
  q: string
  sort: Sort
  show: Show
  /** Whether anyone could lead. */
  leads: boolean
  onChange: (changes: { q?: string; sort?: Sort; show?: Show }) => void
}) {
  return (
    <search className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_12rem_12rem]">
      <div className="max-md:col-span-2">
        <Field label={t`Search this auction`}>
          <Input
            type="search"
            placeholder={t`Make, model, year or lot number`}
            value={q}
            onChange={(event) => onChange({ q: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t`Sort`}>
        <Select value={sort} onChange={(event) => onChange({ sort: keyIn(SORTS, event.target.value) ?? 'run' })}>
          {optionsOf(SORTS, leads ? null : 'run')}
        </Select>
      </Field>
      <Field label={t`Show`}>
        <Select value={show} onChange={(event) => onChange({ show: keyIn(SHOWS, event.target.value) ?? 'all' })}>
          {optionsOf(SHOWS, leads ? null : 'all')}
        </Select>
      </Field>
    </search>
  )
}

/** Links to the page of the lot that is on now, and to its row here. */
function JumpToNow({
  lots,
  standings,
  shown,
  page,
  onTurn,
}: {
  lots: readonly LotSummary[]
  standings: Standings
  shown: readonly LotSummary[]
  page: number
  onTurn: (page: number) => void
}) {
  const now = lotOnNow(lots, standings)
  const at = now === null ? -1 : shown.findIndex(({ id }) => id === now.id)
  if (now === null || at < 0) return null
  const itsPage = Math.floor(at / LOTS_A_PAGE) + 1
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={() => {
        if (itsPage !== page) onTurn(itsPage)
        requestAnimationFrame(() => {
          const line = document.getElementById(`run-${now.lotNumber}`)
          line?.scrollIntoView({ block: 'center' })
          line?.focus({ preventScroll: true })
        })
      }}
    >
      {t`Jump to lot ${now.lotNumber}`}
    </Button>
  )
}

function Pages({ page, pages, onTurn }: { page: number; pages: number; onTurn: (page: number) => void }) {
  return (
    <nav aria-label={t`Run list pages`} className="mt-6 flex items-center justify-center gap-4">
      <Button
        variant="outline"
        size="icon"
        aria-label={t`Previous lots`}
        disabled={page === 1}
        onClick={() => onTurn(page - 1)}
      >
        <PreviousMark />
      </Button>
      <p className="tabular text-sm">{t`Page ${page} of ${pages}`}</p>
      <Button
        variant="outline"
        size="icon"
        aria-label={t`Next lots`}
        disabled={page === pages}
        onClick={() => onTurn(page + 1)}
      >
        <NextMark />
      </Button>
    </nav>
  )
}

function countWords(shown: number, all: number): string {
  const lots = plural(all, { one: '# lot', other: '# lots' })
  return shown === all ? lots : t`${shown} of ${lots}`
}

/** `only`: the one choice that is offered; null: all of them. */
function optionsOf(labels: Record<string, string>, only: string | null) {
  return Object.entries(labels)
    .filter(([id]) => only === null || id === only)
    .map(([id, label]) => (
      <option key={id} value={id}>
        {label}
      </option>
    ))
}

function keyIn<T extends object>(map: T, text: string | null): keyof T | null {
  return text !== null && Object.hasOwn(map, text) ? (text as keyof T) : null
}
