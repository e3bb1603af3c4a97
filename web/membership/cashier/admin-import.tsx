import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { type BankImport, type BankMapping, listBankLines, readBankImport, runBankImport } from '#contract/transfers.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Faults, ImportPreview } from './admin-import-preview.tsx'
import { sendBankFile, UnfitFile } from './send-bank-file.ts'

/** From the bank's file to booked transfers: send, look, import. */
export function BankImportPanel() {
  const [sent, setSent] = useState<BankImport | null>(null)
  return (
    <section aria-labelledby="import-title" className="mt-6 border-y border-line py-5">
      <h2 id="import-title" className="text-lg">
        Bring the bank’s file
      </h2>
      {sent === null ? (
        <SendFile onSent={setSent} />
      ) : sent.state === 'done' ? (
        <Known result={sent} onClose={() => setSent(null)} />
      ) : (
        <OneImport importId={sent.id} onClose={() => setSent(null)} />
      )}
    </section>
  )
}

function SendFile({ onSent }: { onSent: (sent: BankImport) => void }) {
  const id = useId()
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { run, busy } = useSingleFlight(async (file: File) => {
    setFault(null)
    setProgress(0)
    try {
      onSent(await sendBankFile(file, setProgress))
    } catch (failure) {
      setFault(failure instanceof UnfitFile ? failure.message : wordsOfFailure(failure))
    } finally {
      setProgress(null)
    }
  })
  return (
    <>
      <p className="mt-2 max-w-[44rem] text-slate">
        A CSV file as your bank exports it. You see what it holds before anything is booked. A transfer that is in the
        books already, from this file or another one, is never booked again.
      </p>
      <label htmlFor={id} className="mt-4 block text-sm font-semibold">
        CSV file
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        disabled={busy}
        className="mt-1.5 block min-h-11 max-w-full file:mr-4 file:min-h-11 file:rounded-md file:border file:border-edge file:bg-paper file:px-4 file:font-semibold file:text-ink"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void run(file)
        }}
      />
      {progress === null ? null : <Progress label="Sending the file" share={progress} />}
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="The file was not taken">
            {fault} What had been sent is kept: choose the file again to go on.
          </Notice>
        </div>
      )}
    </>
  )
}

function OneImport({ importId, onClose }: { importId: string; onClose: () => void }) {
  const client = useQueryClient()
  const queryKey = [readBankImport.path, importId]
  const { data, error } = useQuery<BankImport>({
    queryKey,
    queryFn: ({ signal }) => call(readBankImport, { params: { importId } }, signal),
    staleTime: 0,
  })
  const done = data?.state === 'done'
  useEffect(() => {
    if (done) void client.invalidateQueries({ queryKey: [listBankLines.path] })
  }, [client, done])
  const run = useMutation({
    mutationFn: (mapping: BankMapping) => call(runBankImport, { params: { importId }, body: { mapping } }),
    onSuccess: (state) => client.setQueryData(queryKey, state),
  })
  if (error !== null && data === undefined) {
    return (
      <div className="mt-4">
        <Notice tone="bad" title="The import cannot be shown">
          {wordsOfFailure(error)}
        </Notice>
      </div>
    )
  }
  if (data === undefined) return null
  if (data.state === 'running') {
    return (
      <Progress
        label={`Importing ${data.fileName}: row ${data.doneCount} of ${data.rowCount}`}
        share={data.rowCount === 0 ? 1 : data.doneCount / data.rowCount}
      />
    )
  }
  if (data.state === 'done') return <Done result={data} onClose={onClose} />
  return (
    <>
      {run.error === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="Nothing was imported">
            {wordsOfFailure(run.error)}
          </Notice>
        </div>
      )}
      <ImportPreview
        importId={importId}
        fileName={data.fileName}
        busy={run.isPending}
        onRun={(mapping) => run.mutate(mapping)}
        onClose={onClose}
      />
    </>
  )
}

/** The same file again: nothing of it is booked a second time. */
function Known({ result, onClose }: { result: BankImport; onClose: () => void }) {
  return (
    <div className="mt-4">
      <Notice tone="info" title="This file was imported before">
        <p>
          {result.fileName} was already imported on {formatInstant(result.finishedAt ?? result.createdAt)}; 0 new lines.
        </p>
      </Notice>
      <Button variant="outline" className="mt-4" onClick={onClose}>
        Bring another file
      </Button>
    </div>
  )
}

function Done({ result, onClose }: { result: BankImport; onClose: () => void }) {
  const { imported, matched, known, ignored, outgoing, otherCurrency, faults } = result
  return (
    <div className="mt-4">
      <Notice tone={faults.length === 0 ? 'good' : 'info'} title={`${result.fileName} is imported`}>
        <ul>
          <li>
            {imported} new {imported === 1 ? 'transfer' : 'transfers'}, {matched} of them matched by their reference
          </li>
          <li>{known} in the books already</li>
          <li>{outgoing} money out, kept to be seen</li>
          {otherCurrency === 0 ? null : <li>{otherCurrency} in another currency: handle them by hand</li>}
          <li>{ignored} without an amount</li>
          {faults.length === 0 ? null : (
            <li className="font-semibold text-outbid">
              {faults.length === 1 ? '1 fault' : `${faults.length} faults`}: not imported
            </li>
          )}
        </ul>
      </Notice>
      <Faults faults={faults} />
      <Button variant="outline" className="mt-4" onClick={onClose}>
        Bring another file
      </Button>
    </div>
  )
}

function Progress({ label, share }: { label: string; share: number }) {
  return (
    <div className="mt-4 max-w-[30rem]">
      <p role="status" className="tabular text-sm">
        {label}
      </p>
      <progress value={share} max={1} aria-label={label} className="mt-1 h-2 w-full accent-ink" />
    </div>
  )
}
