import type { ReactNode } from 'react'
import type { FileImport } from '#contract/platform/file-import.ts'
import { Notice } from '../notice.tsx'
import { RequestFailed } from '../request-failed.tsx'
import { Skeleton } from '../skeleton.tsx'
import { FileProgress, SendFile } from './send-file.tsx'
import { type ImportEndpoints, type ImportOf, sendImport, useImport } from './use-import.ts'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** Where staff drop or choose a file to import. */
export function SendImport<K extends ImportEndpoints>({
  kind,
  label,
  onSent,
}: {
  kind: K
  label: string
  onSent: (sent: ImportOf<K>) => void
}) {
  return (
    <SendFile
      label={label}
      accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      send={async (file, onProgress) => onSent(await sendImport(kind, file, onProgress))}
    />
  )
}

/** One import, from reading its file on. `children` are shown once there are rows; `again`: how to send another file. */
export function OneImport<K extends ImportEndpoints>({
  kind,
  importId,
  again,
  children,
}: {
  kind: K
  importId: string
  again: ReactNode
  children: (state: ImportOf<K>) => ReactNode
}) {
  const { data: state, error } = useImport(kind, importId)
  if (state === undefined) {
    return error === null ? (
      <Skeleton className="mt-6 h-96" />
    ) : (
      <div className="mt-6">
        <RequestFailed title={t`We couldn’t load the import`} failure={error} />
      </div>
    )
  }
  if (state.state === 'reading') return <FileProgress label={t`Reading the file`} share={0} />
  if (state.state === 'unreadable') {
    return (
      <div className="mt-6">
        <Notice tone="bad" title={t`We couldn’t read this file`}>
          {translated(state.failure ?? '')} {again}
        </Notice>
      </div>
    )
  }
  return children(state)
}

/** The progress of a check or a run; nothing if neither is running. */
export function ImportProgress({ state }: { state: FileImport }) {
  if (!isAtWork(state)) return null
  return <FileProgress label={stateWords(state)} share={state.rowCount === 0 ? 1 : state.doneCount / state.rowCount} />
}

/** What rows became, or would become; `isBad`: if there are any, a person should look. */
export function ImportCounts({ counts }: { counts: readonly { text: string; isBad?: boolean }[] }) {
  return (
    <ul className="tabular mt-3 grid max-w-[44rem] grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-4">
      {counts.map(({ text, isBad = false }, index) => (
        <li key={index} className={isBad ? 'font-semibold text-outbid' : ''}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Whether the server works on the rows without input. */
export function isAtWork({ state }: FileImport): boolean {
  return state === 'checking' || state === 'running'
}

/** What an import is doing or how it ended, in a few words. */
export function stateWords({ state, doneCount, rowCount, failure }: FileImport): string {
  switch (state) {
    case 'reading':
      return t`Reading the file`
    case 'unreadable':
      return failure === null ? t`Unreadable` : translated(failure)
    case 'ready':
      return plural(rowCount, { one: '# row, not imported', other: '# rows, not imported' })
    case 'checking':
      return t`Checking row ${doneCount} of ${rowCount}`
    case 'checked':
      return plural(rowCount, { one: '# row checked, not imported', other: '# rows checked, not imported' })
    case 'running':
      return t`Importing row ${doneCount} of ${rowCount}`
    case 'done':
      return plural(rowCount, { one: '# row processed', other: '# rows processed' })
  }
}
