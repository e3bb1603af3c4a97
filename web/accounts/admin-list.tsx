import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { request, urlOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { wordsOfFailure } from './request-faults.ts'
import { saveFile } from './save-file.ts'
import { useSingleFlight } from './use-single-flight.ts'

/** Saves what a list has found as a file; says so while it does, and when it could not. */
export function ExportButton({ from, query, name }: { from: Endpoint; query: object; name: string }) {
  const { run, busy } = useSingleFlight(async () => {
    try {
      const answer = await request(from.method, urlOf(from.path, {}, query))
      saveFile(await answer.blob(), name)
    } catch (failure) {
      toast({ title: 'The file was not made', description: wordsOfFailure(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {busy ? 'Making the file' : 'Export as CSV'}
    </Button>
  )
}

/** One page at a time; nothing where all of a list is on one. */
export function Turning({ page, pages, onTurn }: { page: number; pages: number; onTurn: (page: number) => void }) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex items-center gap-3">
      <Button variant="outline" disabled={page <= 1} onClick={() => onTurn(Math.min(page - 1, pages))}>
        Back
      </Button>
      <span className="tabular">
        Page {page} of {pages}
      </span>
      <Button variant="outline" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  )
}

export type Order = 'up' | 'down'

/** A column's head; a press sorts by it, another the other way round. `now`: how it is sorted by it at present. */
export function SortHead({
  now,
  first = 'up',
  onSort,
  children,
}: {
  now: Order | null
  first?: Order
  onSort: (order: Order) => void
  children: ReactNode
}) {
  const other = now === 'up' ? 'down' : 'up'
  return (
    <th scope="col" aria-sort={now === null ? undefined : now === 'up' ? 'ascending' : 'descending'}>
      <button
        type="button"
        className="min-h-9 whitespace-nowrap underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
        onClick={() => onSort(now === null ? first : other)}
      >
        {children}
        {now === null ? '' : now === 'up' ? ' ↑' : ' ↓'}
      </button>
    </th>
  )
}

/** What the address says; the first page for anything that is none. */
export function pageFrom(text: string | undefined): number {
  const page = Number(text ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

/** To the second and in UTC, as it stands in the exported file. */
export function formatExactly(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', '\u00a0')
}
