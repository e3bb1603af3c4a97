import clsx from 'clsx'
import { type DragEvent, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { VehicleImport } from '#contract/import.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { stateWords } from './import-words.ts'
import { sendVehicles } from '../staff-files.ts'
import { useImports } from './use-imports.ts'

/** A seller's list of vehicles: send the file here, and see what became of the last ones. */
export default function AdminImport() {
  const { data, error } = useImports()
  return (
    <>
      <h1 className="text-xl">Import vehicles</h1>
      <p className="mt-2 max-w-[44rem] text-slate">
        A CSV file or the first sheet of an XLSX workbook, up to 20 MB and 50,000 rows. You see how each column is read
        and every fault by line before anything is entered. The same file twice brings nothing twice.
      </p>
      <SendFile />
      <section aria-labelledby="last-files" className="mt-10">
        <h2 id="last-files" className="text-lg">
          Last files
        </h2>
        <div className="mt-3">
          {data !== undefined ? (
            <LastFiles imports={data.items} />
          ) : error === null ? (
            <Skeleton className="h-32" />
          ) : (
            <Notice tone="bad" title="The list cannot be shown">
              {wordsOfFailure(error)}
            </Notice>
          )}
        </div>
      </section>
    </>
  )
}

function SendFile() {
  const id = useId()
  const [, navigate] = useLocation()
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)
  const { run, busy } = useSingleFlight(async (file: File) => {
    setFault(null)
    setShare(0)
    try {
      const sent = await sendVehicles(file, setShare)
      navigate(paths.adminPage(`import/${sent.id}`))
    } catch (failure) {
      setFault(wordsOfFailure(failure))
    } finally {
      setShare(null)
    }
  })
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !busy) void run(file)
  }
  return (
    <div
      className={clsx(
        'mt-6 max-w-[44rem] rounded-md border border-dashed p-6',
        isOver ? 'border-ink bg-fog' : 'border-edge',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor={id} className="block font-semibold">
        Drop a file here, or choose one
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={busy}
        className="mt-3 block min-h-11 max-w-full file:mr-4 file:min-h-11 file:rounded-md file:border file:border-edge file:bg-paper file:px-4 file:font-semibold file:text-ink"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void run(file)
        }}
      />
      {share === null ? null : <ImportProgress label="Sending the file" share={share} />}
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="The file was not taken">
            {fault}
          </Notice>
        </div>
      )}
    </div>
  )
}

function LastFiles({ imports }: { imports: readonly VehicleImport[] }) {
  if (imports.length === 0) return <p className="text-slate">No file has been sent yet.</p>
  return (
    <Table caption="Last files" dense className="[&_td]:align-middle!">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">State</th>
          <th scope="col" className="text-right">
            New
          </th>
          <th scope="col" className="text-right">
            Kept out
          </th>
          <th scope="col">Sent</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <td className="max-w-64 break-words">
              <Link
                href={paths.adminPage(`import/${one.id}`)}
                className="inline-flex min-h-9 items-center font-semibold underline decoration-line underline-offset-4 pointer-coarse:min-h-11"
              >
                {one.fileName}
              </Link>
            </td>
            <td>{stateWords(one)}</td>
            <td className="text-right">{one.counts.fresh}</td>
            <td className={clsx('text-right', one.counts.faulty > 0 && 'font-semibold text-outbid')}>
              {one.counts.faulty}
            </td>
            <td className="whitespace-nowrap">{formatInstant(one.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

export function ImportProgress({ label, share }: { label: string; share: number }) {
  return (
    <div className="mt-4 max-w-[30rem]">
      <p role="status" className="tabular text-sm">
        {label}
      </p>
      <progress value={share} max={1} aria-label={label} className="mt-1 h-2 w-full accent-ink" />
    </div>
  )
}
