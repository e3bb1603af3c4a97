import { useState } from 'react'
import { exportImportNotes, type RowNote, type VehicleImport } from '#contract/import.ts'
import { ExportButton } from '#web/accounts/lists/admin-list.tsx'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { useImportNotes } from './use-imports.ts'

/** Every fault and remark of the last check or run, by line and column, page after page and as a file. */
export function ImportNotes({ state }: { state: VehicleImport }) {
  const [cursors, setCursors] = useState<readonly number[]>([])
  const { data, error } = useImportNotes(state.id, `${state.state} ${state.finishedAt}`, cursors.at(-1) ?? null)
  if (state.counts.faulty + state.counts.remarked === 0) return <p className="mt-3">Nothing to remark on.</p>
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-4 h-48" />
    ) : (
      <div className="mt-4">
        <Notice tone="bad" title="The faults cannot be shown">
          {wordsOfFailure(error)}
        </Notice>
      </div>
    )
  }
  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">Faults and notes by line</h3>
        <ExportButton from={exportImportNotes} params={{ importId: state.id }} name="import-faults.csv" />
      </div>
      <NoteTable notes={data.items} />
      <Pages cursors={cursors} next={data.next} onTurn={setCursors} />
    </div>
  )
}

function NoteTable({ notes }: { notes: readonly RowNote[] }) {
  return (
    <div className="mt-3 max-h-[28rem] overflow-y-auto">
      <Table caption="Faults and notes by line" dense>
        <thead>
          <tr>
            <th scope="col" className="text-right">
              Line
            </th>
            <th scope="col">Kind</th>
            <th scope="col">Column</th>
            <th scope="col">Value</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {notes.map((note, index) => (
            // A line may have two equal notes; the list is never reordered.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${note.line} ${index}`}>
              <td className="text-right">{note.line}</td>
              <td className={note.isFault ? 'font-semibold text-outbid' : ''}>{note.isFault ? 'Fault' : 'Note'}</td>
              <td>{note.column ?? '–'}</td>
              <td className="max-w-48 break-words">{note.value === '' ? '–' : note.value}</td>
              <td className="min-w-64">{note.message}</td>
            </tr>
          ))}
        </tbody>
      </Table>
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
    <nav aria-label="Pages of the faults" className="mt-4 flex gap-3">
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
