import { useState } from 'react'
import { exportImportNotes, type VehicleImport } from '#contract/lots/import.ts'
import { FaultTable } from '#web/ui/files/fault-table.tsx'
import { ExportButton } from '#web/ui/list/admin-list.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useImportNotes } from './use-imports.ts'

/** Every error and note of the last check or run, by line and column, in pages and as a file. */
export function ImportNotes({ state }: { state: VehicleImport }) {
  const [cursors, setCursors] = useState<readonly number[]>([])
  const { data, error } = useImportNotes(state.id, `${state.state} ${state.finishedAt}`, cursors.at(-1) ?? null)
  if (state.counts.faulty + state.counts.remarked === 0) return <p className="mt-3">No errors or notes.</p>
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-4 h-48" />
    ) : (
      <div className="mt-4">
        <Notice tone="bad" title="We couldn’t load the errors">
          {failureMessage(error)}
        </Notice>
      </div>
    )
  }
  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">Errors and notes by line</h3>
        <ExportButton from={exportImportNotes} params={{ importId: state.id }} name="import-faults.csv" />
      </div>
      <FaultTable caption="Errors and notes by line" faults={data.items} />
      <Pages cursors={cursors} next={data.next} onTurn={setCursors} />
    </div>
  )
}

function Pages({
  cursors,
  next,
  onTurn,
}: {
  cursors: readonly number[]
  next: number | null
  onTurn: (to: readonly number[]) => void
}) {
  if (cursors.length === 0 && next === null) return null
  return (
    <nav aria-label="Error pages" className="mt-4 flex gap-3">
      <Button variant="outline" size="sm" disabled={cursors.length === 0} onClick={() => onTurn(cursors.slice(0, -1))}>
        Back
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={next === null}
        onClick={() => next !== null && onTurn([...cursors, next])}
      >
        Next
      </Button>
    </nav>
  )
}
