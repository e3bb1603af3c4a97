import { useState } from 'react'
import type { FileImport } from '#contract/platform/file-import.ts'
import { FaultTable } from './fault-table.tsx'
import { ExportButton, TurnButton } from '../list/list-controls.tsx'
import { RequestFailed } from '../request-failed.tsx'
import { Skeleton } from '../skeleton.tsx'
import { type ImportEndpoints, useImportNotes } from './use-import.ts'
import { t } from '#web/platform/language/text.ts'

/** Every error and note of the last check or run, by line and column, in pages and as a file. */
export function ImportNotes<K extends ImportEndpoints>({ kind, state }: { kind: K; state: FileImport }) {
  const [cursors, setCursors] = useState<readonly number[]>([])
  const { data, error } = useImportNotes(kind, state, cursors.at(-1) ?? null)
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-4 h-48" />
    ) : (
      <div className="mt-4">
        <RequestFailed title={t`We couldn’t load the errors`} failure={error} />
      </div>
    )
  }
  if (data.items.length === 0 && cursors.length === 0) return <p className="mt-3">{t`No errors or notes.`}</p>
  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{t`Errors and notes by line`}</h3>
        <ExportButton from={kind.exportNotes} params={{ importId: state.id }} name="import-faults.csv" />
      </div>
      <FaultTable caption={t`Errors and notes by line`} faults={data.items} />
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
    <nav aria-label={t`Error pages`} className="mt-4 flex gap-3">
      <TurnButton
        size="sm"
        to={cursors.length === 0 ? null : cursors.slice(0, -1)}
        onTurn={onTurn}
      >{t`Back`}</TurnButton>
      <TurnButton size="sm" to={next === null ? null : [...cursors, next]} onTurn={onTurn}>{t`Next`}</TurnButton>
    </nav>
  )
}
