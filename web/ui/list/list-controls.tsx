import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { request, urlOf, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { saveFile } from '#web/platform/forms/save-file.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import type { Sorting } from './use-url-filter.ts'
import { t } from '#web/platform/language/text.ts'

/** Saves a list's results as a file; shows when it is busy and when it failed. */
export function ExportButton({
  from,
  params = {},
  query = {},
  name,
  format = 'CSV',
}: {
  from: Endpoint
  params?: object
  query?: object
  name: string
  format?: 'CSV' | 'PDF'
}) {
  const { run, busy } = useSingleFlight(async () => {
    try {
      const answer = await request(from.method, urlOf(from.path, params, query))
      saveFile(await answer.blob(), name)
    } catch (failure) {
      toast({ title: t`Export failed`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {busy ? t`Exporting` : t`Export as ${format}`}
    </Button>
  )
}

/** One page at a time; renders nothing if the whole list fits on one. */
export function Paging({ page, pages, onTurn }: { page: number; pages: number; onTurn: (page: number) => void }) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav aria-label={t`Pages`} className="mt-4 flex items-center gap-3">
      <TurnButton to={page > 1 ? Math.min(page - 1, pages) : null} onTurn={onTurn}>{t`Back`}</TurnButton>
      <span className="tabular">{t`Page ${page} of ${pages}`}</span>
      <TurnButton to={page < pages ? page + 1 : null} onTurn={onTurn}>{t`Next`}</TurnButton>
    </nav>
  )
}

/** Turns to another page, or with `to` null does nothing: it keeps the focus at the end of a list. */
export function TurnButton<Place>({
  to,
  onTurn,
  size,
  children,
}: {
  to: Place | null
  onTurn: (to: Place) => void
  size?: 'sm'
  children: ReactNode
}) {
  return (
    <Button
      variant="outline"
      size={size}
      aria-disabled={to === null}
      onClick={() => (to === null ? undefined : onTurn(to))}
    >
      {children}
    </Button>
  )
}

/**
 * A column head. A press sorts by it, another reverses; `by` null: the list cannot be sorted by it. `first`: the
 * direction of the first press.
 */
export function SortHead<Sort extends string>({
  by,
  sorting,
  onSort,
  first = 'up',
  right = false,
  children,
}: {
  by: Sort | null
  sorting: Sorting<Sort>
  onSort: (sorting: { sort: string; order: string }) => void
  first?: 'up' | 'down'
  right?: boolean
  children: ReactNode
}) {
  const align = right ? 'text-right' : ''
  if (by === null)
    return (
      <th scope="col" className={align}>
        <span className="inline-flex min-h-9 items-center pointer-coarse:min-h-11">{children}</span>
      </th>
    )
  const isNow = sorting.sort === by
  const isDown = sorting.order === 'down'
  return (
    <th scope="col" aria-sort={isNow ? (isDown ? 'descending' : 'ascending') : undefined} className={align}>
      <button
        type="button"
        className="min-h-9 whitespace-nowrap underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
        onClick={() => onSort({ sort: by, order: isNow ? (isDown ? 'up' : 'down') : first })}
      >
        {children}
        {isNow ? (isDown ? ' ↓' : ' ↑') : ''}
      </button>
    </th>
  )
}
